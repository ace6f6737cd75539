import { statusByScore } from '../document-status.ts';
import type { Thresholds } from '../document-status.ts';

export const sides = ['FAILED', 'REVIEW_REQUIRED', 'SUCCEEDED'] as const;
export type Side = (typeof sides)[number];

interface Scored {
  readonly score: number;
}

export type SideCounts = Readonly<Record<Side, number>>;

/** How many documents of a sample come to be what, by their scores alone. */
export function sideCounts(documents: readonly Scored[], thresholds: Thresholds): SideCounts {
  const counts = { FAILED: 0, REVIEW_REQUIRED: 0, SUCCEEDED: 0 };
  for (const { score } of documents) counts[statusByScore(score, thresholds)] += 1;
  return counts;
}

export interface ChangedSide {
  readonly from: Side;
  readonly to: Side;
  readonly documents: number;
}

/** What other thresholds make of the same documents; most first, and nothing of those that stay. */
export function changedSides(
  documents: readonly Scored[],
  before: Thresholds,
  after: Thresholds,
): ChangedSide[] {
  const counts = new Map<string, { from: Side; to: Side; documents: number }>();
  for (const { score } of documents) {
    const from = statusByScore(score, before);
    const to = statusByScore(score, after);
    if (from === to) continue;
    const key = `${from} ${to}`;
    const change = counts.get(key);
    if (change === undefined) counts.set(key, { from, to, documents: 1 });
    else change.documents += 1;
  }
  return [...counts.values()].toSorted((a, b) => b.documents - a.documents);
}
