import type { DownloadBatch } from '#shared/contract/downloads/downloads.ts';
import { fileSetsOf } from '#shared/domain/downloads/file-sets.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { Look } from '../job-action.ts';

/** How a batch stands that was begun for a day: good only when it has completed. */
export function downloadBatchLook(batch: DownloadBatch | null, batchId: string): Look {
  if (batch === null) return look('running', `${batchId} cannot be found at the moment.`);
  const { status, closedBy, closeReason, timedOutAt, updatedAt } = batch;
  // Of a line that is cut the batch's id can be missed most easily.
  const note = (says: string): string => `${says}${filesWords(batch)} (${batchId})`;
  switch (status) {
    case 'completed':
      return look('fixed', note(''), updatedAt);
    case 'timeout':
      return look('failed-again', note('timed out, '), timedOutAt ?? updatedAt);
    case 'failed': {
      const closed = `closed by ${closedBy ?? ''}: ${closeReason ?? 'no reason given'}, `;
      return look('failed-again', note(closedBy === null ? 'failed, ' : closed), updatedAt);
    }
    default:
      return look('running', note(`${status ?? 'in no known status'}, `));
  }
}

/** "7 of 10 completed, 2 failed, 1 open" */
export function filesWords(batch: Pick<DownloadBatch, 'expected' | 'completed' | 'failed'>): string {
  const { expected, completed, failed, open } = fileSetsOf(batch);
  if (expected.length === 0) return 'no files expected';
  return [
    `${grouped(completed.length)} of ${grouped(expected.length)} completed`,
    ...(failed.length > 0 ? [`${grouped(failed.length)} failed`] : []),
    ...(open.length > 0 ? [`${grouped(open.length)} open`] : []),
  ].join(', ');
}

function look(state: Look['state'], note: string, endedAt: string | null = null): Look {
  return { state, status: null, stage: null, run: null, endedAt, usage: null, note };
}
