import { readConnections, type ConnectionsFile } from './read-connections.ts';
import { takeEntries, type AtWork, type TakenEntries } from './take-entries.ts';

/** The file as it was read last. Its parts change when it is read again, so they are asked for when they are needed. */
export interface LiveConnectionsFile extends ConnectionsFile {
  /** Milliseconds since 1970. */
  readonly readAt: number;
  /** Entries that the file has otherwise than the console goes by. */
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
      // Of a file that has a comma too many nothing is known, least of all that its connections are gone.
      const isUnreadable = read.connections.length === 0 && read.problems.length > 0;
      const taken = takeEntries(connections, isUnreadable ? connections : read.connections, atWork);
      connections = taken.connections;
      if (!isUnreadable) kept = taken.kept;
      return taken;
    },
  };
}
