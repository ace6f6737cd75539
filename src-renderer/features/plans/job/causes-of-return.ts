import type { ItemReceipt } from '#shared/contract/jobs/jobs.ts';
import { causeOfReturn } from '#shared/domain/job-summary.ts';

export interface CauseOfReturn {
  readonly cause: string;
  readonly count: number;
}

/** Why messages are in their queue again, the commonest first. */
export function causesOfReturn(
  receipts: readonly Pick<ItemReceipt, 'state' | 'note'>[],
): readonly CauseOfReturn[] {
  const counts = new Map<string, number>();
  for (const { state, note } of receipts) {
    if (state !== 'failed-again') continue;
    const cause = causeOfReturn(note ?? '') || 'no reason was given';
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return [...counts].map(([cause, count]) => ({ cause, count })).toSorted((a, b) => b.count - a.count);
}
