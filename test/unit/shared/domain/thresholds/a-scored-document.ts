import * as fc from 'fast-check';
import type { ScoredDocument } from '#shared/contract/workflows.ts';
import type { Thresholds } from '#shared/domain/statuses.ts';

export function aScoredDocument(
  score: number,
  judged: ScoredDocument['judged'] = null,
  rest: Partial<ScoredDocument> = {},
): ScoredDocument {
  return { score, judged, put: 'REVIEW_REQUIRED', wasChecked: false, ...rest };
}

export function scoredDocuments(count: number, score: number, judged: ScoredDocument['judged'] = null) {
  return Array.from({ length: count }, () => aScoredDocument(score, judged));
}

/** Many scores lie on the borders of bands, and some lie anywhere. */
export const anyScore = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
  fc
    .integer({ min: 0, max: 20 })
    .map((place) => place * 0.05)
    .map((score) => Math.min(1, score)),
  fc.double({ min: 0, max: 1, noNaN: true }),
);

export const anyDocument = fc
  .record({
    score: anyScore,
    judged: fc.constantFrom<ScoredDocument['judged']>('right', 'corrected', 'unusable', null),
  })
  .map(({ score, judged }) => aScoredDocument(score, judged));

export const anySample = fc.array(anyDocument, { maxLength: 80 });

export const anyThresholds: fc.Arbitrary<Thresholds> = fc
  .tuple(anyScore, anyScore)
  .map(([a, b]) => ({ confidenceThreshold: Math.min(a, b), reviewThreshold: Math.max(a, b) }));
