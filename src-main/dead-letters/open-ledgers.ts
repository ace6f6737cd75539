import { readdirSync, statSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plan } from '#shared/contract/plans.ts';
import { deadLetterDays } from '#shared/domain/pipeline-limits.ts';
import { ledgerEnding } from '../jobs/job-shelf.ts';
import type { Log } from '../log/open-log.ts';
import type { OpenLedgerLines } from './ledger-file.ts';
import type { SentMark } from './held-messages.ts';
import { listSent, type LedgerFold, type LedgerStanding } from './ledger-standings.ts';
import { openLedger, readLedger, voidLedger, type RedriveLedger } from './redrive-ledger.ts';

/** Describes what the ledgers of this machine say about the sending of a message. */
export interface SentAgain {
  readonly state: 'sent' | 'uncertain';
  /** Null where it may have been sent. */
  readonly at: string | null;
  readonly jobId: string;
}

/** Describes a message that was sent back from a dead-letter queue. */
export interface SentRecord {
  readonly jobId: string;
  readonly id: string;
  readonly newId: string | null;
  readonly sentAt: string;
  readonly mark: SentMark['mark'];
}

export interface Ledgers {
  readonly sentBefore: SentBefore;
  /** Also asks ledgers that are older than any message in a queue, for messages that were saved to a file. */
  readonly sentEver: (
    connectionId: string,
    queue: string,
    messageId: string,
    exceptPlan?: string,
  ) => SentAgain | null;
  /** Lists what was sent from a dead-letter queue and may have come back. */
  readonly listSentFrom: (connectionId: string, queue: string) => readonly SentRecord[];
  /** Tells what plans other than this one have done to the message. */
  readonly sentByOthers: (plan: Plan, messageId: string) => 'sent' | 'uncertain' | null;
  /** Says what is wrong with the deletion of a message that this plan sent, or null where nothing is. */
  readonly describeDeletion: (plan: Plan, messageId: string) => string | null;
  /** Opens a ledger, including one that an earlier run left behind, and always closes it. */
  readonly with: <T>(plan: Plan, use: (ledger: RedriveLedger) => Promise<T>) => Promise<T>;
  /** Makes the next question read from disk. */
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

/** Covers the jobs that run here at the same time, and one that has just ended. */
const mostRemembered = 3;

export function openLedgers({ home, now, log, open }: Parts): Ledgers {
  const shelf = openLedgerShelf({ home, now, log });
  /** Keeps standings by file, because each look asks for them again. */
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
      const state = states.get(messageId)?.state;
      if (state === 'sent') return state;
      found = state ?? found;
    }
    return found;
  }

  /** Allows one writer at a time. */
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
        // After a failed write only the disk knows what it holds.
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
      find(plan.connection.id, findQueue(plan), messageId, shelf.fileOf(plan.planId)),
    describeDeletion(plan, messageId) {
      const own = shelf.fileOf(plan.planId);
      const all = shelf.of(plan.connection.id, findQueue(plan));
      const ours = all.find(({ file }) => file === own);
      if (ours?.exposed.has(messageId) === true) return exposedNote;
      const isLeft = ours?.undeleted.has(messageId) === true;
      return isLeft && !all.some(({ discarded }) => discarded.has(messageId)) ? undeletedNote : null;
    },
    sentEver(connectionId, queue, messageId, exceptPlan) {
      let found: SentAgain | null = null;
      for (const { file, jobId, states } of shelf.everOf(connectionId, queue)) {
        const state =
          exceptPlan === undefined || file !== shelf.fileOf(exceptPlan) ? states.get(messageId) : undefined;
        if (state === undefined) continue;
        if (state.state === 'sent') return { ...state, jobId };
        found = { ...state, jobId };
      }
      return found;
    },
    listSentFrom: (connectionId, queue) => shelf.of(connectionId, queue).flatMap(({ sent }) => sent),
    lookAgain: () => shelf.hasChanged(),
    with: (plan, use) =>
      withLedger(
        shelf.fileOf(plan.planId),
        { connectionId: plan.connection.id, queue: findQueue(plan), kind: plan.kind },
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
          // The remaining ledgers belong to the same world, which no longer exists.
          failures.push(error);
        }
        remembered.delete(file);
      }
      shelf.hasChanged();
      if (failures.length > 0) throw new AggregateError(failures, 'Some ledgers were not voided');
    },
  };
}

export const undeletedNote = 'It could not be deleted from this queue yet, and is not sent again.';
const exposedNote =
  'Its hold was over before it was deleted from this queue, so another reader may have sent it too, and it may still be there.';

export function findQueue({ target }: Plan): string {
  if (!('queue' in target)) throw new Error('A plan for documents or executions has no queue.');
  return target.queue;
}

/** Contains what a ledger records about messages that it may have sent. */
interface ShelvedLedger {
  readonly file: string;
  readonly jobId: string;
  readonly connectionId: string;
  readonly queue: string;
  readonly states: ReadonlyMap<string, Omit<SentAgain, 'jobId'>>;
  readonly sent: readonly SentRecord[];
  /** Lists messages that the other queue accepted and that are not known to be deleted from this one. */
  readonly undeleted: ReadonlySet<string>;
  /** Lists messages that others could receive after they were sent and before they were deleted. */
  readonly exposed: ReadonlySet<string>;
  readonly discarded: ReadonlySet<string>;
}

interface LedgerShelf {
  readonly fileOf: (planId: string) => string;
  /** Reads the ledgers as they are on disk, because another console may have written to them. */
  readonly of: (connectionId: string, queue: string) => readonly ShelvedLedger[];
  /** Also reads ledgers that are older than any message in a queue. */
  readonly everOf: (connectionId: string, queue: string) => readonly ShelvedLedger[];
  /** Something was written, so the next question reads again at once. */
  readonly hasChanged: () => void;
  /** Takes what this console has just written and closed, so it need not be read again. */
  readonly note: (file: string, fold: LedgerFold) => void;
  /** Lists the ledger files of a connection, for all queues. */
  readonly filesOf: (connectionId: string) => readonly string[];
}

/** SQS keeps no message longer, so no message of an older ledger can still be in a queue. */
const mostDays = deadLetterDays + 1;
/** Thousands of messages are asked about in a row. */
const freshMs = 2_000;

/** Opens the ledgers of a home folder. They are read on the first question and again when they have changed. */
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
  /** Caches by connection and queue, because thousands of messages are asked about between two changes. */
  const inQueues = new Map<string, readonly ShelvedLedger[]>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** Old ledgers are read from the first question on that needs them. */
  let readsOld = false;

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
      if (!found || (!readsOld && now() - found.mtimeMs > mostDays * 86_400_000)) continue;
      const stamp = buildFileStamp(found);
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

  function of(connectionId: string, queue: string): readonly ShelvedLedger[] {
    refresh();
    const place = JSON.stringify([connectionId, queue]);
    const ledgers =
      inQueues.get(place) ?? all().filter((one) => one.connectionId === connectionId && one.queue === queue);
    inQueues.set(place, ledgers);
    return ledgers;
  }

  function readOldToo(): void {
    if (readsOld) return;
    readsOld = true;
    lookedAt = Number.NEGATIVE_INFINITY;
  }

  return {
    // The main process makes the ids; even so, no id should ever name a folder.
    fileOf: (planId) => join(folder, `${encodeURIComponent(planId)}${ledgerEnding}`),
    of,
    everOf(connectionId, queue) {
      readOldToo();
      return of(connectionId, queue);
    },
    hasChanged: () => void (lookedAt = Number.NEGATIVE_INFINITY),
    note(file, fold) {
      const found = statSync(file, { throwIfNoEntry: false });
      if (found) know(file, buildFileStamp(found), shelvedLedger(file, fold));
    },
    filesOf(connectionId) {
      readOldToo();
      return all()
        .filter((one) => one.connectionId === connectionId)
        .map(({ file }) => file);
    },
  };
}

function buildFileStamp({ size, mtimeMs }: Stats): string {
  return `${size} ${mtimeMs}`;
}

function shelvedLedger(file: string, { place, isVoid, standings }: LedgerFold): ShelvedLedger | null {
  if (place === null || isVoid) return null;
  const jobId = decodeURIComponent(basename(file).slice(0, -ledgerEnding.length));
  const sent = listSent(standings).map(({ id, newId, sentAt, sending: { mark } }) => ({
    jobId,
    id,
    newId,
    sentAt,
    mark,
  }));
  const idsIn = (wanted: LedgerStanding['state']): ReadonlySet<string> =>
    new Set([...standings].flatMap(([id, { state }]) => (state === wanted ? [id] : [])));
  const [undeleted, discarded] = [idsIn('sent'), idsIn('discarded')];
  const exposed = new Set(
    [...standings].flatMap(([id, one]) => (one.state === 'done' && one.wasExposed ? [id] : [])),
  );
  const { connectionId, queue } = place;
  const states = mapStates(standings);
  return { file, jobId, connectionId, queue, states, sent, undeleted, exposed, discarded };
}

function mapStates(
  standings: ReadonlyMap<string, LedgerStanding>,
): ReadonlyMap<string, Omit<SentAgain, 'jobId'>> {
  const states = new Map<string, Omit<SentAgain, 'jobId'>>();
  for (const [id, one] of standings) {
    const { state } = one;
    // A standard queue may deliver a deleted message once more.
    if (state === 'sent' || state === 'done') states.set(id, { state: 'sent', at: one.sentAt });
    else if (state === 'uncertain' || state === 'intended') states.set(id, { state: 'uncertain', at: null });
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

/** Describes what a redrive of this console did to a message that is still in the queue. */
export interface SentBefore {
  /** `sent`: it was accepted and should be deleted here. `uncertain`: it may have been sent. */
  readonly of: (connectionId: string, queue: string, messageId: string) => 'sent' | 'uncertain' | null;
}

/** Appears in the plan of an uncertain message, so anyone who gives a reason for it has read this. */
export const maySentBefore = 'It may have been sent before. Check its document first.';
