import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Thresholds } from '#shared/domain/document-status.ts';
import { changedSides, sideCounts } from '#shared/domain/thresholds/sides.ts';
import { whatIf } from '#shared/domain/thresholds/what-if.ts';
import { anySample, anyScore, anyThresholds, aScoredDocument, scoredDocuments } from './a-scored-document.ts';

const at = (confidenceThreshold: number, reviewThreshold: number): Thresholds => ({
  confidenceThreshold,
  reviewThreshold,
});

describe('sides', () => {
  it('are what counting one by one says', () => {
    fc.assert(
      fc.property(anySample, anyThresholds, (sample, thresholds) => {
        const { confidenceThreshold: confidence, reviewThreshold: review } = thresholds;
        expect(sideCounts(sample, thresholds)).toEqual({
          FAILED: sample.filter(({ score }) => score < confidence).length,
          REVIEW_REQUIRED: sample.filter(({ score }) => score >= confidence && score < review).length,
          SUCCEEDED: sample.filter(({ score }) => score >= review).length,
        });
      }),
    );
  });

  it('put a score that is exactly a threshold above it', () => {
    const [document] = [aScoredDocument(0.84)];
    expect(sideCounts([document], at(0.56, 0.84)).SUCCEEDED).toBe(1);
    expect(sideCounts([document], at(0.84, 0.9)).REVIEW_REQUIRED).toBe(1);
    expect(sideCounts([document], at(0.84, 0.84))).toEqual({ FAILED: 0, REVIEW_REQUIRED: 0, SUCCEEDED: 1 });
  });

  it('change by as much as the counts do', () => {
    fc.assert(
      fc.property(anySample, anyThresholds, anyThresholds, (sample, before, after) => {
        const changes = changedSides(sample, before, after);
        for (const side of ['FAILED', 'REVIEW_REQUIRED', 'SUCCEEDED'] as const) {
          const come = changes.filter(({ to }) => to === side).reduce((sum, one) => sum + one.documents, 0);
          const gone = changes
            .filter(({ from }) => from === side)
            .reduce((sum, one) => sum + one.documents, 0);
          expect(sideCounts(sample, before)[side] + come - gone).toBe(sideCounts(sample, after)[side]);
        }
        expect(changes.every(({ from, to, documents }) => from !== to && documents > 0)).toBe(true);
      }),
    );
  });

  it('stay where the thresholds do, and go back the way they came', () => {
    fc.assert(
      fc.property(anySample, anyThresholds, anyThresholds, (sample, before, after) => {
        expect(changedSides(sample, before, before)).toEqual([]);
        const total = (changes: readonly { readonly documents: number }[]) =>
          changes.reduce((sum, { documents }) => sum + documents, 0);
        expect(total(changedSides(sample, before, after))).toBe(total(changedSides(sample, after, before)));
      }),
    );
  });
});

describe('what-if', () => {
  const intake = { documents: 300, days: 30 };

  it('shares what comes in as the sample is shared', () => {
    const documents = [
      ...scoredDocuments(10, 0.4),
      ...scoredDocuments(30, 0.7),
      ...scoredDocuments(50, 0.95),
    ];
    const found = whatIf({ documents, failedOtherwise: 10, intake }, at(0.56, 0.84), 90);
    expect(found.reviewsADay).toBeCloseTo(3, 12);
    expect(found.acceptedADay).toBeCloseTo(5, 12);
    // Ten by their score and ten for another reason, of a hundred.
    expect(found.failedADay).toBeCloseTo(2, 12);
    expect(found.failedOtherwiseADay).toBeCloseTo(1, 12);
    expect(found.hoursAWeek).toBeCloseTo((3 * 7 * 90) / 3600, 12);
  });

  it('accounts for all that comes in', () => {
    fc.assert(
      fc.property(anySample, fc.nat(20), anyThresholds, (documents, failedOtherwise, thresholds) => {
        const found = whatIf({ documents, failedOtherwise, intake }, thresholds, 90);
        if (documents.length + failedOtherwise === 0) {
          expect(found.reviewsADay).toBeNull();
          return;
        }
        const all = (found.reviewsADay ?? 0) + (found.failedADay ?? 0) + (found.acceptedADay ?? 0);
        expect(all).toBeCloseTo(10, 9);
      }),
    );
  });

  it('has never fewer reviews with a higher review threshold, and never fewer failures with a higher confidence', () => {
    fc.assert(
      fc.property(anySample, anyThresholds, anyScore, (documents, thresholds, other) => {
        const sample = { documents, failedOtherwise: 0, intake };
        const base = whatIf(sample, thresholds, 90);
        const raised = { ...thresholds, reviewThreshold: Math.max(thresholds.reviewThreshold, other) };
        expect(whatIf(sample, raised, 90).reviewsADay ?? 0).toBeGreaterThanOrEqual(base.reviewsADay ?? 0);
        expect(whatIf(sample, raised, 90).failedADay).toBe(base.failedADay);
        const stricter = {
          ...thresholds,
          confidenceThreshold: Math.min(
            thresholds.reviewThreshold,
            Math.max(thresholds.confidenceThreshold, other),
          ),
        };
        expect(whatIf(sample, stricter, 90).failedADay ?? 0).toBeGreaterThanOrEqual(base.failedADay ?? 0);
      }),
    );
  });

  it('says nothing of no sample, and nothing where nobody knows over how many days', () => {
    expect(whatIf({ documents: [], failedOtherwise: 0, intake }, at(0.5, 0.8), 90).reviewsADay).toBeNull();
    const documents = scoredDocuments(1, 0.7);
    expect(
      whatIf({ documents, failedOtherwise: 0, intake: { documents: 4, days: 0 } }, at(0.5, 0.8), 90)
        .hoursAWeek,
    ).toBeNull();
    // One document is little to go by, and is all there is.
    expect(whatIf({ documents, failedOtherwise: 0, intake }, at(0.5, 0.8), 90).reviewsADay).toBe(10);
  });
});
