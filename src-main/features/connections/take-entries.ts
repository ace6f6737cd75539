import { isDeepStrictEqual } from 'node:util';
import type { KeptEntry } from '#shared/contract/connections/file.ts';
import type { Connection } from '#shared/domain/connection.ts';

export interface TakenEntries {
  readonly connections: readonly Connection[];
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly kept: readonly KeptEntry[];
}

export interface AtWork {
  readonly openId: string;
  /** Somebody, or a job of theirs, has been in it since the console began. */
  readonly isWorkedOn: (connectionId: string) => boolean;
}

/**
 * What the file says now, beside what the console goes by. An entry that somebody works on stays as it was opened: what
 * they were shown, and what a plan was confirmed for, must not become that of another account under the same name.
 * Whatever has not changed stays the same object, by which its open doors are found.
 */
export function takeEntries(
  known: readonly Connection[],
  read: readonly Connection[],
  { isWorkedOn, openId }: AtWork,
): TakenEntries {
  const taken: Connection[] = [];
  const [added, changed, removed]: [string[], string[], string[]] = [[], [], []];
  const kept: KeptEntry[] = [];
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
    // Nobody should find themselves somewhere else.
    if (before.id === openId || isWorkedOn(before.id)) {
      taken.splice(index, 0, before);
      kept.push({ connectionId: before.id, inFile: 'gone' });
    } else removed.push(before.id);
  }
  return { connections: taken, added, changed, removed, kept };
}
