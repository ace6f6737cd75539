import type { Job } from '../contract/jobs/jobs.ts';
import type { JobKind, PlanTarget } from '../contract/jobs/plans.ts';

export function isOfMessages(kind: JobKind): boolean {
  return kind === 'redrive-messages' || kind === 'discard-messages';
}

export function isOfDownloads(kind: JobKind): boolean {
  return kind === 'requeue-files' || kind === 'trigger-downloads' || kind === 'close-downloads';
}

/** Who comes later must be able to read why: what these do cannot be read off any item. */
export function alwaysNeedsReason(kind: JobKind): boolean {
  return kind === 'discard-messages' || kind === 'trigger-downloads' || kind === 'close-downloads';
}

/** Which day or batch of the downloads a plan is about; nothing where it is about something else. */
export function downloadsPlaceOf(target: PlanTarget): Pick<Job, 'downloads'> {
  switch (target.kind) {
    case 'requeue-files':
      return { downloads: ofBatch(target.batchId ?? null) };
    case 'trigger-downloads':
      return { downloads: { date: target.date, batchId: null } };
    case 'close-downloads':
      return { downloads: ofBatch(target.batchId) };
    default:
      return {};
  }
}

/** Its day is a part of its id, as the catalogue declares it. */
function ofBatch(batchId: string | null): NonNullable<Job['downloads']> {
  return { date: /^batch-(\d{4}-\d\d-\d\d)-/.exec(batchId ?? '')?.[1] ?? null, batchId };
}

type Placed = Pick<Job, 'batchId' | 'queue' | 'downloads'>;

/** The batch, the queue or the day that a job is on; empty where its files are of several batches. */
export function whereOf({ batchId, queue, downloads }: Placed): string {
  return queue ?? batchId ?? downloads?.batchId ?? downloads?.date ?? '';
}

/** What that is. */
export function whereNoun({ queue, downloads }: Placed): string {
  if (queue !== null) return 'Queue';
  if (downloads === undefined) return 'Batch';
  if (downloads.batchId !== null) return 'Download batch';
  return downloads.date === null ? 'Downloads' : 'Day';
}
