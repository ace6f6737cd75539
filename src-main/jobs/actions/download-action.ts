import type { DownloadBatch } from '#shared/contract/downloads.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { ok } from '#shared/contract/result.ts';
import { hasEnded, newestFirst } from '#shared/domain/download-days.ts';
import type { Problem } from '#shared/pipeline-api/problem.ts';
import { readDay } from '../../reads/download-day.ts';
import { newsOnly, type JobAction, type Look, type SentItem } from '../job-action.ts';
import {
  batchNow,
  downloadBatchLook,
  downloadsChanged,
  formatFileCounts,
  notTaken,
  repeatableForMs,
  seenDownloads,
  type DownloadParts,
} from './read-downloads.ts';

/** Runs a day again as a new batch; the outcome of that batch is the outcome of the day. */
export function triggerDownloadsAction({ doors, now }: DownloadParts): JobAction {
  const isNews = newsOnly();
  return {
    kind: 'trigger-downloads',
    repeatableForMs,
    firstLookAfter: () => 5_000,
    mostInCall: 1,

    async recheck(plan, ids) {
      const date = getPlanDate(plan);
      const day = await readDay(date, { reader: doors().reader, now: now() });
      if (!day.ok) return day;
      const [newest] = newestFirst(day.value.batches);
      const planned = plan.items[0]?.stamp ?? null;
      const isSame = (newest?.batchId ?? null) === planned;
      const why = `Another batch of this day started after the plan: ${newest?.batchId ?? 'none is left'}.`;
      const skip = new Map(isSame ? [] : ids.map((id) => [id, why]));
      return ok({ skip, seen: seenDownloads({ batches: day.value.batches }) });
    },

    async send({ plan, by, reason = '' }, { ids, idempotencyKey }) {
      const answer = await doors().pipeline.call('triggerDownloads', {
        personId: by,
        body: { date: getPlanDate(plan), reason },
        idempotencyKey,
      });
      if (answer.kind !== 'answered') return notTaken(answer);
      const { BatchID } = answer.value.batch;
      downloadsChanged(doors().reader, { batches: [BatchID] });
      const downloadBatches = new Map(ids.map((id) => [id, BatchID]));
      return { kind: 'accepted', run: null, refused: new Map(), downloadBatches };
    },

    async look(_job, sent: readonly SentItem[]) {
      const looks = new Map<string, Look>();
      for (const { id, downloadBatchId } of sent) {
        if (downloadBatchId === null || downloadBatchId === undefined) continue;
        const read = await batchNow(downloadBatchId, { reader: doors().reader, now: now() });
        if (!read.ok) return read;
        const batch = read.value;
        looks.set(id, downloadBatchLook(batch, downloadBatchId));
        if (batch === null) continue;
        if (isNews(id, `${batch.status} at ${batch.updatedAt}`)) {
          // Its files belonged to other batches before.
          downloadsChanged(doors().reader, { files: batch.expected, batches: [downloadBatchId] });
        }
        return ok({ looks, seen: seenDownloads({ batches: [batch] }) });
      }
      return ok({ looks, seen: seenDownloads({}) });
    },
  };
}

function getPlanDate({ target }: Plan): string {
  if (target.kind !== 'trigger-downloads') throw new Error('This plan runs no day again.');
  return target.date;
}

/** Ends one download batch that will not end on its own. */
export function closeDownloadsAction({ doors, now }: DownloadParts): JobAction {
  const read = (plan: Plan) => batchNow(getBatchId(plan), { reader: doors().reader, now: now() });
  return {
    kind: 'close-downloads',
    repeatableForMs,
    firstLookAfter: () => 0,
    mostInCall: 1,

    async recheck(plan, ids) {
      const batch = await read(plan);
      if (!batch.ok) return batch;
      const why = whyChanged(getPlanStamp(plan), batch.value);
      const skip = new Map(why === undefined ? [] : ids.map((id) => [id, why]));
      return ok({ skip, seen: toSeenBatch(batch.value) });
    },

    async send({ plan, by, reason = '' }, { ids, idempotencyKey }) {
      const answer = await doors().pipeline.call('closeDownloads', {
        personId: by,
        params: { batchId: getBatchId(plan) },
        body: { reason },
        idempotencyKey,
        ifMatch: getPlanStamp(plan) ?? '',
      });
      if (answer.kind === 'problem' && leftAlone.has(answer.problem.code)) {
        const skipped = new Map(ids.map((id) => [id, answer.problem.detail]));
        return { kind: 'accepted', run: null, refused: new Map(), skipped };
      }
      if (answer.kind !== 'answered') return notTaken(answer);
      downloadsChanged(doors().reader, { batches: [getBatchId(plan)] });
      return { kind: 'accepted', run: null, refused: new Map() };
    },

    async look({ plan }, sent) {
      const batch = await read(plan);
      if (!batch.ok) return batch;
      const look = closedLook(batch.value);
      return ok({ looks: new Map(sent.map(({ id }) => [id, look])), seen: toSeenBatch(batch.value) });
    },
  };
}

/** With these answers the batch has ended on its own in between, has changed, or is gone. */
const leftAlone: ReadonlySet<Problem['code']> = new Set([
  'stale-version',
  'batch-already-closed',
  'not-found',
]);

/** The end of the batch, once it can be read, is the proof. */
function closedLook(batch: DownloadBatch | null): Look {
  const nothing = { status: null, stage: null, run: null, usage: null };
  if (batch === null) return { ...nothing, state: 'fixed', endedAt: null, note: 'It is no longer there.' };
  const isClosed = hasEnded(batch.status ?? 'queued');
  const note = `${batch.status ?? 'Unknown status'}: ${formatFileCounts(batch)}.`;
  return {
    ...nothing,
    state: isClosed ? 'fixed' : 'running',
    endedAt: isClosed ? batch.updatedAt : null,
    note,
  };
}

function whyChanged(planned: string | null, batch: DownloadBatch | null): string | undefined {
  if (batch === null) return 'It is no longer there.';
  const { status, updatedAt } = batch;
  if (status !== null && hasEnded(status)) return `It ended after the plan was made: ${status}.`;
  if (updatedAt !== null && updatedAt === planned) return undefined;
  return `Changed since the plan: ${formatFileCounts(batch)}.`;
}

function getPlanStamp({ items }: Plan): string | null {
  return items[0]?.stamp ?? null;
}

function getBatchId({ target }: Plan): string {
  if (target.kind !== 'close-downloads') throw new Error('This plan closes no download batch.');
  return target.batchId;
}

function toSeenBatch(batch: DownloadBatch | null) {
  return seenDownloads({ batches: batch === null ? [] : [batch] });
}
