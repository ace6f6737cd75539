import type { Plan } from '#shared/contract/plans.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Usage } from '#shared/contract/triage.ts';
import { describeSubjects } from '#shared/domain/job-words.ts';
import { documentCost } from '#shared/pricing/document-cost.ts';
import { findPriceBook } from '#shared/pricing/book-in-use.ts';
import { sendsMessages } from '#shared/domain/job-kinds/message-jobs.ts';
import type { Look, Looked, Sent } from './job-action.ts';
import { isRunning, noteReturns, tryLater, type JobAtWork } from './job-at-work.ts';
import { LockLost } from './job-lock.ts';
import type { CallRecord, ItemRecord, JobRecord, Outcome } from './job-record.ts';
import { NotWritten } from './journal.ts';
import { longer, mostTries, pace } from './pace.ts';
import { meetsConditions, watchConditions } from './pace-conditions.ts';

/**
 * Makes a call that is on disk, until its outcome is known. `again` means that it may have been made before: it is
 * repeated only where the same key makes it happen once and the conditions of the pace are met, and a refusal now says
 * nothing about the first time. Known outcomes of some items are written at once, and only the others are sent again.
 */
export async function settleCall(work: JobAtWork, call: CallRecord, which: 'first' | 'again'): Promise<void> {
  const { passing } = work;
  let unanswered: string | null = which === 'again' ? 'there was no answer' : null;
  let unclear: Whys = new Map();
  let ms: number = pace.again.from;
  for (let tries = 1; ; tries += 1) {
    if (unanswered !== null) {
      if (!mayRepeat(work, call)) return giveUp(work, call, unanswered);
      if (tries > mostTries) {
        return unclear.size > 0 ? giveUpThose(work, call, unclear) : brakeOpen(work, call, unanswered);
      }
      if (!keepsOwnRecord(work) && !(await meetsConditions(work))) return;
      if (!work.lock.isOurs()) throw new LockLost();
      work.write({ event: 'again', call: call.number, why: unanswered });
    }
    const sent = await send(work, call, unanswered !== null);
    if (sent.kind === 'accepted') {
      accepted(work, call, sent);
      unclear = sent.unclear ?? new Map();
      if (unclear.size === 0) return;
      unanswered = [...unclear.values()].at(-1) ?? '';
      await lookMeanwhile(work);
    } else {
      if (unanswered === null && sent.kind !== 'unclear') return notDone(work, call, sent);
      unanswered = sent.why;
      unclear = new Map();
    }
    if (work.action.repeatableForMs === null) continue;
    passing.trouble = `A call got no clear answer (${unanswered}). Repeating it under the same key.`;
    work.changed();
    await work.pause(ms);
    ms = longer(ms, pace.again);
    if (!isRunning(work)) return;
  }
}

async function send(work: JobAtWork, { number, ids, key }: CallRecord, isAgain: boolean): Promise<Sent> {
  const { action, job, passing, record, now, log } = work;
  passing.lastCallAt = now();
  // An action with a record of its own tells what of the call has happened. The rest waits again, so that it goes by
  // calls that keep the pace.
  const onlyTells = isAgain && keepsOwnRecord(work);
  const isOver = onlyTells ? () => true : watchConditions(work);
  try {
    return await action.send(
      { ...job, isOver },
      { ids, open: listOpenItems(record, number), idempotencyKey: key, isAgain },
    );
  } catch (error) {
    // The action's own ledger could not be written, so the job stops as it does when its journal cannot be written.
    if (error instanceof NotWritten) throw error;
    log.error({ err: error }, 'a call has failed unexpectedly');
    return { kind: 'unclear', why: 'something unexpected happened' };
  }
}

function accepted(work: JobAtWork, call: CallRecord, sent: Sent & { kind: 'accepted' }): void {
  const { passing, now, record, action } = work;
  const { run, uncertain, skipped, unclear, left, downloadBatches, returned, standstill = null } = sent;
  const open = listOpenItems(record, call.number);
  // Nothing new is known.
  if (unclear?.size === open.length) return;
  const those = (whys: Whys) => listItemsWithReason(call, whys);
  passing.failures = 0;
  passing.trouble = null;
  const isOfMessages = sendsMessages(record.plan.kind);
  const firstLook = action.firstLookAfter(call.ids.length);
  passing.lookPause = isOfMessages ? firstLook : pace.look.from;
  passing.nextLookAt = now() + firstLook;
  work.write({
    event: 'sent',
    call: call.number,
    run,
    refused: those(sent.refused),
    ...(uncertain !== undefined && uncertain.size > 0 && { uncertain: those(uncertain) }),
    ...(skipped !== undefined && skipped.size > 0 && { skipped: those(skipped) }),
    ...(unclear !== undefined && unclear.size > 0 && { unclear: those(unclear) }),
    ...(downloadBatches !== undefined && {
      downloadBatches: [...downloadBatches].map(([id, batchId]) => ({ id, batchId })),
    }),
    ...(left !== undefined && left.size > 0 && { left: call.ids.filter((id) => left.has(id)) }),
  });
  noteReturns(work, returned);
  // A closing console finds everything closed, and resumes when it is started again.
  if (standstill !== null && isRunning(work)) {
    const done = record.plan.kind === 'discard-messages' ? 'discarded' : 'sent';
    brakeUnlessLast(work, `Not everything could be ${done}: ${standstill}`);
  }
}

async function notDone(
  work: JobAtWork,
  { number: call }: CallRecord,
  { kind, why }: Exclude<Sent, { kind: 'accepted' | 'unclear' }>,
): Promise<void> {
  if (kind === 'not-sent') {
    work.write({ event: 'not-sent', call, why });
    return tryLater(work, `could not be sent (${why})`);
  }
  work.write({ event: 'refused', call, why });
  brakeUnlessLast(work, `The pipeline refused a call: ${why}`);
}

function keepsOwnRecord({ action }: JobAtWork): boolean {
  return action.repeatableForMs === Number.POSITIVE_INFINITY;
}

/** The time of the call was recorded, but the clock may have been set since; then its age is unknown. */
function mayRepeat(work: JobAtWork, { intendedAt }: CallRecord): boolean {
  const { action, now } = work;
  if (keepsOwnRecord(work)) return true;
  const age = now() - Date.parse(intendedAt);
  return action.repeatableForMs !== null && age >= -60_000 && age < action.repeatableForMs;
}

function giveUp(work: JobAtWork, call: CallRecord, why: string): void {
  work.passing.trouble = null;
  work.write({ event: 'uncertain', call: call.number, why: `It may have been sent: ${why}` });
  brakeUnlessLast(work, `A call got no clear answer and can't be repeated: ${why}`);
}

/**
 * Gives up each item with its own reason. If the call had no clear answer at all, the next one would most likely have
 * none either, so the job brakes.
 */
function giveUpThose(work: JobAtWork, call: CallRecord, unclear: Whys): void {
  const { passing, record } = work;
  passing.trouble = null;
  const uncertain = listItemsWithReason(call, unclear).map(({ id, why }) => ({
    id,
    why: `It may have been sent: ${mostTries} tries got no clear answer (${why}).`,
  }));
  work.write({ event: 'sent', call: call.number, run: null, refused: [], uncertain });
  const isAnyKnown = call.ids.some((id) => record.items.get(id)?.call === call.number && !unclear.has(id));
  if (!isAnyKnown)
    brakeUnlessLast(work, `${mostTries} calls in a row got no clear answer: ${[...unclear.values()].at(-1)}`);
}

/** Follows up the items that were taken, so that they do not wait for the others. */
async function lookMeanwhile(work: JobAtWork): Promise<void> {
  const { record, passing, now } = work;
  const running = [...record.items.values()].filter(({ state }) => state === 'running');
  if (running.length > 0 && now() >= passing.nextLookAt) await lookAfter(work, running);
}

/** Leaves the call open; it is repeated under its key when a person resumes the job. */
function brakeOpen(work: JobAtWork, call: CallRecord, why: string): void {
  work.passing.trouble = null;
  const many = describeSubjects(work.record.plan.kind, listOpenItems(work.record, call.number).length);
  work.write({
    event: 'braked',
    why: `${many.replace(/^1 /, 'One ').replace(/^an /, 'An ')} may have been sent: ${mostTries} calls in a row got no clear answer (${why}).`,
  });
}

function brakeUnlessLast({ record, write }: JobAtWork, why: string): void {
  if (record.counts.waiting > 0 && record.phase === 'running') write({ event: 'braked', why });
}

type Whys = ReadonlyMap<string, string>;

function listItemsWithReason(
  { ids }: CallRecord,
  whys: Whys,
): { readonly id: string; readonly why: string }[] {
  return ids.flatMap((id) => {
    const why = whys.get(id);
    return why === undefined ? [] : [{ id, why }];
  });
}

/** Reads the present state, because lines are added while a call is settled. */
function listOpenItems({ calls }: JobRecord, call: number): readonly string[] {
  return calls[call - 1]?.open ?? [];
}

/** Finds out by keys what became of sent items: first when one can have ended, then repeatedly. */
export async function lookAfter(work: JobAtWork, items: readonly ItemRecord[]): Promise<void> {
  const { passing, now, signal } = work;
  // The wait is capped in case the clock was set back.
  await work.pause(Math.min(passing.nextLookAt - now(), pace.look.to));
  if (signal.aborted) return;
  // The machine may have slept, or a person may have paused the job, so nothing was looked at meanwhile.
  const wasAway = now() - passing.nextLookAt > pace.look.to;
  const askedAt = now();
  const answer = await look(work, items);
  if (signal.aborted) return;
  passing.trouble = answer.ok
    ? null
    : `The outcome can't be read at the moment (${answer.failure.message}). Retrying.`;
  if (answer.ok) passing.failingSince = null;
  else if (passing.failingSince === null || wasAway) passing.failingSince = askedAt;
  const looks = answer.ok ? answer.value.looks : new Map<string, Look>();
  if (answer.ok) work.seen(answer.value.seen);

  const outcomes: Outcome[] = [];
  for (const item of items) {
    const outcome = findOutcome(work, item, looks.get(item.id));
    if (outcome) outcomes.push(outcome);
  }
  const isOfMessages = sendsMessages(work.record.plan.kind);
  const limits = isOfMessages ? pace.lookAtMessages : pace.look;
  passing.lookPause =
    outcomes.length > 0 && !isOfMessages ? limits.from : longer(passing.lookPause || limits.from, limits);
  passing.nextLookAt = now() + passing.lookPause;
  // Outcomes are sorted by their end, because the brake counts three in a row.
  outcomes.sort((a, b) => parseEndTime(a) - parseEndTime(b));
  if (outcomes.length > 0) work.write({ event: 'outcomes', items: outcomes });
  else work.changed();
  if (answer.ok) noteReturns(work, answer.value.returned);
}

function findOutcome(
  { record, passing, now }: JobAtWork,
  item: ItemRecord,
  seen?: Look,
): Outcome | undefined {
  const { id } = item;
  if (seen === undefined || seen.state === 'running') {
    if (seen) passing.looks.set(id, seen);
    const { failingSince } = passing;
    const isUnread = failingSince !== null && sendsMessages(record.plan.kind);
    const patience = isUnread ? pace.patienceUnread : pace.patience;
    const sentAt = Date.parse(item.sentAt ?? record.startedAt);
    // A machine that wakes after hours often has no network yet, which says nothing about the items.
    if (now() - Math.max(sentAt, failingSince ?? sentAt) < patience) return undefined;
    passing.looks.delete(id);
    const { status = null, stage = null, run = item.run } = seen ?? {};
    const note = isUnread ? unread : failingSince !== null ? unseen : stillAtWork;
    return { id, state: 'still-running', status, stage, run, endedAt: null, usd: null, note };
  }
  passing.looks.delete(id);
  const { state, status, stage, run, note, usage } = seen;
  const endedAt = seen.endedAt ?? (state === 'unconfirmed' ? null : new Date(now()).toISOString());
  return { id, state, status, stage, run, endedAt, usd: itemCost(record.plan, usage), note };
}

/** Items that have not ended come last. */
function parseEndTime({ endedAt }: Outcome): number {
  return endedAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(endedAt);
}

async function look({ action, job, log }: JobAtWork, items: readonly ItemRecord[]): Promise<Result<Looked>> {
  try {
    return await action.look(
      job,
      items.map(({ id, run, downloadBatchId }) => ({ id, run, downloadBatchId })),
    );
  } catch (error) {
    log.error({ err: error }, 'what was sent could not be read');
    return {
      ok: false,
      failure: { code: 'unexpected', message: 'something unexpected happened', reference: '' },
    };
  }
}

const stillAtWork = 'It had not ended two hours after it was sent; it is no longer tracked.';
const unread = 'Its state could not be read for ten minutes, so the outcome is unknown.';
/** A lost sign-in, a refusal or an outage says nothing about the item. */
const unseen = 'Unknown whether it ended: it could not be read for two hours.';

/** Computes the real cost of an item with the price book of its plan. */
function itemCost({ estimate }: Plan, usage: Usage | null): string | null {
  if (usage === null) return null;
  // A loaded book may have been reverted since; other prices would not be those of the plan.
  const book = findPriceBook(estimate.priceBook.id);
  return book === undefined ? null : documentCost(usage, book).total;
}
