import * as fc from 'fast-check';
import { expect, it } from 'vitest';
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
