import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortByDependencies } from '#local/aws/cloudformation/stack-scope.ts';

describe('the order of resources', () => {
  it('puts each after those that it needs, and keeps all of them', () => {
    const size = 12;
    const edges = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 40 });
    fc.assert(
      fc.property(edges, fc.integer({ min: 1, max: size }), (pairs, count) => {
        // Each needs only smaller ones, so that there is no cycle. Some of them are not there.
        const needs = new Map(
          Array.from({ length: count }, (_, key) => [String(count - 1 - key), [] as string[]]),
        );
        for (const [one, other] of pairs)
          if (one > other) needs.get(String(one))?.push(String(other), 'gone');
        const sorted = sortByDependencies(needs);
        expect(sorted).toHaveProperty('order');
        const order = 'order' in sorted ? sorted.order : [];
        expect(order.toSorted()).toEqual([...needs.keys()].toSorted());
        for (const [key, others] of needs) {
          for (const other of others) {
            if (needs.has(other)) expect(order.indexOf(other)).toBeLessThan(order.indexOf(key));
          }
        }
      }),
    );
  });

  it('keeps the order of the template where nothing is needed', () => {
    expect(
      sortByDependencies(
        new Map([
          ['b', []],
          ['a', []],
          ['c', ['a']],
        ]),
      ),
    ).toEqual({ order: ['b', 'a', 'c'] });
  });

  it('names the resources of a circle', () => {
    expect(
      sortByDependencies(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual({
      cycle: ['b', 'c', 'b'],
    });
    expect(sortByDependencies(new Map([['a', ['a']]]))).toEqual({ cycle: ['a', 'a'] });
  });
});
