import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { auroc } from '#shared/domain/review/auroc.ts';

/** Few different scores, so that many are equal. */
const scored = fc.array(
  fc.record({ confidence: fc.integer({ min: 0, max: 12 }).map((n) => n / 12), isRight: fc.boolean() }),
  { maxLength: 60 },
);

it('is the share of pairs in which the right one has the higher score', () => {
  fc.assert(
    fc.property(scored, (all) => {
      const right = all.filter(({ isRight }) => isRight);
      const wrong = all.filter(({ isRight }) => !isRight);
      if (right.length === 0 || wrong.length === 0) {
        expect(auroc(all)).toBeNull();
        return;
      }
      const won = right.flatMap((one) =>
        wrong.map((other): number => {
          if (one.confidence === other.confidence) return 0.5;
          return one.confidence > other.confidence ? 1 : 0;
        }),
      );
      const share = won.reduce((sum, each) => sum + each, 0) / won.length;
      expect(auroc(all)).toBeCloseTo(share, 12);
    }),
  );
});

it('is 1 where every error scores below, and 0.5 where all score the same', () => {
  const of = (...all: [number, boolean][]) =>
    auroc(all.map(([confidence, isRight]) => ({ confidence, isRight })));
  expect(of([0.2, false], [0.5, false], [0.6, true], [0.9, true])).toBe(1);
  expect(of([0.9, false], [0.9, true], [0.9, true])).toBe(0.5);
});
