import type { WorkflowSample } from '#shared/contract/workflows/workflows.ts';
import { listed } from '#shared/domain/listed-words.ts';
import { shareWords } from '../threshold-words.ts';

/** "2 running batches keep 0.56 / 0.84." */
export function runningWords({ batches, isAtLeast }: WorkflowSample['running']): string {
  if (batches.length === 0) {
    return isAtLeast
      ? 'Batches submitted later take the new thresholds; whether more are running was not counted.'
      : 'No batch is running; those submitted later take the new thresholds.';
  }
  const byThresholds = new Map<string, number>();
  for (const { confidenceThreshold, reviewThreshold } of batches) {
    const kept =
      confidenceThreshold === null || reviewThreshold === null
        ? 'thresholds that are unknown'
        : `${shareWords(confidenceThreshold)} / ${shareWords(reviewThreshold)}`;
    byThresholds.set(kept, (byThresholds.get(kept) ?? 0) + 1);
  }
  const parts = [...byThresholds]
    .toSorted(([, a], [, b]) => b - a)
    .map(([kept, count], place) => {
      const batch = place > 0 ? '' : count === 1 ? ' running batch' : ' running batches';
      return `${String(count)}${batch} ${count === 1 ? 'keeps' : 'keep'} ${kept}`;
    });
  return `${isAtLeast ? 'At least ' : ''}${listed(parts)}.`;
}
