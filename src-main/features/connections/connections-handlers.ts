import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { ConnectionDetails } from '#shared/contract/session.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import { ok, refused } from '#shared/contract/result.ts';
import { sandboxConnectionId, type Connection } from '#shared/domain/connection.ts';
import { namesOfConnection, showsSystem, type PipelineNames } from '#shared/domain/pipeline-names.ts';
import type { TableNames } from '../../aws/table-names.ts';
import type { Handlers } from '../../gate/gate.ts';
import { programName } from '../../pipeline/account/pass-sources.ts';
import type { SessionStore } from '../../session/session-store.ts';
import type { LiveConnectionsFile } from './connections-file.ts';
import { fileHandlers, type FileNames } from './file-handlers.ts';
import type { ConnectionsFile } from './read-connections.ts';
import { plainAddress } from './shown-entry.ts';

type Names = 'connections.list' | 'connections.open' | 'connections.readFile';

interface Parts {
  readonly file: LiveConnectionsFile;
  readonly session: Pick<SessionStore, 'connections' | 'current' | 'open' | 'take'>;
  readonly isWorkedOn: (connectionId: string) => boolean;
}

export function connectionsHandlers({ file, session, isWorkedOn }: Parts): Pick<Handlers, Names | FileNames> {
  const list = (): OutputOf<'connections.list'> => ({
    file: file.file,
    readAt: new Date(file.readAt).toISOString(),
    connections: [...session.connections()],
    problems: [...file.problems],
    kept: [...file.kept],
  });
  const readAgain = (): OutputOf<'connections.readFile'> => {
    const openId = session.current().connection.id;
    const { added, changed, removed } = file.readAgain({ openId, isWorkedOn });
    session.take(file.connections);
    return { ...list(), added: [...added], changed: [...changed], removed: [...removed] };
  };
  return {
    ...fileHandlers({ file: file.file, readAgain }),

    'connections.list': () => ok(list()),

    'connections.readFile': () => ok(readAgain()),

    'connections.open': ({ connectionId }) => {
      const opened = session.open(connectionId);
      if (opened !== undefined) return ok(opened);
      const { name } = session.current().connection;
      return refused({
        code: 'not-found',
        message: `There is no connection "${connectionId}" in ${file.file}. ${name} is still open.`,
        what: `connection ${connectionId}`,
      });
    },
  };
}

type DetailsNames = 'connections.read';

interface DetailsParts {
  readonly file: ConnectionsFile;
  readonly systems: readonly SystemDeclaration[];
  readonly tableNames: (system: SystemDeclaration, connectionId: string) => TableNames;
}

export function detailsHandlers({ file, systems, tableNames }: DetailsParts): Pick<Handlers, DetailsNames> {
  return {
    'connections.read': ({ connectionId }) => {
      const tablesOf: TablesOf = (system) => tableNames(system, connectionId);
      if (connectionId === sandboxConnectionId) return ok(sandboxDetails(systems, tablesOf));
      const connection = file.connections.find(({ id }) => id === connectionId);
      if (connection !== undefined) return ok(describeConnection(connection, systems, tablesOf));
      return refused({
        code: 'not-found',
        message: `There is no connection "${connectionId}" in ${file.file}. Nothing of it is shown.`,
        what: `connection ${connectionId}`,
      });
    },
  };
}

function describeConnection(
  connection: Connection,
  systems: readonly SystemDeclaration[],
  tablesOf: TablesOf,
): ConnectionDetails {
  const { id, stage, aws, pipelineApi } = connection;
  return {
    connectionId: id,
    credentials: describeCredentials(aws),
    stage: stage ?? null,
    endpoints: Object.entries(aws.endpoints ?? {}).flatMap(([service, address]) =>
      address === undefined ? [] : [{ service, address: plainAddress(address) }],
    ),
    pipelineApi: describePipelineApi(pipelineApi),
    systems: partNames(connection, systems, tablesOf),
  };
}

/** Its parts have the same names as those of a stage of that name. */
function sandboxDetails(systems: readonly SystemDeclaration[], tablesOf: TablesOf): ConnectionDetails {
  const stage = 'sandbox';
  return {
    connectionId: sandboxConnectionId,
    credentials: null,
    stage,
    endpoints: [],
    pipelineApi: null,
    systems: partNames({ stage }, systems, tablesOf),
  };
}

type NamedSystem = ConnectionDetails['systems'][number];
type NamedPart = NamedSystem['names'][number];
type Entry = Pick<Connection, 'stage' | 'extraction' | 'downloads' | 'funds' | 'hr'>;

type TablesOf = (system: SystemDeclaration) => TableNames;

/** Lists the names that an entry gives to the parts of each system. A system that it leaves out has none. */
function partNames(entry: Entry, systems: readonly SystemDeclaration[], tablesOf: TablesOf): NamedSystem[] {
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
  if (name === '') return { part: label, name: null, from: 'unnamed' };
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

type Api = NonNullable<Connection['pipelineApi']>;

/** Describes from the file how a connection signs in to AWS. */
function describeCredentials({ profile }: Connection['aws']): string {
  if (typeof profile === 'string') return `profile ${profile}`;
  return "the keys in Sluice's environment";
}

/**
 * Describes where the pipeline API is and where its token comes from, but never a token, a query string or an argument.
 */
function describePipelineApi(api: Connection['pipelineApi']): ConnectionDetails['pipelineApi'] {
  if (api === undefined) return null;
  return { baseUrl: plainAddress(api.baseUrl), from: tokenFrom(api.auth) };
}

function tokenFrom(auth: Api['auth']): string {
  switch (auth.kind) {
    case 'sigv4':
      return 'SigV4 with the AWS credentials';
    case 'bearer':
      return `a bearer token in the environment as ${auth.tokenFromEnvironment}`;
    case 'command':
      return `a bearer token that ${programName(auth.command[0] ?? '') ?? 'a program'} prints`;
    default:
      return `OpenID Connect at ${plainAddress(auth.issuer)} as ${auth.clientId}`;
  }
}
