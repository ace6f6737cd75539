import { randomUUID } from 'node:crypto';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { Session } from '#shared/contract/session.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { openAuditLog } from '../audit/audit-log.ts';
import { clipboardHandlers } from '../features/clipboard/clipboard-handlers.ts';
import type { WriteClipboard } from '../features/clipboard/clipboard-handlers.ts';
import { connectionsHandlers } from '../features/connections/connections-handlers.ts';
import { readConnections } from '../features/connections/read-connections.ts';
import type { ConnectionsFile } from '../features/connections/read-connections.ts';
import { preferencesHandlers } from '../features/preferences/preferences-handlers.ts';
import { openPreferences } from '../features/preferences/preferences-store.ts';
import { problemsHandlers } from '../features/problems/problems-handlers.ts';
import { sessionHandlers } from '../features/session/session-handlers.ts';
import { openSession } from '../features/session/session-store.ts';
import { spendWatchers } from '../features/spend/spend-handlers.ts';
import { openSpendTally } from '../features/spend/spend-tally.ts';
import { CannotStart } from '../home/cannot-start.ts';
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
  const connectionId = choose(connection, file);
  const log = openLog(home);
  const session = openSession({
    version,
    host,
    connections: file.connections,
    connectionId,
    notices: noticesAbout(file, connection, connectionId),
  });
  const tally = openSpendTally();
  const preferences = openPreferences(home);
  const audit = openAuditLog({ home, now: Date.now, who: () => whoIs(session.current()) });

  const handlers: Handlers & Watchers = {
    ...sessionHandlers(session),
    ...connectionsHandlers(file, session),
    ...preferencesHandlers(preferences),
    ...spendWatchers(tally),
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

/**
 * An unknown id with a sound file is a slip of the keyboard and stops the start. Where the file
 * itself is broken the sandbox opens instead, and the console says so.
 */
function choose(asked: string | undefined, file: ConnectionsFile): string {
  const known = [sandboxConnectionId, ...file.connections.map(({ id }) => id)];
  if (asked === undefined) return sandboxConnectionId;
  if (known.includes(asked)) return asked;
  if (file.problems.length > 0) return sandboxConnectionId;
  throw new CannotStart(`There is no connection "${asked}" in ${file.file}. Known: ${known.join(', ')}.`);
}

function noticesAbout(file: ConnectionsFile, asked: string | undefined, opened: string): string[] {
  const notices: string[] = [];
  if (asked !== undefined && asked !== opened) {
    notices.push(
      `"${asked}" could not be opened because of the problems in connections.json; this is the sandbox.`,
    );
  }
  const [first] = file.problems;
  if (first !== undefined) {
    const others = file.problems.length > 1 ? ` and ${file.problems.length - 1} more` : '';
    notices.push(`connections.json: ${first.path} ${first.problem}${others}.`);
  }
  return notices;
}

function whoIs({ connection, who }: Session): { connection: string; person: string | null } {
  return { connection: connection.id, person: who?.id ?? null };
}

/** Short enough to read out over the phone, long enough not to meet twice in one log. */
function newReference(): string {
  return randomUUID().slice(0, 13);
}
