import type { DownloadFile } from '#shared/contract/downloads/downloads.ts';
import { hasFailed } from '#shared/domain/downloads/file-standing.ts';
import type { Look } from '../job-action.ts';

interface Requeued {
  /** Before it was requeued. */
  readonly stamp: string | null;
  /** That it was requeued with. */
  readonly downloadBatchId: string | null;
}

/** What became of a file that was made available again, as its table has it now. */
export function requeuedLook(file: DownloadFile | null, { stamp, downloadBatchId }: Requeued): Look {
  if (file === null) return look('failed-again', 'It was deleted before it came: its time was over.');
  const { batchId, status, version, statusSince, completedAt, error } = file;
  const isOthers = downloadBatchId !== null && batchId !== null && batchId !== downloadBatchId;
  if (isOthers)
    return look('overtaken', `${batchId} has taken it over; there it is ${status ?? 'in no known status'}.`);
  // As it was before: the answer to the call came first.
  if (version !== null && version === stamp) return look('running', null);
  if (status === 'completed') return look('fixed', null, completedAt ?? statusSince);
  if (hasFailed(status)) return look('failed-again', [status, error].filter(isThere).join(': '), statusSince);
  return look('running', status);
}

function look(state: Look['state'], note: string | null, endedAt: string | null = null): Look {
  return { state, status: null, stage: null, run: null, endedAt, usage: null, note };
}

function isThere(part: string | null): part is string {
  return part !== null;
}
