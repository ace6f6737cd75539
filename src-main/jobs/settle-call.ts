import { subjectWords } from '#shared/domain/job-words.ts';
import type { Sent } from './job-action.ts';
import { isRunning, type JobAtWork } from './job-at-work.ts';
import { LockLost } from './job-lock.ts';
import { NotWritten } from './journal.ts';
import { noteReturns } from './note-returns.ts';
import type { CallRecord, JobRecord } from './job-record.ts';
import { lookAfter } from './look-after.ts';
import { firstLookAfter, longer, mostTries, pace } from './pace.ts';
import { tryLater } from './try-later.ts';

/**
 * Makes a call that is on disk, until it is known what came of it. `again`: it may have been made before, so that it
 * goes only where the same key makes it happen once, and what refuses it now says nothing of the first time. What is
 * known of some of its items is on disk at once, and the others go again by themselves.
 */
export async function settleCall(work: JobAtWork, call: CallRecord, which: 'first' | 'again'): Promise<void> {
  const { passing } = work;
  let unanswered: string | null = which === 'again' ? 'nothing was heard of it' : null;
  let unclear: Whys = new Map();
  let ms: number = pace.again.from;
  for (let tries = 1; ; tries += 1) {
    if (unanswered !== null) {
      if (!work.lock.isOurs()) throw new LockLost();
      if (!mayRepeat(work, call)) return giveUp(work, call, unanswered);
      if (tries > mostTries) {
        return unclear.size > 0 ? giveUpThose(work, call, unclear) : brakeOpen(work, call, unanswered);
      }
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
    passing.trouble = `A call has had no clear answer (${unanswered}); it is made again under its own key.`;
    work.changed();
    await work.pause(ms);
    ms = longer(ms, pace.again);
    if (!isRunning(work)) return;
  }
}

async function send(
  { action, job, passing, record, now, log }: JobAtWork,
  { number, ids, key }: CallRecord,
  isAgain: boolean,
): Promise<Sent> {
  passing.lastCallAt = now();
  try {
    return await action.send(job, { ids, open: openOf(record, number), idempotencyKey: key, isAgain });
  } catch (error) {
    // What it does is not on disk: it stops as it does where its own journal cannot be written.
    if (error instanceof NotWritten) throw error;
    log.error({ err: error }, 'a call has failed unexpectedly');
    return { kind: 'unclear', why: 'something unexpected happened' };
  }
}

function accepted(work: JobAtWork, call: CallRecord, sent: Sent & { kind: 'accepted' }): void {
  const { passing, now, record } = work;
  const { run, uncertain, skipped, unclear, left, downloadBatches, returned, standstill = null } = sent;
  const open = openOf(record, call.number);
  // Nothing is known that was not before.
  if (unclear?.size === open.length) return;
  const those = (whys: Whys) => thoseOf(call, whys);
  passing.failures = 0;
  passing.trouble = null;
  const isOfMessages = record.plan.kind === 'redrive-messages';
  const firstLook = firstLookAfter(record.plan.kind, call.ids.length);
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
  // A console that ends finds everything closed, and goes on by itself when it comes again.
  if (standstill !== null && isRunning(work))
    brakeUnlessLast(work, `Not everything could be sent: ${standstill}`);
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

/** Written down at the time of the call, and the clock may have been set since: then nobody knows how long ago. */
function mayRepeat({ action, now }: JobAtWork, { intendedAt }: CallRecord): boolean {
  if (action.repeatableForMs === Number.POSITIVE_INFINITY) return true;
  const age = now() - Date.parse(intendedAt);
  return action.repeatableForMs !== null && age >= -60_000 && age < action.repeatableForMs;
}

function giveUp(work: JobAtWork, call: CallRecord, why: string): void {
  work.passing.trouble = null;
  work.write({ event: 'uncertain', call: call.number, why: `It may have been sent, or not: ${why}` });
  brakeUnlessLast(work, `A call has had no clear answer, and may not be repeated: ${why}`);
}

/**
 * Each for itself, as clearly as it can be told. Where the call had no clear answer at all, the next would most likely
 * have none either.
 */
function giveUpThose(work: JobAtWork, call: CallRecord, unclear: Whys): void {
  const { passing, record } = work;
  passing.trouble = null;
  const uncertain = thoseOf(call, unclear).map(({ id, why }) => ({
    id,
    why: `It may have been sent, or not: ${mostTries} tries have had no clear answer (${why}).`,
  }));
  work.write({ event: 'sent', call: call.number, run: null, refused: [], uncertain });
  const isAnyKnown = call.ids.some((id) => record.items.get(id)?.call === call.number && !unclear.has(id));
  if (!isAnyKnown)
    brakeUnlessLast(
      work,
      `${mostTries} calls in a row have had no clear answer: ${[...unclear.values()].at(-1)}`,
    );
}

/** Those that were taken do not wait for the others. */
async function lookMeanwhile(work: JobAtWork): Promise<void> {
  const { record, passing, now } = work;
  const running = [...record.items.values()].filter(({ state }) => state === 'running');
  if (running.length > 0 && now() >= passing.nextLookAt) await lookAfter(work, running);
}

/** It stays as it is, and is made again under its key when somebody resumes the job. */
function brakeOpen(work: JobAtWork, call: CallRecord, why: string): void {
  work.passing.trouble = null;
  const many = subjectWords(work.record.plan.kind, openOf(work.record, call.number).length);
  work.write({
    event: 'braked',
    why: `${many.replace(/^1 /, 'One ').replace(/^an /, 'An ')} may have been sent: ${mostTries} calls in a row have had no clear answer (${why}).`,
  });
}

function brakeUnlessLast({ record, write }: JobAtWork, why: string): void {
  if (record.counts.waiting > 0 && record.phase === 'running') write({ event: 'braked', why });
}

type Whys = ReadonlyMap<string, string>;

function thoseOf({ ids }: CallRecord, whys: Whys): { readonly id: string; readonly why: string }[] {
  return ids.flatMap((id) => {
    const why = whys.get(id);
    return why === undefined ? [] : [{ id, why }];
  });
}

/** As its lines make it by now. */
function openOf({ calls }: JobRecord, call: number): readonly string[] {
  return calls[call - 1]?.open ?? [];
}
