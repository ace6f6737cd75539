interface Scored {
  readonly confidence: number;
  readonly isRight: boolean;
}

/**
 * How likely a right one has a higher score than a wrong one, equal scores counted as half: 1 ranks all errors below,
 * 0.5 says nothing. Null where there are none of either.
 */
export function auroc(scored: readonly Scored[]): number | null {
  const right = scored.filter(({ isRight }) => isRight).length;
  const wrong = scored.length - right;
  if (right === 0 || wrong === 0) return null;
  const sorted = scored.toSorted((a, b) => a.confidence - b.confidence);
  let rankSum = 0;
  for (let from = 0; from < sorted.length;) {
    let to = from;
    let rightOnes = 0;
    while (to < sorted.length && sorted[to]?.confidence === sorted[from]?.confidence) {
      if (sorted[to]?.isRight === true) rightOnes += 1;
      to += 1;
    }
    // Those of one score share the mean of their ranks, which count from 1.
    rankSum += rightOnes * ((from + 1 + to) / 2);
    from = to;
  }
  return (rankSum - (right * (right + 1)) / 2) / (right * wrong);
}
