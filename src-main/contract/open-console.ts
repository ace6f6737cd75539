import { randomUUID } from 'node:crypto';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { Session } from '#shared/contract/session.ts';
import { openAuditLog } from '../audit/audit-log.ts';
import { clipboardHandlers } from '../features/clipboard/clipboard-handlers.ts';
import type { WriteClipboard } from '../features/clipboard/clipboard-handlers.ts';
import { connectionsHandlers } from '../features/connections/connections-handlers.ts';
import { openExplorer } from '../features/explorer/open-explorer.ts';
import { firstConnection } from '../features/connections/first-connection.ts';
import { readConnections } from '../features/connections/read-connections.ts';
import { preferencesHandlers } from '../features/preferences/preferences-handlers.ts';
import { openPreferences } from '../features/preferences/preferences-store.ts';
import { problemsHandlers } from '../features/problems/problems-handlers.ts';
import { sessionHandlers } from '../features/session/session-handlers.ts';
import { openSession } from '../features/session/session-store.ts';
import { spendWatchers } from '../features/spend/spend-handlers.ts';
import { openSpendTally } from '../features/spend/spend-tally.ts';
import { openLog } from '../log/open-log.ts';
import type { OpenLog } from '../log/open-log.ts';
import type { Gate } from './gate.ts';
import type { Handlers, Watchers } from './handlers.ts';
import { serveContract } from './serve-contract.ts';

export interface Console {
  readonly gate: Gate;
  readonly log: OpenLog;
  readonly home: string;
  /** For the first paint, before the page can ask. */
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
}

/** The composition root of the main process, the same for both hosts. */
export async function openConsole(options: ConsoleOptions): Promise<Console> {
  const { host, home, connection, version } = options;
  const file = readConnections(home);
  const { connectionId, notices } = firstConnection(connection, file);
  const log = openLog(home);
  const session = openSession({
    version,
    host,
    connections: file.connections,
    connectionId,
    notices,
  });
  const tally = openSpendTally();
  const preferences = openPreferences(home);
  const audit = openAuditLog({ home, now: Date.now, who: () => whoIs(session.current()) });

  const handlers: Handlers & Watchers = {
    ...sessionHandlers(session),
    ...connectionsHandlers(file, session),
    ...preferencesHandlers(preferences),
    ...spendWatchers(tally),
    ...openExplorer(),
    ...clipboardHandlers(options.writeClipboard),
    ...problemsHandlers(log),
  };
  const gate = serveContract({
    handlers,
    watchers: handlers,
    role: () => session.current().who?.role ?? null,
    audit,
    log,
    spend: (receipt) => tally.add(receipt),
    now: () => performance.now(),
    newReference,
  });
  log.info({ version, host, connection: connectionId, problems: file.problems }, 'console opened');
  return {
    gate,
    log,
    home,
    preferences: () => preferences.read(),
    newReference,
    close() {
      log.info({}, 'console closed');
      audit.close();
      log.close();
      return Promise.resolve();
    },
  };
}

function whoIs({ connection, who }: Session): { connection: string; person: string | null } {
  return { connection: connection.id, person: who?.id ?? null };
}

/** Short enough to read out over the phone, long enough not to meet twice in one log. */
function newReference(): string {
  return randomUUID().slice(0, 13);
}
