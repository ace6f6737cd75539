import type { DownloadBatch, DownloadDay } from '#shared/contract/downloads/downloads.ts';
import { newestFirst } from '#shared/domain/downloads/day-standing.ts';
import { daysOfFiles, oldestRunAgain } from '#shared/domain/downloads/days.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { batchWords, shortDay } from '../strip/day-words.ts';

/** Why a day is not run again; undefined where it can be. The plan says what its newest batch lacks. */
export function whyNotRunAgain(day: string, today: string): string | undefined {
  if (day > today) return 'The day has not begun.';
  const oldest = oldestRunAgain(today);
  if (day >= oldest) return undefined;
  return `Files are kept for ${String(daysOfFiles)} days: the days from ${shortDay(oldest)} on can be run again.`;
}

/** The batch of the address if the day has it, else the one that began last. */
export function openBatchOf(
  batches: readonly DownloadBatch[],
  batchId: string | null,
): DownloadBatch | undefined {
  return batchId === null ? newestFirst(batches)[0] : batches.find((batch) => batch.batchId === batchId);
}

/** "1 completed, 2 timeout", "2 batches, timeout" */
export function statusWords({ batches, isAll }: Pick<DownloadDay, 'batches' | 'isAll'>): string {
  const counts = new Map<string, number>();
  for (const { status } of batches) {
    const word = status ?? 'of no known status';
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const [only] = counts.keys();
  if (counts.size === 1) return `${batchWords(batches.length, isAll)}, ${only ?? ''}`;
  return `${isAll ? '' : 'at least '}${[...counts].map(([word, count]) => `${grouped(count)} ${word}`).join(', ')}`;
}
