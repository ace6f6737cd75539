import type { Result } from '#shared/contract/result.ts';
import { whyToBrake } from '#shared/domain/job-brake.ts';
import { documentsAtOnce, mostAfter } from '#shared/domain/pipeline-limits.ts';
import type { SeenItems } from './job-action.ts';
import { isRunning, JournalClosed, tryLater, type JobAtWork } from './job-at-work.ts';
import { LockLost } from './job-lock.ts';
import type { CallRecord, ItemRecord, JobRecord } from './job-record.ts';
import { NotWritten } from './journal.ts';
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
  const move = nextMove(record, work.action);
  if (!isRunning(work)) turns.giveBack(connection.id, jobId);
  switch (move.kind) {
    case 'brake':
      work.write({ event: 'braked', why: move.why });
      return true;
    case 'hold':
      await holdUntil(work, move.until);
      return true;
    case 'settle':
      if (await hasTurn(work)) await settleCall(work, move.call, 'again');
      return true;
    case 'look':
      await lookAfter(work, move.items);
      return true;
    case 'send':
      if (await hasTurn(work)) await sendNext(work, move);
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

/** The clock may be set and the machine may sleep, so the time is looked at again every half a minute. */
async function holdUntil(
  { record, turns, pause, now, write, signal }: JobAtWork,
  until: number,
): Promise<void> {
  const left = until - now();
  if (left > 0) await Promise.race([pause(Math.min(left, longestHold)), turns.changed()]);
  if (signal.aborted || record.phase !== 'running' || record.hasBegun) return;
  if (now() >= until) write({ event: 'begun', by: null });
}

const longestHold = 30_000;

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
async function sendNext(work: JobAtWork, { ids, most, step }: Move & { kind: 'send' }): Promise<void> {
  const { record, passing, lock, now } = work;
  // The pause comes before the items are read again, so that nothing can happen to them or to this machine in between.
  // It is capped in case the clock was set back.
  if (!isLastCallProven(record)) {
    await work.pause(Math.min(passing.lastCallAt + pace.betweenCalls - now(), pace.betweenCalls));
  }
  if (!isRunning(work)) return;
  const checked = await recheck(work, ids);
  if (!isRunning(work)) return;
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
  /** The job begins later. */
  | { readonly kind: 'hold'; readonly until: number }
  /** The call was made and not answered, perhaps by an earlier run of the console. */
  | { readonly kind: 'settle'; readonly call: CallRecord }
  | { readonly kind: 'look'; readonly items: readonly ItemRecord[] }
  /** Sends the first `most` of these that may still be sent. */
  | { readonly kind: 'send'; readonly step: number; readonly ids: readonly string[]; readonly most: number }
  /** Nothing happens until a person resumes the job. */
  | { readonly kind: 'rest' }
  | { readonly kind: 'end' };

/**
 * Chooses the next move of a job. It makes one call at a time, and the next only when all items of the last have ended;
 * small calls about other batches are the exception.
 * If a person has waived confirmation, there is nothing to wait for in between.
 */
function nextMove(record: JobRecord, limits: { readonly mostInCall: number }): Move {
  const { counts, items, phase } = record;
  const maySend = phase === 'running';
  if (maySend && !record.hasBegun) return { kind: 'hold', until: Date.parse(record.beginsAt ?? '') };
  const open = record.calls.find(({ state }) => state === 'open');
  if (maySend && counts.waiting > 0) {
    const { withoutConfirmation } = record;
    const why = whyToBrake(record.ended, { planned: items.size, withoutConfirmation });
    if (why !== null) return { kind: 'brake', why };
  }
  if (open && maySend) return { kind: 'settle', call: open };
  if (maySend && record.withoutConfirmation && counts.waiting > 0)
    return buildCallMove(record, limits.mostInCall);
  const beside = maySend && counts.running > 0 ? buildMoveBeside(record, limits.mostInCall) : undefined;
  if (beside !== undefined) return beside;
  if (counts.running > 0) {
    return { kind: 'look', items: [...items.values()].filter(({ state }) => state === 'running') };
  }
  if (counts.waiting === 0 && !open) return { kind: 'end' };
  if (!maySend) return { kind: 'rest' };
  return buildCallMove(record, limits.mostInCall);
}

/**
 * A call is about one batch, and batches with a few documents would leave the pipeline idle most of the time. So once
 * the first documents have succeeded, a small call may go while others of its step are running, as long as there are no
 * more documents under way than the pipeline works on at once.
 */
function buildMoveBeside(record: JobRecord, mostInCall: number): Move | undefined {
  const { plan, counts, items, proven } = record;
  const most = mostAfter(proven, mostInCall);
  if (plan.many === undefined || counts.waiting === 0 || most < mostInCall) return undefined;
  if (counts.running >= documentsAtOnce) return undefined;
  const move = buildCallMove(record, mostInCall);
  if (move.kind !== 'send' || counts.running + move.ids.length > documentsAtOnce) return undefined;
  const batch = items.get(move.ids[0] ?? '')?.batch;
  for (const item of items.values()) {
    // A step begins when the last one has ended, and a batch has one run of this job at a time.
    if (item.state === 'running' && (item.step !== move.step || item.batch === batch)) return undefined;
  }
  return move;
}

/**
 * Sends one step at a time, and one batch at a time. Without confirmation no step can prove anything for the next, so all are sent together.
 */
function buildCallMove({ items, proven, withoutConfirmation }: JobRecord, most: number): Move {
  let step = 0;
  let batch = 0;
  const ids: string[] = [];
  for (const item of items.values()) {
    if (item.state !== 'waiting') continue;
    if (ids.length === 0) ({ step, batch } = item);
    if (item.batch !== batch || (item.step !== step && !withoutConfirmation) || ids.length === most) break;
    ids.push(item.id);
  }
  return { kind: 'send', step, ids, most: withoutConfirmation ? most : mostAfter(proven, most) };
}
