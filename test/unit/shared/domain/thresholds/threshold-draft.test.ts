import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Thresholds } from '#shared/domain/statuses.ts';
import {
  changedSides,
  clampDraft,
  toThresholdDraft,
  handleBounds,
  isSameDraft,
  liveThresholds,
  moveHandle,
  sideCounts,
  stepHandle,
  whatIf,
} from '#shared/domain/thresholds/threshold-draft.ts';
import { anySample, anyScore, anyThresholds, aScoredDocument, scoredDocuments } from './a-scored-document.ts';

const handle = fc.constantFrom('confidenceThreshold' as const, 'reviewThreshold' as const);
const anywhere = fc.oneof(fc.double(), fc.double({ min: -0.5, max: 1.5, noNaN: true }));
const move = fc.oneof(
  fc.record({ kind: fc.constant('by' as const), handle, steps: fc.integer({ min: -120, max: 120 }) }),
  fc.record({ kind: fc.constant('to' as const), handle, value: anywhere }),
);

function moved(draft: Thresholds, moves: readonly (typeof move extends fc.Arbitrary<infer M> ? M : never)[]) {
  return moves.reduce(
    (at, one) =>
      one.kind === 'by' ? stepHandle(at, one.handle, one.steps) : moveHandle(at, one.handle, one.value),
    draft,
  );
}

function isInOrder({ confidenceThreshold, reviewThreshold }: Thresholds): boolean {
  return confidenceThreshold >= 0 && confidenceThreshold <= reviewThreshold && reviewThreshold <= 1;
}

const at = (confidenceThreshold: number, reviewThreshold: number): Thresholds => ({
  confidenceThreshold,
  reviewThreshold,
});

describe('moving the handles', () => {
  it('keeps 0 <= confidence <= review <= 1, in any order of moves', () => {
    fc.assert(
      fc.property(anyThresholds, fc.array(move, { maxLength: 40 }), (draft, moves) => {
        expect(isInOrder(moved(draft, moves))).toBe(true);
      }),
    );
  });

  it('moves one and leaves the other', () => {
    fc.assert(
      fc.property(anyThresholds, handle, anywhere, (draft, which, to) => {
        const other = which === 'confidenceThreshold' ? 'reviewThreshold' : 'confidenceThreshold';
        expect(moveHandle(draft, which, to)[other]).toBe(draft[other]);
      }),
    );
  });

  it('goes no further than the other one', () => {
    expect(moveHandle(at(0.56, 0.84), 'confidenceThreshold', 0.9)).toEqual(at(0.84, 0.84));
    expect(moveHandle(at(0.56, 0.84), 'reviewThreshold', 0.1)).toEqual(at(0.56, 0.56));
  });

  it('reaches its bounds, even between two steps', () => {
    fc.assert(
      fc.property(anyThresholds, handle, (draft, which) => {
        const { least, most } = handleBounds(draft, which);
        expect(moveHandle(draft, which, least)[which]).toBe(least);
        expect(moveHandle(draft, which, most)[which]).toBe(most);
      }),
    );
    expect(moveHandle(at(0.5, 0.8449), 'confidenceThreshold', 1)).toEqual(at(0.8449, 0.8449));
  });

  it('counts in whole hundredths, unlike floats: 0.1 and 0.2 make 0.3', () => {
    let draft = at(0, 1);
    for (let step = 1; step <= 100; step += 1) {
      draft = stepHandle(draft, 'confidenceThreshold', 1);
      expect(draft.confidenceThreshold).toBe(step / 100);
    }
    expect(stepHandle(at(0.1, 1), 'confidenceThreshold', 20).confidenceThreshold).toBe(0.3);
    expect(moveHandle(at(0, 1), 'confidenceThreshold', 0.1 + 0.2).confidenceThreshold).toBe(0.3);
  });

  it('moves a value between two steps to the next step', () => {
    expect(stepHandle(at(0.5, 0.845), 'reviewThreshold', 1).reviewThreshold).toBe(0.85);
    expect(stepHandle(at(0.5, 0.845), 'reviewThreshold', -1).reviewThreshold).toBe(0.84);
  });

  it('returns by as many steps as it went, if nothing was in its way', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (from, to) => {
        const there = stepHandle(at(from / 100, 1), 'confidenceThreshold', to - from);
        expect(there.confidenceThreshold).toBe(to / 100);
        expect(stepHandle(there, 'confidenceThreshold', from - to).confidenceThreshold).toBe(from / 100);
      }),
    );
  });

  it('does not move for an invalid place', () => {
    expect(moveHandle(at(0.56, 0.84), 'reviewThreshold', Number.NaN)).toEqual(at(0.56, 0.84));
  });
});

describe('a draft', () => {
  it('equals the saved thresholds if the address says nothing', () => {
    fc.assert(
      fc.property(anyThresholds, (live) => {
        const draft = toThresholdDraft(live, { confidence: null, review: null });
        expect(isSameDraft(draft, live)).toBe(true);
        expect(liveThresholds(live)).toEqual(live);
      }),
    );
  });

  it('takes values from the address, and puts them in order', () => {
    expect(toThresholdDraft(at(0.56, 0.84), { confidence: 0.5, review: null })).toEqual(at(0.5, 0.84));
    // The review threshold rises with the other one, so more is reviewed and nothing more is accepted.
    expect(toThresholdDraft(at(0.56, 0.84), { confidence: 0.9, review: null })).toEqual(at(0.9, 0.9));
  });

  it('of a workflow without a threshold fails nothing and accepts nothing automatically', () => {
    const broken = { confidenceThreshold: null, reviewThreshold: 7 };
    expect(liveThresholds(broken)).toBeNull();
    expect(toThresholdDraft(broken, { confidence: null, review: null })).toEqual(at(0, 1));
  });

  it('is in order for any values', () => {
    fc.assert(
      fc.property(anywhere, anywhere, (a, b) => {
        expect(isInOrder(clampDraft(at(a, b)))).toBe(true);
        expect(clampDraft(clampDraft(at(a, b)))).toEqual(clampDraft(at(a, b)));
      }),
    );
  });
});

describe('the documents on each side', () => {
  it('equal a count one by one', () => {
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

  it('include a score exactly at a threshold above it', () => {
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

  it('stay if the thresholds do, and return with them', () => {
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

describe('the projection', () => {
  const intake = { documents: 300, days: 30 };

  it('divides what comes in as the sample is divided', () => {
    const documents = [
      ...scoredDocuments(10, 0.4),
      ...scoredDocuments(30, 0.7),
      ...scoredDocuments(50, 0.95),
    ];
    const found = whatIf({ documents, failedOtherwise: 10, intake }, at(0.56, 0.84), 90);
    expect(found.reviewsADay).toBeCloseTo(3, 12);
    expect(found.acceptedADay).toBeCloseTo(5, 12);
    // Ten of a hundred documents failed by their score and ten for another reason.
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

  it('never has fewer reviews with a higher review threshold, nor fewer failures with a higher confidence', () => {
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

  it('is empty without a sample, or without a known number of days', () => {
    expect(whatIf({ documents: [], failedOtherwise: 0, intake }, at(0.5, 0.8), 90).reviewsADay).toBeNull();
    const documents = scoredDocuments(1, 0.7);
    expect(
      whatIf({ documents, failedOtherwise: 0, intake: { documents: 4, days: 0 } }, at(0.5, 0.8), 90)
        .hoursAWeek,
    ).toBeNull();
    // One document is a small sample, but it is the only one.
    expect(whatIf({ documents, failedOtherwise: 0, intake }, at(0.5, 0.8), 90).reviewsADay).toBe(10);
  });
});
