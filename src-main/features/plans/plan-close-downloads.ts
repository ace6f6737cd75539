import type { DownloadBatch } from '#shared/contract/downloads/downloads.ts';
import type { Plan, PlanItem, PlanTarget } from '#shared/contract/jobs/plans.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { hasEnded } from '#shared/domain/downloads/day-standing.ts';
import { isOver } from '#shared/domain/downloads/time-to-live.ts';
import { isCallable, notCallable } from '#shared/pipeline-api/words.ts';
import { closeUnits, pricedUnits } from '#shared/pricing/download-acts.ts';
import { filesWords } from '../../jobs/actions/download-batch-look.ts';
import { batchNow } from '../../jobs/actions/read-downloads.ts';
import { estimateOfDownloads } from './estimate-downloads.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { DraftParts } from './plan-documents.ts';

export type CloseTarget = Extract<PlanTarget, { kind: 'close-downloads' }>;

/** One item: a download batch that is to end though it would not, or not yet. */
export async function planCloseDownloads(
  { batchId }: CloseTarget,
  { reader, reads, book, now }: DraftParts,
): Promise<Result<PlanDraft>> {
  const read = await batchNow(batchId, { reader, now, paid: reads.paid });
  if (!read.ok) return read;
  const batch = read.value;
  if (batch === null) return noSuchBatch(batchId);
  const { verdict, why } = verdictOf(batch);
  const units = closeUnits(batch.expected.length);
  const item: PlanItem = {
    id: batchId,
    name: null,
    version: null,
    stamp: batch.updatedAt,
    verdict,
    why,
    usd: verdict === 'go' ? pricedUnits(units, book).usd : null,
    needsReason: false,
  };
  return ok({
    tenantId: null,
    items: [item],
    estimate: estimateOfDownloads(units, 'its files are read once more, and the batch is changed', book),
    checks: verdict === 'go' ? checksOf(batch, now) : [],
    nothingToDo: why,
  });
}

function verdictOf(batch: DownloadBatch): Pick<PlanItem, 'verdict' | 'why'> {
  const { batchId, status, updatedAt, timeToLive } = batch;
  if (!isCallable(batchId)) return { verdict: 'blocked', why: notCallable };
  if (isOver(timeToLive)) {
    return { verdict: 'blocked', why: 'Expired, awaiting deletion: nothing is done to it any more.' };
  }
  if (status === null) return { verdict: 'blocked', why: 'It has no status that the pipeline knows.' };
  if (hasEnded(status)) return { verdict: 'skip', why: `It has ended already: it is ${status}.` };
  if (updatedAt === null) {
    const why = 'It does not say when it was changed last, so a change since could not be seen.';
    return { verdict: 'blocked', why };
  }
  return { verdict: 'go', why: `${status}, ${filesWords(batch)}` };
}

/** After that the pipeline gives a queued batch up by itself. */
const minutesToEnd = 60;

function checksOf(batch: DownloadBatch, now: number): Plan['checks'] {
  const began = batch.startedAt === null ? Number.NaN : Date.parse(batch.startedAt);
  const endsAt = began + minutesToEnd * 60_000;
  const says = `It is ${batch.status ?? 'in no known status'}: ${filesWords(batch)}`;
  if (Number.isNaN(began)) return [{ says, state: 'good' }];
  if (endsAt > now) {
    const at = new Date(endsAt).toISOString().slice(11, 16);
    const soon = `It may still end by itself: at the latest at ${at} UTC, ${minutesToEnd} minutes after it began`;
    return [
      { says, state: 'good' },
      { says: soon, state: 'warning' },
    ];
  }
  const late =
    batch.status === 'initiated'
      ? 'It was never queued, and by now nobody looks after it any more'
      : `It began more than ${minutesToEnd} minutes ago, and nobody has given it up`;
  return [
    { says, state: 'good' },
    { says: late, state: 'good' },
  ];
}

function noSuchBatch(batchId: string): Result<never> {
  const message = `There is no download batch ${batchId} on this connection. Nothing was planned. Check the id.`;
  return refused({ code: 'not-found', message, what: 'download batch' });
}
