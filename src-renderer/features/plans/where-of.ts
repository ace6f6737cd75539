import type { Job } from '#shared/contract/jobs/jobs.ts';

/** The batch or the queue that a job is on. */
export function whereOf({ batchId, queue }: Pick<Job, 'batchId' | 'queue'>): string {
  return queue ?? batchId ?? '';
}
