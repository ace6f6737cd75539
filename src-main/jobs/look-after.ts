import type { Result } from '#shared/contract/result.ts';
import type { Look, Looked } from './job-action.ts';
import type { JobAtWork } from './job-at-work.ts';
import { itemCost } from './item-cost.ts';
import type { ItemRecord } from './job-record.ts';
import type { Outcome } from './journal-events.ts';
import { longer, pace } from './pace.ts';
import { noteReturns } from './note-returns.ts';

/** What became of those that were sent: first when one can have ended, then now and again, by their keys. */
export async function lookAfter(work: JobAtWork, items: readonly ItemRecord[]): Promise<void> {
  const { passing, now, signal } = work;
  // A clock that was set back must not make it wait for as long.
  await work.pause(Math.min(passing.nextLookAt - now(), pace.look.to));
  if (signal.aborted) return;
  // A laptop that slept, or a person who let it rest, did not look meanwhile.
  const wasAway = now() - passing.nextLookAt > pace.look.to;
  const askedAt = now();
  const answer = await look(work, items);
  if (signal.aborted) return;
  passing.trouble = answer.ok
    ? null
    : `What was sent cannot be read at the moment (${answer.failure.message}); it is tried again.`;
  if (answer.ok) passing.failingSince = null;
  else if (passing.failingSince === null || wasAway) passing.failingSince = askedAt;
  const looks = answer.ok ? answer.value.looks : new Map<string, Look>();
  if (answer.ok) work.seen(answer.value.seen);

  const outcomes: Outcome[] = [];
  for (const item of items) {
    const outcome = outcomeOf(work, item, looks.get(item.id));
    if (outcome) outcomes.push(outcome);
  }
  const isOfMessages = work.record.plan.kind === 'redrive-messages';
  const limits = isOfMessages ? pace.lookAtMessages : pace.look;
  passing.lookPause =
    outcomes.length > 0 && !isOfMessages ? limits.from : longer(passing.lookPause || limits.from, limits);
  passing.nextLookAt = now() + passing.lookPause;
  // In the order of ending: three in a row are looked for.
  outcomes.sort((a, b) => timeOf(a) - timeOf(b));
  if (outcomes.length > 0) work.write({ event: 'outcomes', items: outcomes });
  else work.changed();
  if (answer.ok) noteReturns(work, answer.value.returned);
}

function outcomeOf({ record, passing, now }: JobAtWork, item: ItemRecord, seen?: Look): Outcome | undefined {
  const { id } = item;
  if (seen === undefined || seen.state === 'running') {
    if (seen) passing.looks.set(id, seen);
    const { failingSince } = passing;
    const isUnread = failingSince !== null && record.plan.kind === 'redrive-messages';
    const patience = isUnread ? pace.patienceUnread : pace.patience;
    const sentAt = Date.parse(item.sentAt ?? record.startedAt);
    // Who wakes after hours has often no network yet: that says nothing of the items.
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

/** Those that have not ended come last. */
function timeOf({ endedAt }: Outcome): number {
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

const stillAtWork = 'It had not ended two hours after it was sent; nobody looks after it any more.';
const unread =
  'What the pipeline writes about it could not be read for ten minutes, so nothing says what became of it.';
/** Signed out, denied, away: that says nothing of the item. */
const unseen = 'Whether it has ended is not known: it could not be read for two hours.';
