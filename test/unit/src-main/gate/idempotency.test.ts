import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { digest } from '#main/gate/idempotency.ts';

it('digests an input by its meaning, not by the order of its keys', () => {
  expect(digest({ a: 1, b: { c: 2, d: [3] } })).toBe(digest({ b: { d: [3], c: 2 }, a: 1 }));
  expect(digest({ a: [1, 2] })).not.toBe(digest({ a: [2, 1] }));
});

it('gives two different JSON values two digests', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const [one, other] = [JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))] as [
        unknown,
        unknown,
      ];
      fc.pre(!sameJson(one, other));
      expect(digest(one)).not.toBe(digest(other));
    }),
  );
});

function sameJson(a: unknown, b: unknown): boolean {
  try {
    expect(a).toEqual(b);
    return true;
  } catch {
    return false;
  }
}
