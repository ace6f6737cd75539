import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenOf } from '#local/aws/dynamodb/storage/key-token.ts';
import { SortedEntries, type Sorted } from '#local/aws/dynamodb/storage/sorted-entries.ts';

const order = (one: Sorted, other: Sorted): number =>
  one.sort < other.sort || (one.sort === other.sort && one.tie < other.tie) ? -1 : 1;

it('sorted entries hold what a sorted list of them would', () => {
  const step = fc.record({
    keep: fc.boolean(),
    sort: fc.integer({ min: 0, max: 400 }).map((number) => `${number}`.padStart(3, '0')),
    tie: fc.constantFrom('', 'a', 'b'),
  });
  const bound = fc.integer({ min: 0, max: 400 }).map((number) => `${number}`.padStart(3, '0'));
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 1500, size: 'max' }),
      bound,
      bound,
      fc.boolean(),
      (steps, low, high, back) => {
        const entries = new SortedEntries<Sorted>();
        const model = new Map<string, Sorted>();
        for (const { keep, sort, tie } of steps) {
          const entry = { sort, tie };
          const place = `${sort}/${tie}`;
          expect(entries.find(sort, tie)).toBe(model.get(place));
          const was = keep ? entries.put(entry) : entries.delete(sort, tie);
          expect(was).toBe(model.get(place));
          if (keep) model.set(place, entry);
          else model.delete(place);
        }
        const sorted = [...model.values()].toSorted(order);
        expect(entries.size).toBe(sorted.length);
        expect(entries.first).toBe(sorted[0]);
        const between = sorted.filter(({ sort }) => sort >= low && sort <= high);
        const read = entries.between(
          ({ sort }) => sort < low,
          ({ sort }) => sort > high,
          back,
        );
        expect([...read]).toEqual(back ? between.toReversed() : between);
      },
    ),
    { numRuns: 60 },
  );
});

it('sorted entries stay quick when they arrive in order', () => {
  const entries = new SortedEntries<Sorted>();
  for (let number = 0; number < 5000; number += 1)
    entries.put({ sort: `${number}`.padStart(5, '0'), tie: '' });
  const all = entries.between(
    () => false,
    () => false,
  );
  expect([...all].map(({ sort }) => Number(sort))).toEqual(
    Array.from({ length: 5000 }, (_, number) => number),
  );
});

describe('the token of a key', () => {
  const sign = (number: number): number => Math.sign(number);
  const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

  it('orders strings by their UTF-8 bytes', () => {
    const text = fc.string({ unit: 'binary', maxLength: 6 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const bytes = sign(Buffer.compare(Buffer.from(one), Buffer.from(other)));
        expect(compared(tokenOf({ S: one }), tokenOf({ S: other }))).toBe(bytes);
      }),
    );
  });

  it('orders binary by unsigned bytes', () => {
    const some = fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(some, some, (one, other) => {
        const token = (bytes: Buffer): string => tokenOf({ B: bytes.toString('base64') });
        expect(compared(token(one), token(other))).toBe(sign(Buffer.compare(one, other)));
      }),
    );
  });

  it('orders numbers by value, and knows equal ones however they are written', () => {
    const places = 30;
    const decimal = fc
      .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: -places, max: places }))
      .map(([negative, digits, power]) => ({
        text: `${negative ? '-' : ''}${digits}${power === 0 ? '' : `e${power}`}`,
        value: (negative ? -digits : digits) * 10n ** BigInt(power + places),
      }));
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const expected = one.value < other.value ? -1 : one.value > other.value ? 1 : 0;
        expect(compared(tokenOf({ N: one.text }), tokenOf({ N: other.text }))).toBe(expected);
      }),
    );
    expect(tokenOf({ N: '-0.0' })).toBe(tokenOf({ N: '0' }));
    expect(tokenOf({ N: '1.50' })).toBe(tokenOf({ N: '0.015e2' }));
  });
});
