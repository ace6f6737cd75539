import { readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { deadLetterDays } from '#shared/domain/pipeline-limits.ts';
import { ledgerEnding } from '../jobs/job-shelf.ts';
import type { Log } from '../log/open-log.ts';
import type { LedgerFold, LedgerStanding } from './ledger-standings.ts';
import { readLedger } from './redrive-ledger.ts';

/** What a ledger says of the messages that may have been sent by it. */
export interface ShelvedLedger {
  readonly file: string;
  readonly connectionId: string;
  readonly queue: string;
  readonly states: ReadonlyMap<string, 'sent' | 'uncertain'>;
  /** Accepted by the other queue, and not known to be deleted from this one. */
  readonly undeleted: ReadonlySet<string>;
  readonly discarded: ReadonlySet<string>;
}

export interface LedgerShelf {
  readonly fileOf: (planId: string) => string;
  /** As they are on disk now: another console may have written to them. */
  readonly of: (connectionId: string, queue: string) => readonly ShelvedLedger[];
  /** Something has been written: the next question looks again at once. */
  readonly hasChanged: () => void;
  /** What this console has just written, and closed: it need not be read again. */
  readonly note: (file: string, fold: LedgerFold) => void;
  /** Of a connection, whatever the queue. */
  readonly filesOf: (connectionId: string) => readonly string[];
}

/** SQS keeps no message longer, so that nothing of an older ledger can be in a queue. */
const mostDays = deadLetterDays + 1;
/** Thousands of messages are asked about one after the other. */
const freshMs = 2_000;

/** The ledgers of a home folder. They are read when somebody first asks, and again when they have changed. */
export function openLedgerShelf({
  home,
  now,
  log,
}: {
  readonly home: string;
  readonly now: () => number;
  readonly log: Log;
}): LedgerShelf {
  const folder = join(home, 'jobs');
  const known = new Map<string, { readonly stamp: string; readonly ledger: ShelvedLedger | null }>();
  /** By connection and queue, of what is known: thousands of messages are asked about between two changes. */
  const inQueues = new Map<string, readonly ShelvedLedger[]>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  function know(file: string, stamp: string, ledger: ShelvedLedger | null): void {
    known.set(file, { stamp, ledger });
    inQueues.clear();
  }

  function refresh(): void {
    const age = now() - lookedAt;
    if (age >= 0 && age < freshMs) return;
    lookedAt = now();
    for (const name of namesIn(folder)) {
      const file = join(folder, name);
      const found = statSync(file, { throwIfNoEntry: false });
      if (!found || now() - found.mtimeMs > mostDays * 86_400_000) continue;
      const stamp = stampOf(found);
      if (known.get(file)?.stamp !== stamp) know(file, stamp, read(file));
    }
  }

  function read(file: string): ShelvedLedger | null {
    try {
      const { fold, damage } = readLedger(file);
      if (damage !== null)
        log.error({ err: damage, file }, 'a part of what was sent by this ledger is not known');
      return shelvedLedger(file, fold);
    } catch (error) {
      log.error({ err: error, file }, 'this ledger cannot be read: what was sent by it is not known');
      return null;
    }
  }

  function all(): readonly ShelvedLedger[] {
    refresh();
    return [...known.values()].flatMap(({ ledger }) => ledger ?? []);
  }

  return {
    // An id is made in main; yet no id should ever name a folder.
    fileOf: (planId) => join(folder, `${encodeURIComponent(planId)}${ledgerEnding}`),
    of(connectionId, queue) {
      refresh();
      const place = JSON.stringify([connectionId, queue]);
      const ledgers =
        inQueues.get(place) ??
        all().filter((one) => one.connectionId === connectionId && one.queue === queue);
      inQueues.set(place, ledgers);
      return ledgers;
    },
    hasChanged: () => void (lookedAt = Number.NEGATIVE_INFINITY),
    note(file, fold) {
      const found = statSync(file, { throwIfNoEntry: false });
      if (found) know(file, stampOf(found), shelvedLedger(file, fold));
    },
    filesOf: (connectionId) =>
      all()
        .filter((one) => one.connectionId === connectionId)
        .map(({ file }) => file),
  };
}

function stampOf({ size, mtimeMs }: Stats): string {
  return `${size} ${mtimeMs}`;
}

function shelvedLedger(file: string, { place, isVoid, standings }: LedgerFold): ShelvedLedger | null {
  if (place === null || isVoid) return null;
  const idsIn = (wanted: LedgerStanding['state']): ReadonlySet<string> =>
    new Set([...standings].flatMap(([id, { state }]) => (state === wanted ? [id] : [])));
  const [undeleted, discarded] = [idsIn('sent'), idsIn('discarded')];
  return { file, ...place, states: statesOf(standings), undeleted, discarded };
}

export function statesOf(
  standings: ReadonlyMap<string, LedgerStanding>,
): ReadonlyMap<string, 'sent' | 'uncertain'> {
  const states = new Map<string, 'sent' | 'uncertain'>();
  for (const [id, { state }] of standings) {
    // A standard queue may give out once more what was deleted.
    if (state === 'sent' || state === 'done') states.set(id, 'sent');
    else if (state === 'uncertain' || state === 'intended') states.set(id, 'uncertain');
  }
  return states;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(ledgerEnding));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
