import type { ConnectionDetails } from '#shared/contract/connections/details.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { namesOfConnection, showsSystem } from '#shared/domain/names-of-connection.ts';
import type { PipelineNames } from '#shared/domain/naming-convention.ts';
import type { TableNames } from '../../aws/table-names.ts';

type NamedSystem = ConnectionDetails['systems'][number];
type NamedPart = NamedSystem['names'][number];
type Entry = Pick<Connection, 'stage' | 'extraction' | 'downloads' | 'funds' | 'hr'>;

export type TablesOf = (system: SystemDeclaration) => TableNames;

/** What an entry calls the parts of each system. A system that it leaves out has none. */
export function partNames(
  entry: Entry,
  systems: readonly SystemDeclaration[],
  tablesOf: TablesOf,
): NamedSystem[] {
  const names = namesOfConnection(entry);
  return systems.map((system) => ({
    system: system.id,
    label: system.name,
    names: showsSystem(entry, system.id)
      ? [...tables(system, entry, tablesOf(system)), ...others(system.id, entry, names)]
      : [],
  }));
}

function tables({ id, tables: declared }: SystemDeclaration, entry: Entry, names: TableNames): NamedPart[] {
  const keys = Object.keys(declared);
  return keys.map((key) =>
    part(
      keys.length === 1 ? 'table' : `${key} table`,
      names[key] ?? '',
      isInFile(entry, id, keys.length === 1 ? 'table' : `${key}Table`),
    ),
  );
}

function others(system: string, entry: Entry, names: PipelineNames): NamedPart[] {
  if (system === 'extraction') {
    const { extraction, extractionFunctions } = names;
    return [
      ...extractionParts.map(([key, label]) => part(label, extraction[key], isInFile(entry, system, key))),
      ...functionParts.map(([key, label]) => part(label, extractionFunctions[key], false)),
    ];
  }
  if (system === 'downloads')
    return downloadParts.map(([key, label]) => part(label, names.downloads[key], false));
  return [];
}

function part(label: string, name: string, inFile: boolean): NamedPart {
  if (name === '') return { part: label, name: null, from: 'nobody' };
  return { part: label, name, from: inFile ? 'file' : 'convention' };
}

function isInFile(entry: Entry, system: string, key: string): boolean {
  const own = (entry as Readonly<Record<string, Readonly<Record<string, unknown>> | string | undefined>>)[
    system
  ];
  return typeof own === 'object' && own[key] !== undefined;
}

const extractionParts = [
  ['documentsBucket', 'documents bucket'],
  ['documentQueue', 'document queue'],
  ['documentDeadLetterQueue', 'document dead letters'],
  ['webhookQueue', 'webhook queue'],
  ['webhookDeadLetterQueue', 'webhook dead letters'],
  ['stateMachine', 'state machine'],
] as const;

const functionParts = [
  ['processDocument', 'function that reads a document'],
  ['listDocuments', 'function that lists documents'],
  ['markDocumentFailed', 'function that marks a failure'],
  ['finaliseBatch', 'function that ends a batch'],
] as const;

const downloadParts = [
  ['fileQueue', 'file queue'],
  ['fileDeadLetterQueue', 'file dead letters'],
  ['filesBucket', 'files bucket'],
] as const;
