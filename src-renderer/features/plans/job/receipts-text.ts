import type { ItemReceipt, Job } from '#shared/contract/jobs/jobs.ts';
import { itemWords } from '#shared/domain/job-words.ts';
import { whereOf } from '#shared/domain/job-place.ts';
import { tookWords } from '../time-words.ts';

/** For a ticket or a chat: which plan, and a line an item. */
export function receiptsText(
  job: Pick<Job, 'kind' | 'batchId' | 'queue' | 'downloads' | 'hash'>,
  receipts: readonly ItemReceipt[],
): string {
  const head = [`${whereOf(job)}, plan sha256:${job.hash}`];
  const lines = receipts.map(({ id, name, state, status, run, ms, note }) =>
    [
      id,
      name ?? '',
      status === null ? itemWords(job.kind, state) : `${itemWords(job.kind, state)} (${status})`,
      run === null ? '' : `run ${String(run)}`,
      ms === null ? '' : tookWords(ms),
      note ?? '',
    ]
      .map(inOneCell)
      .join('\t')
      .trimEnd(),
  );
  return [...head, ...lines].join('\n');
}

function inOneCell(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ');
}
