import type { ScoredDocument } from '#shared/contract/workflows/workflows.ts';
import { statusByScore, type Thresholds } from '#shared/domain/document-status.ts';
import { wilsonInterval } from '#shared/domain/review/wilson.ts';
import { isWrong } from '#shared/domain/thresholds/judged-score.ts';
import type { Side } from '#shared/domain/thresholds/sides.ts';

export interface RightCount {
  readonly right: number;
  readonly n: number;
}

export function rightBySide(
  documents: readonly ScoredDocument[],
  thresholds: Thresholds,
): Readonly<Record<Side, RightCount>> {
  const counts = {
    FAILED: { right: 0, n: 0 },
    REVIEW_REQUIRED: { right: 0, n: 0 },
    SUCCEEDED: { right: 0, n: 0 },
  };
  for (const document of documents) {
    if (document.judged === null) continue;
    const count = counts[statusByScore(document.score, thresholds)];
    count.n += 1;
    if (!isWrong(document)) count.right += 1;
  }
  return counts;
}

/** "61 % of 380" */
export function rightWords({ right, n }: RightCount): string {
  if (n === 0) return 'nobody looked';
  return `${shareText(right / n)} of ${n.toLocaleString('en')}`;
}

/** "54 to 68 %", with 95 %. */
export function rangeText({ right, n }: RightCount): string {
  const { low, high } = wilsonInterval(right, n);
  return `${(low * 100).toFixed(0)} to ${shareText(high)}`;
}

/** Never 100 % of what was not all right, nor 0 % of what was not all wrong. */
export function shareText(share: number): string {
  const percent = Math.round(share * 100);
  const shown =
    share < 1 && percent === 100 ? 'over 99' : share > 0 && percent === 0 ? 'under 1' : String(percent);
  return `${shown}\u00A0%`;
}
