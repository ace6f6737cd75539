import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  auroc,
  observedAccuracy,
  wilsonInterval,
  type Judgement,
} from '#shared/domain/review/observed-accuracy.ts';

const judgements = fc.array(
  fc.record({
    field: fc.constantFrom('total', 'iban', 'invoiceDate'),
    confidence: fc.integer({ min: 0, max: 100 }).map((n) => n / 100),
    isRight: fc.boolean(),
  }),
  { maxLength: 150 },
);

function many(count: number, of: (at: number) => Omit<Judgement, 'field'>): Judgement[] {
  return Array.from({ length: count }, (_, at) => ({ field: 'total', ...of(at) }));
}

it('counts each judgement in one field and one band', () => {
  fc.assert(
    fc.property(judgements, (all) => {
      const fields = observedAccuracy(all);
      expect(fields.reduce((sum, { n }) => sum + n, 0)).toBe(all.length);
      for (const { field, n, right, low, high, bands } of fields) {
        const own = all.filter((one) => one.field === field);
        expect([n, right]).toEqual([own.length, own.filter(({ isRight }) => isRight).length]);
        expect(bands.reduce((sum, band) => sum + band.n, 0)).toBe(n);
        expect(bands.reduce((sum, band) => sum + band.right, 0)).toBe(right);
        expect(low <= right / n && right / n <= high).toBe(true);
        for (const band of bands) {
          const inside = own.filter(
            ({ confidence }) =>
              confidence >= band.from && (confidence < band.to || (band.to === 1 && confidence === 1)),
          );
          expect(inside).toHaveLength(band.n);
        }
      }
    }),
  );
});

it('divides high scores more finely', () => {
  const [total] = observedAccuracy(
    many(6, (at) => ({ confidence: [0.1, 0.75, 0.8, 0.85, 0.95, 1][at] ?? 0, isRight: true })),
  );
  expect(total?.bands.map(({ from, to, n }) => [from, to, n])).toEqual([
    [0.1, 0.2, 1],
    [0.7, 0.8, 1],
    [0.8, 0.85, 1],
    [0.85, 0.9, 1],
    [0.95, 1, 2],
  ]);
});

describe('whether a score is meaningful', () => {
  const verdict = (all: readonly Judgement[]) => observedAccuracy(all)[0]?.verdict;

  it('is unknown for fewer than thirty', () => {
    const ranked = (count: number) => many(count, (at) => ({ confidence: at / 100, isRight: at > 10 }));
    expect([verdict(ranked(29)), verdict(ranked(30))]).toEqual(['too few', 'ranks']);
  });

  it('is denied if errors score as high, or if there are none to be ranked', () => {
    expect(verdict(many(40, (at) => ({ confidence: (at % 5) / 5, isRight: at % 2 === 0 })))).toBe(
      'does not rank',
    );
    expect(verdict(many(40, (at) => ({ confidence: at / 40, isRight: true })))).toBe('does not rank');
  });
});

/** There are few different scores, so that many are equal. */
const scored = fc.array(
  fc.record({ confidence: fc.integer({ min: 0, max: 12 }).map((n) => n / 12), isRight: fc.boolean() }),
  { maxLength: 60 },
);

it('is the share of pairs in which the correct one has the higher score', () => {
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

it('is 1 if every error scores below, and 0.5 if all score the same', () => {
  const of = (...all: [number, boolean][]) =>
    auroc(all.map(([confidence, isRight]) => ({ confidence, isRight })));
  expect(of([0.2, false], [0.5, false], [0.6, true], [0.9, true])).toBe(1);
  expect(of([0.9, false], [0.9, true], [0.9, true])).toBe(0.5);
});

/** The bounds come from R's `prop.test(x, n, correct = FALSE)`. */
it.each([
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [1, 10, 0.0179, 0.4042],
  [8, 10, 0.4902, 0.9433],
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [950, 1_000, 0.9347, 0.9619],
])('%d of %d', (right, n, low, high) => {
  const interval = wilsonInterval(right, n);
  expect(interval.low).toBeCloseTo(low, 3);
  expect(interval.high).toBeCloseTo(high, 3);
});

it('is unknown for nothing', () => expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 }));

it('contains the observed share, stays within 0 and 1, and is narrower for more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (n, share) => {
        const right = Math.round(n * share);
        const { low, high } = wilsonInterval(right, n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(right / n);
        expect(high).toBeGreaterThanOrEqual(right / n);
        const more = wilsonInterval(right * 4, n * 4);
        expect(more.high - more.low).toBeLessThan(high - low);
        const mirrored = wilsonInterval(n - right, n);
        expect(mirrored.low).toBeCloseTo(1 - high, 10);
      },
    ),
  );
});
