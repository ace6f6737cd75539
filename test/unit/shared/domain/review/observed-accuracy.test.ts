import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observedAccuracy, type Judgement } from '#shared/domain/review/observed-accuracy.ts';

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

it('tells high scores apart more finely', () => {
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

describe('whether a score may colour anything', () => {
  const verdict = (all: readonly Judgement[]) => observedAccuracy(all)[0]?.verdict;

  it('is not said of fewer than thirty', () => {
    const ranked = (count: number) => many(count, (at) => ({ confidence: at / 100, isRight: at > 10 }));
    expect([verdict(ranked(29)), verdict(ranked(30))]).toEqual(['too few', 'ranks']);
  });

  it('is denied where errors score as high, or where there are none to be ranked', () => {
    expect(verdict(many(40, (at) => ({ confidence: (at % 5) / 5, isRight: at % 2 === 0 })))).toBe(
      'does not rank',
    );
    expect(verdict(many(40, (at) => ({ confidence: at / 40, isRight: true })))).toBe('does not rank');
  });
});
