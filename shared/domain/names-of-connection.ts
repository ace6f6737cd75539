import type { Connection } from './connection.ts';
import { namesByConvention, type PipelineNames } from './naming-convention.ts';

/** The systems that connections.json has a word for. */
export const connectionSystems = ['extraction', 'downloads', 'funds', 'hr'] as const;
export type ConnectionSystem = (typeof connectionSystems)[number];

type Named = Pick<Connection, 'stage' | ConnectionSystem>;

/** A system left out is not shown; one that names none at all has them all, by the convention. */
export function showsSystem(connection: Named, system: string): boolean {
  const named: readonly string[] = connectionSystems.filter((one) => connection[one] !== undefined);
  // What a team brings in a file of its own is for every connection.
  const isOurs = (connectionSystems as readonly string[]).includes(system);
  return named.length === 0 || !isOurs || named.includes(system);
}

/** What it calls its parts: as it says, else by the convention with its stage, else nothing. */
export function namesOfConnection(connection: Named): PipelineNames {
  const names = connection.stage === undefined ? withoutStage : namesByConvention(connection.stage);
  const { extraction = {}, downloads = {} } = connection;
  const hasExtraction = showsSystem(connection, 'extraction');
  const hasDownloads = showsSystem(connection, 'downloads');
  return {
    extraction: hasExtraction ? { ...names.extraction, ...withoutUndefined(extraction) } : none.extraction,
    extractionFunctions: hasExtraction ? names.extractionFunctions : none.extractionFunctions,
    downloads: hasDownloads ? { ...names.downloads, ...withoutUndefined(downloads) } : none.downloads,
  };
}

function blank(keep: (name: string) => string): PipelineNames {
  const names: PipelineNames = namesByConvention('');
  const each = <Part extends Readonly<Record<string, string>>>(part: Part) =>
    Object.fromEntries(Object.entries(part).map(([key, name]) => [key, keep(name)])) as Part;
  return {
    extraction: each(names.extraction),
    extractionFunctions: each(names.extractionFunctions),
    downloads: each(names.downloads),
  };
}

const none = blank(() => '');
/** What the convention ends with a stage ends with a hyphen here, and is nobody's name. */
const withoutStage = blank((name) => (name.endsWith('-') ? '' : name));

function withoutUndefined(names: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
