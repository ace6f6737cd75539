import type { AccuracyBand, FieldAccuracy } from '../../contract/review-figures.ts';

/** A reviewer's finding on one reading of a field. */
export interface Judgement {
  readonly field: string;
  /** The readers' confidence before the review. */
  readonly confidence: number;
  readonly isRight: boolean;
}

const fewest = 30;
/** Below this a score does little better than chance. */
const leastAuroc = 0.6;
/** The lower bounds of the bands. Most scores are high, so the bands are narrower there. */
const starts = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95];

/**
 * Computes for each field how often the readers were right, by score, and whether the score predicts it. Fields with
 * the most judgements come first.
 */
export function observedAccuracy(judgements: readonly Judgement[]): FieldAccuracy[] {
  const byField = new Map<string, Judgement[]>();
  for (const one of judgements) {
    const of = byField.get(one.field) ?? [];
    of.push(one);
    byField.set(one.field, of);
  }
  return [...byField]
    .map(([field, of]) => computeAccuracy(field, of))
    .toSorted((a, b) => b.n - a.n || (a.field < b.field ? -1 : 1));
}

function computeAccuracy(field: string, judgements: readonly Judgement[]): FieldAccuracy {
  const ranks = auroc(judgements);
  return {
    field,
    ...counted(judgements),
    bands: starts.flatMap((from, at) => toBands(from, starts[at + 1], judgements)),
    auroc: ranks,
    verdict: judgeRanking(judgements.length, ranks),
  };
}

function judgeRanking(n: number, ranks: number | null): FieldAccuracy['verdict'] {
  if (n < fewest) return 'too few';
  return ranks === null || ranks < leastAuroc ? 'does not rank' : 'ranks';
}

/** The last band includes 1. */
function toBands(from: number, to: number | undefined, judgements: readonly Judgement[]): AccuracyBand[] {
  const inside = judgements.filter(
    ({ confidence }) => confidence >= from && (to === undefined || confidence < to),
  );
  return inside.length === 0 ? [] : [{ from, to: to ?? 1, ...counted(inside) }];
}

function counted(judgements: readonly Judgement[]): Pick<AccuracyBand, 'n' | 'right' | 'low' | 'high'> {
  const n = judgements.length;
  const right = judgements.filter(({ isRight }) => isRight).length;
  return { n, right, ...wilsonInterval(right, n) };
}

interface Scored {
  readonly confidence: number;
  readonly isRight: boolean;
}

/**
 * Returns the probability that a right value has a higher score than a wrong one, with ties counted as half. 1 ranks
 * all errors below, and 0.5 says nothing. Returns null if either kind is missing.
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
    // Equal scores share the mean of their ranks, which count from 1.
    rankSum += rightOnes * ((from + 1 + to) / 2);
    from = to;
  }
  return (rankSum - (right * (right + 1)) / 2) / (right * wrong);
}

/** The quantile of a normal distribution for 95 %. */
const z = 1.959963984540054;

/**
 * Returns the bounds of the true share, with 95 % confidence. Unlike the plain interval it holds for small samples and
 * if all are right.
 */
export function wilsonInterval(right: number, n: number): { readonly low: number; readonly high: number } {
  if (n === 0) return { low: 0, high: 1 };
  const share = right / n;
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const middle = share + (z * z) / (2 * n);
  const whole = 1 + (z * z) / n;
  return {
    low: right === 0 ? 0 : Math.max(0, (middle - spread) / whole),
    high: right === n ? 1 : Math.min(1, (middle + spread) / whole),
  };
}
