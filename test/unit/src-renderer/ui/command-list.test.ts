import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markRanges, moveActive } from '#renderer/ui/command-list.tsx';

describe('moving through the list', () => {
  test('wraps around with the arrows', () => {
    expect(moveActive('ArrowDown', 2, 3)).toBe(0);
    expect(moveActive('ArrowUp', 0, 3)).toBe(2);
    expect(moveActive('ArrowDown', 0, 3)).toBe(1);
  });

  test('stops at the ends with a page', () => {
    expect(moveActive('PageDown', 1, 5)).toBe(4);
    expect(moveActive('PageDown', 0, 50)).toBe(8);
    expect(moveActive('PageUp', 3, 50)).toBe(0);
  });

  test.each(['Home', 'End', 'a', 'ArrowLeft'])('leaves %s to the field', (key) => {
    expect(moveActive(key, 1, 3)).toBeUndefined();
  });

  test('does nothing in an empty list', () => {
    expect(moveActive('ArrowDown', 0, 0)).toBeUndefined();
  });
});

test('matched letters are marked in place', () => {
  expect(
    markRanges('Dead letters', [
      [0, 1],
      [5, 6],
    ]),
  ).toEqual([
    { at: 0, text: 'D', marked: true },
    { at: 1, text: 'ead ', marked: false },
    { at: 5, text: 'l', marked: true },
    { at: 6, text: 'etters', marked: false },
  ]);
});

test('the pieces joined are the title again', () => {
  const cut = fc.string().chain((title) =>
    fc.record({
      title: fc.constant(title),
      cuts: fc.uniqueArray(fc.nat({ max: title.length }), { maxLength: 6 }),
    }),
  );
  fc.assert(
    fc.property(cut, ({ title, cuts }) => {
      const sorted = cuts.toSorted((a, b) => a - b);
      const ranges = sorted.flatMap((start, index): [number, number][] => {
        const end = sorted[index + 1];
        return index % 2 === 0 && end !== undefined ? [[start, end]] : [];
      });
      expect(
        markRanges(title, ranges)
          .map(({ text }) => text)
          .join(''),
      ).toBe(title);
    }),
  );
});
