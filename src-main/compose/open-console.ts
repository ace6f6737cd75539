import { randomBytes, randomUUID } from 'node:crypto';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { Session } from '#shared/contract/session.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { connectionAccess, type ConnectionAccess } from '../aws/connection-access.ts';
import type { OpenSandbox } from '../aws/sandbox.ts';
import type { WriteClipboard } from '../features/clipboard/clipboard-handlers.ts';
import {
  firstConnection,
  openConnectionsFile,
  type LiveConnectionsFile,
} from '../features/connections/connections-file.ts';
import { openConnectionForm } from '../features/connections/form-handlers.ts';
import { consolePartsAt } from '../features/connections/read-connections.ts';
import { openExplorer } from '../features/explorer/explorer-handlers.ts';
import { readCatalogueFile, type CatalogueFile } from '../features/explorer/read-catalogue-file.ts';
import { openHomeFeature } from '../features/home/home-handlers.ts';
import { openPreferences } from '../features/preferences/preferences-handlers.ts';
import { openSpendTally } from '../features/spend/spend-handlers.ts';
import type { Gate } from '../gate/gate.ts';
import { serveContract, whoAsks } from '../gate/serve-contract.ts';
import type { ExamineFile } from '../home/examine-home.ts';
import { openLog, type OpenLog } from '../log/open-log.ts';
import type { AskSystemProxy } from '../network/machine-settings.ts';
import { openNetwork } from '../network/open-network.ts';
import type { OpenSignInPage } from '../pipeline/account/oidc-source.ts';
import type { ApiHost } from '../pipeline/account/open-account-api.ts';
import { openAttention } from '../reads/attention.ts';
import { openIdOrders } from '../reads/batches-by-time.ts';
import { getScope, openSession, type SessionStore } from '../session/session-store.ts';
import { openStandings, type SignInsOf } from '../session/sign-ins.ts';
import { openWriteSessions } from '../session/write-sessions.ts';
import { composeHandlers } from './compose-handlers.ts';
import { openWatching, type WatchingParts } from './compose-reading.ts';
import { homeReaders } from './home-readers.ts';
import { openActing } from './open-acting.ts';
import { openDoors } from './open-doors.ts';

export interface Console {
  readonly gate: Gate;
  readonly log: OpenLog;
  readonly home: string;
  /** The first paint needs them before the page can ask. */
  readonly preferences: () => Preferences;
  readonly newReference: () => string;
  close(): Promise<void>;
}

export interface ConsoleOptions {
  readonly host: Session['host'];
  readonly home: string;
  readonly connection: string | undefined;
  readonly version: string;
  readonly writeClipboard?: WriteClipboard;
  /** Without it the sandbox is only a name, and nothing can be read there. */
  readonly openSandbox?: OpenSandbox;
  /** Says what is wrong with a file of the sandbox's state; without it these files are not read. */
  readonly examineSandbox?: ExamineFile;
  /** Shows a notice on the desktop where the host has one; returns true if it was shown. */
  readonly notify?: WatchingParts['notify'];
  /** Opens the sign-in page of a pipeline API in the system's browser. */
  readonly openSignInPage?: OpenSignInPage;
  /** Asks the operating system which proxy an address goes through, where the host can. */
  readonly askSystemProxy?: AskSystemProxy;
  /** Declares a team's own systems, beside the built-in ones. */
  readonly catalogueFile?: string | undefined;
}

/** The composition root of the main process is the same for both hosts. */
export async function openConsole(options: ConsoleOptions): Promise<Console> {
  const { host, home, connection, version } = options;
  const { builtIn, own } = readSystems(options.catalogueFile);
  const systems = [...builtIn, ...(own?.systems ?? [])];
  const log = openLog(home);
  const network = openNetwork({ environment: process.env, askSystemProxy: options.askSystemProxy });
  const apiHost: ApiHost = {
    environment: process.env,
    network,
    openPage: options.openSignInPage,
  };
  const { file, access, session, signInsOf, connectionId } = openConnections({
    host,
    home,
    version,
    connection,
    openSandbox: options.openSandbox,
    systems,
    apiHost,
  });
  const form = openConnectionForm({ file: file.file, systems, host: apiHost, environment: process.env });
  const asks = whoAsks();
  const ownHome = openHomeFeature({
    home,
    version,
    readers: homeReaders({ examineSandbox: options.examineSandbox }),
    environment: process.env,
    file,
    network,
    askSandbox: async () => {
      const state = await access.controlSandbox((sandbox) => sandbox.read());
      return state.ok ? null : state.failure.message;
    },
    log,
    now: Date.now,
  });
  const tally = openSpendTally({ home, log, now: Date.now, after });
  const preferences = openPreferences({ home, log, now: Date.now });
  const doors = openDoors({
    access,
    session: () => session.current(),
    operation: asks.operation,
    spend: tally.add,
    log,
  });
  const explorer = openExplorer({
    home,
    systems: builtIn,
    file: own,
    reader: () => doors.ofPage().reader,
    tables: () => doors.ofPage().tables,
    scope: () => getScope(session.current()),
    stage: () => findStage(file, session.current().connection.id),
    prepare: () => access.prepare(session.current().connection.id),
    tableNames: (system) => access.tableNames(system, session.current().connection.id),
    connection: () => session.current().connection,
    consoleParts: () => consolePartsAt(file, session.current().connection.id),
    who: () => session.current().who?.id ?? null,
    log,
    now: Date.now,
    randomBytes,
  });
  const orders = openIdOrders(Date.now);
  const attention = openAttention(Date.now);
  const { jobs, review, deadLetters, audit, attempts, ...acting } = openActing({
    home,
    doors,
    explorer,
    session,
    orders,
    attention,
    lastPaces: preferences.lastPaces,
    log,
  });

  const looking = {
    home,
    doors: doors.ofPage,
    session: () => session.current(),
    orders,
    attention,
    log,
    now: Date.now,
  };
  const watching = openWatching({
    home,
    doors: doors.ofPage,
    session: () => session.current(),
    onSession: (listener) => session.onChange(listener),
    preferences: () => preferences.read(),
    onPreferences: (listener) => preferences.onChange(listener),
    notify: options.notify,
    orders,
    attention,
    now: Date.now,
    after,
    asMonitor: (work) => asks.during('monitor.watch', work),
    log,
  });
  const handlers = composeHandlers({
    triage: { ...looking, attempts },
    workflows: looking,
    costs: looking,
    jobs,
    review,
    deadLetters,
    watching,
    file,
    form: form.handlers,
    session,
    access,
    signInsOf,
    systems,
    preferences,
    tally,
    explorer,
    console: ownHome,
    controlSandbox: access.controlSandbox,
    log,
    writeClipboard: options.writeClipboard,
  });
  const gate = serveContract({
    handlers,
    watchers: handlers,
    role: () => session.current().who?.role ?? null,
    connection: () => session.current().connection,
    audit,
    log,
    during: asks.during,
    now: () => performance.now(),
    newReference,
  });
  log.info({ version, host, connection: connectionId, problems: file.problems }, 'console opened');
  return {
    gate,
    log,
    home,
    preferences: () => ({
      ...preferences.read(),
      // A start that names a connection goes straight to it.
      ...(connection !== undefined && { welcomed: 'yes' as const }),
    }),
    newReference,
    async close() {
      watching.close();
      form.close();
      ownHome.close();
      // The host may not wait for all that follows, and what closing itself reads is written at its end.
      tally.close();
      await acting.close();
      try {
        await access.close();
      } catch (error) {
        log.error({ err: error }, 'the sandbox did not close');
      }
      tally.close();
      log.info({}, 'console closed');
      log.close();
    },
  };
}

function findStage({ connections }: LiveConnectionsFile, connectionId: string): string | undefined {
  if (connectionId === sandboxConnectionId) return 'sandbox';
  return connections.find(({ id }) => id === connectionId)?.stage;
}

/** The timer is unreferenced so that it keeps no process alive. */
function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
}

/** The reference is short enough to read out over the phone, and long enough not to repeat within one log. */
function newReference(): string {
  return randomUUID().slice(0, 13);
}

interface OpenConnections {
  readonly file: LiveConnectionsFile;
  readonly access: ConnectionAccess;
  readonly session: SessionStore;
  readonly signInsOf: SignInsOf;
  /** This is the connection that the console started with. */
  readonly connectionId: string;
}

interface ConnectionParts {
  readonly host: Session['host'];
  readonly home: string;
  readonly version: string;
  readonly connection: string | undefined;
  readonly openSandbox: OpenSandbox | undefined;
  readonly systems: readonly SystemDeclaration[];
  readonly apiHost: ApiHost;
}

/** Opens the entries of connections.json, the access to each, and the session, whose first sign-ins start here. */
function openConnections(parts: ConnectionParts): OpenConnections {
  const { host, home, version, openSandbox, systems, apiHost } = parts;
  const file = openConnectionsFile({ home, now: Date.now });
  const { connectionId, notices } = firstConnection(parts.connection, file);
  const access = connectionAccess({ file, openSandbox, systems, apiHost });
  const signInsOf: SignInsOf = (id) => access.account(id);
  const session = openSession({
    version,
    host,
    connections: file.connections,
    connectionId,
    notices,
    processId: randomUUID(),
    standings: openStandings(signInsOf),
    writes: openWriteSessions({ now: Date.now, after }),
  });
  return { file, access, session, signInsOf, connectionId };
}

interface Systems {
  readonly builtIn: readonly SystemDeclaration[];
  /** This is the catalogue from --catalogue; it is null without that flag. */
  readonly own: CatalogueFile | null;
}

function readSystems(catalogueFile: string | undefined): Systems {
  return {
    builtIn: Object.values(catalogue),
    own: catalogueFile === undefined ? null : readCatalogueFile(catalogueFile),
  };
}
