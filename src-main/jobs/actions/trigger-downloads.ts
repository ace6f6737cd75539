import type { Plan } from '#shared/contract/jobs/plans.ts';
import { ok } from '#shared/contract/result.ts';
import { newestFirst } from '#shared/domain/downloads/day-standing.ts';
import { readDay } from '../../reads/download-day.ts';
import type { JobAction, Look, SentItem } from '../job-action.ts';
import { downloadBatchLook } from './download-batch-look.ts';
import { notTaken, repeatableForMs, type DownloadParts } from './download-parts.ts';
import { newsOnly } from './news-only.ts';
import { batchNow, downloadsChanged, seenDownloads } from './read-downloads.ts';

/** A day run again, as a batch of its own: what that comes to is what becomes of the day. */
export function triggerDownloadsAction({ doors, now }: DownloadParts): JobAction {
  const isNews = newsOnly();
  return {
    kind: 'trigger-downloads',
    repeatableForMs,
    mostInCall: 1,

    async recheck(plan, ids) {
      const date = dateOf(plan);
      const day = await readDay(date, { reader: doors().reader, now: now() });
      if (!day.ok) return day;
      const [newest] = newestFirst(day.value.batches);
      const planned = plan.items[0]?.stamp ?? null;
      const isSame = (newest?.batchId ?? null) === planned;
      const why = `Another batch of this day has begun since the plan: ${newest?.batchId ?? 'none is left'}.`;
      const skip = new Map(isSame ? [] : ids.map((id) => [id, why]));
      return ok({ skip, seen: seenDownloads({ batches: day.value.batches }) });
    },

    async send({ plan, by, reason = '' }, { ids, idempotencyKey }) {
      const answer = await doors().pipeline.call('triggerDownloads', {
        personId: by,
        body: { date: dateOf(plan), reason },
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
          // Its files were others' before.
          downloadsChanged(doors().reader, { files: batch.expected, batches: [downloadBatchId] });
        }
        return ok({ looks, seen: seenDownloads({ batches: [batch] }) });
      }
      return ok({ looks, seen: seenDownloads({}) });
    },
  };
}

function dateOf({ target }: Plan): string {
  if (target.kind !== 'trigger-downloads') throw new Error('This plan runs no day again.');
  return target.date;
}
