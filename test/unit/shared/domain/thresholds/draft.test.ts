import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Thresholds } from '#shared/domain/document-status.ts';
import {
  clampDraft,
  draftOf,
  handleBounds,
  isSameDraft,
  liveThresholds,
  moveHandle,
  stepHandle,
} from '#shared/domain/thresholds/draft.ts';
import { anyThresholds } from './a-scored-document.ts';

const handle = fc.constantFrom('confidenceThreshold' as const, 'reviewThreshold' as const);
const anywhere = fc.oneof(fc.double(), fc.double({ min: -0.5, max: 1.5, noNaN: true }));
const move = fc.oneof(
  fc.record({ kind: fc.constant('by' as const), handle, steps: fc.integer({ min: -120, max: 120 }) }),
  fc.record({ kind: fc.constant('to' as const), handle, value: anywhere }),
);

function after(draft: Thresholds, moves: readonly (typeof move extends fc.Arbitrary<infer M> ? M : never)[]) {
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
  it('keeps 0 <= confidence <= review <= 1, whatever is done in whatever order', () => {
    fc.assert(
      fc.property(anyThresholds, fc.array(move, { maxLength: 40 }), (draft, moves) => {
        expect(isInOrder(after(draft, moves))).toBe(true);
      }),
    );
  });

  it('moves one and leaves the other where it is', () => {
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

  it('reaches its bounds, also where they lie between two steps', () => {
    fc.assert(
      fc.property(anyThresholds, handle, (draft, which) => {
        const { least, most } = handleBounds(draft, which);
        expect(moveHandle(draft, which, least)[which]).toBe(least);
        expect(moveHandle(draft, which, most)[which]).toBe(most);
      }),
    );
    expect(moveHandle(at(0.5, 0.8449), 'confidenceThreshold', 1)).toEqual(at(0.8449, 0.8449));
  });

  it('counts in whole hundredths, as floats do not: 0.1 and 0.2 make 0.3', () => {
    let draft = at(0, 1);
    for (let step = 1; step <= 100; step += 1) {
      draft = stepHandle(draft, 'confidenceThreshold', 1);
      expect(draft.confidenceThreshold).toBe(step / 100);
    }
    expect(stepHandle(at(0.1, 1), 'confidenceThreshold', 20).confidenceThreshold).toBe(0.3);
    expect(moveHandle(at(0, 1), 'confidenceThreshold', 0.1 + 0.2).confidenceThreshold).toBe(0.3);
  });

  it('takes a value between two steps to the next one on its way', () => {
    expect(stepHandle(at(0.5, 0.845), 'reviewThreshold', 1).reviewThreshold).toBe(0.85);
    expect(stepHandle(at(0.5, 0.845), 'reviewThreshold', -1).reviewThreshold).toBe(0.84);
  });

  it('comes back by as many steps as it went, where nothing was in its way', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (from, to) => {
        const there = stepHandle(at(from / 100, 1), 'confidenceThreshold', to - from);
        expect(there.confidenceThreshold).toBe(to / 100);
        expect(stepHandle(there, 'confidenceThreshold', from - to).confidenceThreshold).toBe(from / 100);
      }),
    );
  });

  it('stays where it is for a place that is no number', () => {
    expect(moveHandle(at(0.56, 0.84), 'reviewThreshold', Number.NaN)).toEqual(at(0.56, 0.84));
  });
});

describe('a draft', () => {
  it('is what is saved where the address says nothing', () => {
    fc.assert(
      fc.property(anyThresholds, (live) => {
        const draft = draftOf(live, { confidence: null, review: null });
        expect(isSameDraft(draft, live)).toBe(true);
        expect(liveThresholds(live)).toEqual(live);
      }),
    );
  });

  it('takes from the address what it says, and puts it in order', () => {
    expect(draftOf(at(0.56, 0.84), { confidence: 0.5, review: null })).toEqual(at(0.5, 0.84));
    // More is reviewed, and nothing more is accepted.
    expect(draftOf(at(0.56, 0.84), { confidence: 0.9, review: null })).toEqual(at(0.9, 0.9));
  });

  it('of a workflow that lacks a threshold fails nothing and accepts nothing unseen', () => {
    const broken = { confidenceThreshold: null, reviewThreshold: 7 };
    expect(liveThresholds(broken)).toBeNull();
    expect(draftOf(broken, { confidence: null, review: null })).toEqual(at(0, 1));
  });

  it('is in order whatever is put in', () => {
    fc.assert(
      fc.property(anywhere, anywhere, (a, b) => {
        expect(isInOrder(clampDraft(at(a, b)))).toBe(true);
        expect(clampDraft(clampDraft(at(a, b)))).toEqual(clampDraft(at(a, b)));
      }),
    );
  });
});
