import type { JobAtWork } from './job-at-work.ts';

/**
 * Messages of this job that were seen in their dead-letter queue again, whoever received them there: also those that
 * have ended for it, as confirmed or not.
 */
export function noteReturns(
  { record, write }: Pick<JobAtWork, 'record' | 'write'>,
  returned: ReadonlyMap<string, string> = new Map(),
): void {
  const items = [...returned].flatMap(([id, note]) => {
    const state = record.items.get(id)?.state;
    return state === 'running' || state === 'fixed' || state === 'unconfirmed' ? [{ id, note }] : [];
  });
  if (items.length > 0) write({ event: 'returned', items });
}
