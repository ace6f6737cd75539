import { isDeepStrictEqual } from 'node:util';
import type { OutdatedEntry } from '#shared/contract/session.ts';
import { sandboxConnectionId, type Connection } from '#shared/domain/connection.ts';
import { CannotStart } from '../../home/home-folder.ts';
import { readConnections, type ConnectionsFile } from './read-connections.ts';

/**
 * Holds the file as it was last read. Its parts change when it is read again, so they are asked for when they are
 * needed.
 */
export interface LiveConnectionsFile extends ConnectionsFile {
  /** This is in milliseconds since 1970. */
  readonly readAt: number;
  /** Lists entries in which the file differs from what the console uses. */
  readonly kept: TakenEntries['kept'];
  readAgain(atWork: AtWork): TakenEntries;
}

interface Parts {
  readonly home: string;
  readonly now: () => number;
}

export function openConnectionsFile({ home, now }: Parts): LiveConnectionsFile {
  const { file, ...first } = readConnections(home);
  let { connections, problems } = first;
  let kept: TakenEntries['kept'] = [];
  let readAt = now();
  return {
    file,
    get connections() {
      return connections;
    },
    get problems() {
      return problems;
    },
    get kept() {
      return kept;
    },
    get readAt() {
      return readAt;
    },
    readAgain(atWork) {
      const read = readConnections(home);
      readAt = now();
      problems = read.problems;
      // A file with a syntax error says nothing, so its connections must not be taken as gone.
      const isUnreadable = read.connections.length === 0 && read.problems.length > 0;
      const taken = takeEntries(connections, isUnreadable ? connections : read.connections, atWork);
      connections = taken.connections;
      if (!isUnreadable) kept = taken.kept;
      return taken;
    },
  };
}

interface TakenEntries {
  readonly connections: readonly Connection[];
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly kept: readonly OutdatedEntry[];
}

interface AtWork {
  readonly openId: string;
  /** Tells whether a person or one of their jobs has used it since the console began. */
  readonly isWorkedOn: (connectionId: string) => boolean;
}

/**
 * Compares the file with the entries in use. An entry that is in use stays as it was opened: what a person was shown,
 * and what a plan was confirmed for, must not move to another account under the same name. An unchanged entry stays the
 * same object, by which its open doors are found.
 */
export function takeEntries(
  known: readonly Connection[],
  read: readonly Connection[],
  { isWorkedOn, openId }: AtWork,
): TakenEntries {
  const taken: Connection[] = [];
  const [added, changed, removed]: [string[], string[], string[]] = [[], [], []];
  const kept: OutdatedEntry[] = [];
  for (const entry of read) {
    const before = known.find(({ id }) => id === entry.id);
    if (before === undefined) {
      taken.push(entry);
      added.push(entry.id);
    } else if (isDeepStrictEqual(before, entry)) taken.push(before);
    else if (isWorkedOn(entry.id)) {
      taken.push(before);
      kept.push({ connectionId: entry.id, inFile: 'changed' });
    } else {
      taken.push(entry);
      changed.push(entry.id);
    }
  }
  for (const [index, before] of known.entries()) {
    if (read.some(({ id }) => id === before.id)) continue;
    // The entry stays, so that a person does not suddenly find themselves in another account.
    if (before.id === openId || isWorkedOn(before.id)) {
      taken.splice(index, 0, before);
      kept.push({ connectionId: before.id, inFile: 'gone' });
    } else removed.push(before.id);
  }
  return { connections: taken, added, changed, removed, kept };
}

interface FirstConnection {
  readonly connectionId: string;
  /** Explains to the person why this connection was chosen. */
  readonly notices: readonly string[];
}

/**
 * Chooses the connection to start with. An unknown id with a sound file is a typing error and stops the start. If the
 * file itself is broken, the sandbox opens instead and the console says so.
 */
export function firstConnection(asked: string | undefined, file: ConnectionsFile): FirstConnection {
  const connectionId = choose(asked, file);
  return { connectionId, notices: noticesAbout(file, asked, connectionId) };
}

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
