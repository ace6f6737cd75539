import type { Result } from '#shared/contract/result.ts';
import { whyToBrake } from '#shared/domain/job-brake.ts';
import { toWindow } from '#shared/domain/pace-rules.ts';
import { documentsAtOnce, mostAfter } from '#shared/domain/pipeline-limits.ts';
import type { SeenItems } from './job-action.ts';
import { isRunning, JournalClosed, tryLater, type JobAtWork } from './job-at-work.ts';
import { LockLost } from './job-lock.ts';
import { findTenant, measureRoom } from './job-pace.ts';
import type { CallRecord, ItemRecord, JobRecord } from './job-record.ts';
import { NotWritten } from './journal.ts';
import { isQuiet, meetsConditions, waitUntil } from './pace-conditions.ts';
import { pace } from './pace.ts';
import { lookAfter, settleCall } from './settle-call.ts';

interface Ways {
  /** Writes the last line. */
  readonly ended: () => void;
  /**
   * Runs in the same turn as the decision, so that a person who resumes the job meanwhile does not find it half at
   * work.
   */
  readonly left: () => void;
}

/** Runs until nothing is left to do, a person has to decide, or the console ends. It never rejects. */
export async function runJob(work: JobAtWork, { ended, left }: Ways): Promise<void> {
  const { record, passing, turns, log } = work;
  const { planId: jobId, connection } = record.plan;
  try {
    while (await moveOn(work, { ended, left }));
  } catch (error) {
    if (error instanceof JournalClosed) return;
    passing.halted = whyHalted(error);
    log.error({ err: error, jobId }, 'a job has halted');
  } finally {
    turns.giveBack(connection.id, jobId);
    left();
  }
}

/** Returns false when there is nothing more to do. */
async function moveOn(work: JobAtWork, { ended, left }: Ways): Promise<boolean> {
  const { record, turns, signal } = work;
  const { planId: jobId, connection } = record.plan;
  if (signal.aborted) return false;
  const move = nextMove(work);
  if (!isRunning(work)) turns.giveBack(connection.id, jobId);
  switch (move.kind) {
    case 'brake':
      work.write({ event: 'braked', why: move.why });
      return true;
    case 'hold':
      // Others may use the turn meanwhile.
      turns.giveBack(connection.id, jobId);
      await holdUntil(work, move.until);
      return true;
    case 'settle':
      if (await hasTurn(work)) await settleCall(work, move.call, 'again');
      return true;
    case 'look':
      await lookAfter(work, move.items);
      return true;
    case 'send':
      if ((await meetsConditions(work)) && (await hasTurn(work))) await sendNext(work, move);
      return true;
    case 'wait':
      // Others may use the turn meanwhile.
      if (move.until - work.now() > longWait) turns.giveBack(connection.id, jobId);
      await waitOrLook(work, move.until);
      return true;
    case 'rest':
      left();
      return false;
    case 'end':
      ended();
      return false;
    default:
      return move satisfies never;
  }
}

const longWait = 5_000;

/** Begins once the time has come and the alarm is quiet. Items that were sent before are followed up meanwhile. */
async function holdUntil(work: JobAtWork, until: number): Promise<void> {
  const { record, now, write, signal } = work;
  await waitUntil(work, until);
  if (now() < until || !isHolding(work)) return;
  if (await isQuiet(work)) {
    if (isHolding(work)) write({ event: 'begun', by: null });
    return;
  }
  if (!signal.aborted && isHolding(work) && record.counts.running > 0)
    await waitOrLook(work, now() + pace.watch);
  else if (isHolding(work)) await waitUntil(work, now() + pace.watch);
}

function isHolding({ record, signal }: JobAtWork): boolean {
  return !signal.aborted && record.phase === 'running' && (!record.hasBegun || record.waitsForQuiet);
}

/** Looks at what was sent while nothing more may go. */
async function waitOrLook(work: JobAtWork, until: number): Promise<void> {
  const { record, passing, now } = work;
  const running = [...record.items.values()].filter(({ state }) => state === 'running');
  if (running.length === 0) return waitUntil(work, until);
  if (now() >= passing.nextLookAt) return lookAfter(work, running);
  return waitUntil(work, Math.min(until, passing.nextLookAt));
}

/** Returns false once something has changed, so that the caller looks again for what there is to do. */
async function hasTurn({ record, turns, passing, changed }: JobAtWork): Promise<boolean> {
  const { planId: jobId, connection } = record.plan;
  const isOurs = turns.take(connection.id, jobId);
  if (passing.waitsForTurn === isOurs) {
    passing.waitsForTurn = !isOurs;
    changed();
  }
  if (!isOurs) await turns.changed();
  return isOurs;
}

function whyHalted(error: unknown): string {
  if (error instanceof NotWritten) {
    return `Storage: its journal cannot be written (${error.message}). Nothing more was sent; free some space and resume it.`;
  }
  if (error instanceof LockLost)
    return 'Another console has taken this job over. This one sent nothing more.';
  return 'Something unexpected happened, and nothing more was sent. See the log, then resume the job.';
}

/** Reads the items again, records what is about to happen, and only then does it. */
async function sendNext(work: JobAtWork, move: Move & { kind: 'send' }): Promise<void> {
  const { record, passing, lock, now } = work;
  const { ids, most, step } = move;
  // The pause comes before the items are read again, so that nothing can happen to them or to this machine in between.
  // It is capped in case the clock was set back.
  if (!isLastCallProven(record)) {
    await work.pause(Math.min(passing.lastCallAt + pace.betweenCalls - now(), pace.betweenCalls));
  }
  if (!isRunning(work)) return;
  const checked = await recheck(work, ids);
  // A person may have changed the pace meanwhile, and these items may not be its next ones.
  if (!isRunning(work) || record.pace !== move.pace) return;
  if (!checked.ok) return tryLater(work, `could not be read again (${checked.failure.message})`);
  const { skip, seen } = checked.value;
  work.seen(seen);
  const skipped = ids.flatMap((id) => {
    const why = skip.get(id);
    return why === undefined ? [] : [{ id, why }];
  });
  if (skipped.length > 0) work.write({ event: 'skipped', items: skipped });
  const going = ids.filter((id) => !skip.has(id)).slice(0, most);
  if (going.length === 0) return;

  if (!lock.isOurs()) throw new LockLost();
  const number = record.calls.length + 1;
  work.write({ event: 'intent', call: number, step, key: work.newKey(), ids: going });
  const call = record.calls.at(-1);
  if (call) await settleCall(work, call, 'first');
  // The clock may be set forward in the meantime; a pause does not depend on it.
  const { perSecond } = record.pace;
  if (perSecond !== null) await work.turns.changedDuring(work.pause(toWindow(perSecond).windowMs));
}

function isLastCallProven({ calls, items }: JobAtWork['record']): boolean {
  const last = calls.at(-1);
  return last !== undefined && last.ids.every((id) => items.get(id)?.state === 'fixed');
}

async function recheck(
  { action, record, log }: JobAtWork,
  ids: readonly string[],
): Promise<Result<{ readonly skip: ReadonlyMap<string, string>; readonly seen: SeenItems }>> {
  try {
    return await action.recheck(record.plan, ids);
  } catch (error) {
    log.error({ err: error }, 'items could not be read again');
    return {
      ok: false,
      failure: { code: 'unexpected', message: 'something unexpected happened', reference: '' },
    };
  }
}

type Move =
  | { readonly kind: 'brake'; readonly why: string }
  /** The job begins later, or waits until an alarm is quiet. */
  | { readonly kind: 'hold'; readonly until: number }
  /** The call was made and not answered, perhaps by an earlier run of the console. */
  | { readonly kind: 'settle'; readonly call: CallRecord }
  | { readonly kind: 'look'; readonly items: readonly ItemRecord[] }
  /** Sends the first `most` of these that may still be sent. */
  | {
      readonly kind: 'send';
      readonly step: number;
      readonly ids: readonly string[];
      readonly most: number;
      /** The pace by which they were chosen. */
      readonly pace: JobRecord['pace'];
    }
  /** Nothing happens until a person resumes the job. */
  | { readonly kind: 'rest' }
  /** The pace lets nothing go before then. */
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'end' };

/**
 * Chooses the next move of a job. It makes one call at a time, and the next only when all items of the last have ended;
 * small calls about other batches are the exception.
 * If a person has waived confirmation, there is nothing to wait for in between.
 */
function nextMove(work: JobAtWork): Move {
  const { record } = work;
  const { counts, items, phase, withoutConfirmation, proving } = record;
  const maySend = phase === 'running';
  if (maySend && !record.hasBegun) {
    return { kind: 'hold', until: record.beginsAt === null ? 0 : Date.parse(record.beginsAt) };
  }
  const open = record.calls.find(({ state }) => state === 'open');
  if (maySend && counts.waiting > 0) {
    const planned = items.size - record.leftOut;
    const why = whyToBrake(record.ended, { planned, withoutConfirmation, proving });
    if (why !== null) return { kind: 'brake', why };
  }
  if (open && maySend) return { kind: 'settle', call: open };
  if (maySend && record.waitsForQuiet && counts.waiting > 0) return { kind: 'hold', until: 0 };
  if (maySend && withoutConfirmation && counts.waiting > 0) return buildCallMove(work);
  const beside = maySend && counts.running > 0 ? buildMoveBeside(work) : undefined;
  if (beside !== undefined) return beside;
  if (counts.running > 0) return lookAtRunning(record);
  if (counts.waiting === 0 && !open) return { kind: 'end' };
  if (!maySend) return { kind: 'rest' };
  return buildCallMove(work);
}

function lookAtRunning({ items }: JobRecord): Move {
  return { kind: 'look', items: [...items.values()].filter(({ state }) => state === 'running') };
}

/**
 * A call is about one batch, and batches with a few documents would leave the pipeline idle most of the time. So once
 * the first documents have succeeded, a small call may go while others of its step are running, as long as there are no
 * more documents under way than the pipeline works on at once.
 */
function buildMoveBeside(work: JobAtWork): Move | undefined {
  const { record, action } = work;
  const { plan, counts, items, proven } = record;
  const most = mostAfter(proven, action.mostInCall);
  if (plan.many === undefined || counts.waiting === 0 || most < action.mostInCall) return undefined;
  if (counts.running >= documentsAtOnce) return undefined;
  const move = buildCallMove(work);
  if (move.kind !== 'send' || counts.running + move.ids.length > documentsAtOnce) return undefined;
  const batch = items.get(move.ids[0] ?? '')?.batch;
  for (const item of items.values()) {
    // A step begins when the last one has ended, and a batch has one run of this job at a time.
    if (item.state === 'running' && (item.step !== move.step || item.batch === batch)) return undefined;
  }
  return move;
}

/**
 * Sends one step at a time, and one batch at a time. Without confirmation no step can prove anything for the next, so all
 * are sent together. A batch of a tenant that has reached its limit waits for its turn, and others go before it.
 */
function buildCallMove(work: JobAtWork): Move {
  const { record, action } = work;
  const { items, proven, withoutConfirmation, counts } = record;
  const roomOf = measureRoomOnce(work);
  let [step, batch, most] = [0, 0, 0];
  let soonest = Number.POSITIVE_INFINITY;
  const ids: string[] = [];
  for (const item of items.values()) {
    if (item.state !== 'waiting') continue;
    if (step !== 0 && item.step !== step && !withoutConfirmation) break;
    if (ids.length === 0) {
      step = item.step;
      const room = roomOf(item.batch);
      soonest = Math.min(soonest, room.at ?? soonest);
      if (room.most === 0 && record.plan.many === undefined) break;
      if (room.most === 0) continue;
      batch = item.batch;
      most = Math.min(action.mostInCall, room.most);
    }
    if (item.batch !== batch || ids.length === most) break;
    ids.push(item.id);
  }
  if (ids.length > 0) {
    return {
      kind: 'send',
      step,
      ids,
      pace: record.pace,
      most: withoutConfirmation ? most : Math.min(most, mostAfter(proven, most)),
    };
  }
  // With no time at which there is room, items under way have to end first.
  return counts.running > 0 && soonest === Number.POSITIVE_INFINITY
    ? lookAtRunning(record)
    : { kind: 'wait', until: Math.min(soonest, work.now() + pace.look.to) };
}

/** The room of a tenant is the same for all of its batches. */
function measureRoomOnce({
  record,
  passing,
  now: readClock,
}: JobAtWork): (batch: number) => ReturnType<typeof measureRoom> {
  const now = readClock();
  const last = record.calls.at(-1);
  passing.behindSince =
    last === undefined || Date.parse(last.triedAt ?? last.intendedAt) <= now
      ? null
      : (passing.behindSince ?? now);
  const clock = { now, behindSince: passing.behindSince };
  const known = new Map<string, ReturnType<typeof measureRoom>>();
  return (batch) => {
    const tenant = findTenant(record, batch);
    const room = known.get(tenant) ?? measureRoom(record, batch, clock);
    known.set(tenant, room);
    return room;
  };
}
