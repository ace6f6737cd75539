import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Heap } from '#local/world/heap.ts';

describe('a heap', () => {
  it('gives the least of what is not stale, however much comes and goes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(50), fc.constantFrom('add', 'take', 'spoil')), { maxLength: 4_000 }),
        (steps) => {
          const heap = new Heap<{ value: number; stale: boolean }>(
            (one, other) => one.value < other.value,
            (entry) => entry.stale,
          );
          let model: { value: number; stale: boolean }[] = [];
          for (const [value, step] of steps) {
            if (step === 'add') {
              const entry = { value, stale: false };
              model.push(entry);
              heap.add(entry);
            } else if (step === 'take') {
              const taken = heap.takeFirst();
              expect(taken?.value).toBe(
                model.length > 0 ? Math.min(...model.map((entry) => entry.value)) : undefined,
              );
              model = model.filter((entry) => entry !== taken);
            } else {
              const [spoilt] = model.splice(value % Math.max(1, model.length), 1);
              if (spoilt) spoilt.stale = true;
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('does not keep what is stale behind one that lives on', () => {
    let asked = 0;
    const heap = new Heap<{ value: number }>(
      (one, other) => one.value < other.value,
      ({ value }) => {
        asked += 1;
        return value > 0;
      },
    );
    for (let value = 0; value < 100_000; value += 1) heap.add({ value });
    expect(asked).toBeLessThan(200_000);
    expect(heap.takeFirst()).toEqual({ value: 0 });
    asked = 0;
    expect(heap.first()).toBeUndefined();
    expect(asked).toBeLessThan(2_000);
  });
});
