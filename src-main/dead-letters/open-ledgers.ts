import { readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '#shared/contract/plans.ts';
import { deadLetterDays } from '#shared/domain/pipeline-limits.ts';
import { ledgerEnding } from '../jobs/job-shelf.ts';
import type { Log } from '../log/open-log.ts';
import type { OpenLedgerLines } from './ledger-file.ts';
import type { LedgerFold, LedgerStanding } from './ledger-standings.ts';
import { openLedger, readLedger, voidLedger, type RedriveLedger } from './redrive-ledger.ts';

export interface Ledgers {
  readonly sentBefore: SentBefore;
  /** What other plans than this one have done to it. */
  readonly sentByOthers: (plan: Plan, messageId: string) => 'sent' | 'uncertain' | null;
  /** Whether it was sent by this plan and nothing has deleted it here since, neither this plan nor a discard. */
  readonly isUndeleted: (plan: Plan, messageId: string) => boolean;
  /** Opens it, also one that an earlier life has left, and closes it in any case. */
  readonly with: <T>(plan: Plan, use: (ledger: RedriveLedger) => Promise<T>) => Promise<T>;
  /** The next question is answered by what is on disk then. */
  readonly lookAgain: () => void;
  readonly standings: (plan: Plan) => ReadonlyMap<string, LedgerStanding>;
  readonly forget: (connectionId: string) => Promise<void>;
}

type LedgerPlace = Parameters<typeof openLedger>[1]['place'];

interface Parts {
  readonly home: string;
  readonly now: () => number;
  readonly log: Log;
  readonly open: OpenLedgerLines | undefined;
}

/** Jobs that run here at the same time, and one that has just ended. */
const mostRemembered = 3;

export function openLedgers({ home, now, log, open }: Parts): Ledgers {
  const shelf = openLedgerShelf({ home, now, log });
  /** By file: what a look asks for again and again. */
  const remembered = new Map<string, ReadonlyMap<string, LedgerStanding>>();

  function remember(file: string, standings: ReadonlyMap<string, LedgerStanding>): void {
    remembered.delete(file);
    remembered.set(file, standings);
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
  }

  function find(connectionId: string, queue: string, messageId: string, except?: string) {
    let found: 'sent' | 'uncertain' | null = null;
    for (const { file, states } of shelf.of(connectionId, queue)) {
      if (file === except) continue;
      const state = states.get(messageId);
      if (state === 'sent') return state;
      found = state ?? found;
    }
    return found;
  }

  /** One writer at a time. */
  const inTurn = new Map<string, Promise<unknown>>();

  function withLedger<T>(
    file: string,
    place: LedgerPlace,
    use: (ledger: RedriveLedger) => Promise<T>,
  ): Promise<T> {
    return alone(file, async () => {
      const ledger = await openLedger(file, { place, now, open });
      remember(file, ledger.standings);
      let isWhole = false;
      try {
        const used = await use(ledger);
        isWhole = true;
        return used;
      } finally {
        await ledger.close();
        // After a line that could not be written only the disk itself says what is on it.
        if (isWhole) shelf.note(file, ledger.fold);
        shelf.hasChanged();
      }
    });
  }

  async function alone<T>(file: string, act: () => Promise<T>): Promise<T> {
    const before = inTurn.get(file) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(act);
    inTurn.set(file, turn);
    try {
      return await turn;
    } finally {
      if (inTurn.get(file) === turn) inTurn.delete(file);
    }
  }

  return {
    sentBefore: { of: (connectionId, queue, messageId) => find(connectionId, queue, messageId) },
    sentByOthers: (plan, messageId) =>
      find(plan.connection.id, queueOf(plan), messageId, shelf.fileOf(plan.planId)),
    isUndeleted(plan, messageId) {
      const own = shelf.fileOf(plan.planId);
      const all = shelf.of(plan.connection.id, queueOf(plan));
      return (
        all.some(({ file, undeleted }) => file === own && undeleted.has(messageId)) &&
        !all.some(({ discarded }) => discarded.has(messageId))
      );
    },
    lookAgain: () => shelf.hasChanged(),
    with: (plan, use) =>
      withLedger(
        shelf.fileOf(plan.planId),
        { connectionId: plan.connection.id, queue: queueOf(plan), kind: plan.kind },
        use,
      ),
    standings({ planId }) {
      const file = shelf.fileOf(planId);
      const standings = remembered.get(file) ?? readLedger(file).fold.standings;
      remember(file, standings);
      return standings;
    },
    async forget(connectionId) {
      shelf.hasChanged();
      const failures: unknown[] = [];
      for (const file of shelf.filesOf(connectionId)) {
        try {
          await alone(file, () => voidLedger(file, { now, open }));
        } catch (error) {
          // The others are of the same world, and it is no more.
          failures.push(error);
        }
        remembered.delete(file);
      }
      shelf.hasChanged();
      if (failures.length > 0) throw new AggregateError(failures, 'Some ledgers were not voided');
    },
  };
}

export function queueOf({ target }: Plan): string {
  if (!('queue' in target)) throw new Error('A plan for documents or executions has no queue.');
  return target.queue;
}

/** What a ledger says of the messages that may have been sent by it. */
interface ShelvedLedger {
  readonly file: string;
  readonly connectionId: string;
  readonly queue: string;
  readonly states: ReadonlyMap<string, 'sent' | 'uncertain'>;
  /** Accepted by the other queue, and not known to be deleted from this one. */
  readonly undeleted: ReadonlySet<string>;
  readonly discarded: ReadonlySet<string>;
}

interface LedgerShelf {
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
function openLedgerShelf({
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

function statesOf(standings: ReadonlyMap<string, LedgerStanding>): ReadonlyMap<string, 'sent' | 'uncertain'> {
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

/** What a redrive of this console has done to a message that is in the queue all the same. */
export interface SentBefore {
  /** `sent`: it was accepted, and should be deleted here. `uncertain`: it may have been sent. */
  readonly of: (connectionId: string, queue: string, messageId: string) => 'sent' | 'uncertain' | null;
}

/** Said in a plan of one that is uncertain: who gives a reason for it has read this. */
export const maySentBefore = 'It may have been sent before, or not: see its document first.';
