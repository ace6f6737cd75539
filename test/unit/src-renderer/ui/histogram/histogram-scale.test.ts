import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeBin,
  clearTicks,
  countTicks,
  computeHeight,
  findHighest,
  moveOfKey,
  placeOn,
  shareAt,
  shareTicks,
} from '#renderer/ui/histogram/histogram-scale.ts';

const bounds = { least: 0.56, most: 1 };
const press = (key: string, shiftKey = false) => moveOfKey({ key, shiftKey }, bounds);

describe('keys on a handle', () => {
  it('move it by a step, with Shift by five, a page by ten', () => {
    expect(press('ArrowRight')).toEqual({ kind: 'by', steps: 1 });
    expect(press('ArrowUp')).toEqual({ kind: 'by', steps: 1 });
    expect(press('ArrowLeft')).toEqual({ kind: 'by', steps: -1 });
    expect(press('ArrowDown', true)).toEqual({ kind: 'by', steps: -5 });
    expect(press('PageUp')).toEqual({ kind: 'by', steps: 10 });
    expect(press('PageDown', true)).toEqual({ kind: 'by', steps: -10 });
  });

  it('move it to its bounds, one of which is the other handle', () => {
    expect(press('Home')).toEqual({ kind: 'to', value: 0.56 });
    expect(press('End')).toEqual({ kind: 'to', value: 1 });
  });

  it('are otherwise left to the page', () => {
    for (const key of ['Tab', 'j', 'Enter', 'constructor']) expect(press(key)).toBeUndefined();
  });
});

describe('the axis of scores', () => {
  it('converts a place to a score and back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 8 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tenth, place) => {
          const axis = { from: tenth / 10 };
          expect(placeOn(axis, shareAt(axis, place))).toBeCloseTo(place, 9);
        },
      ),
    );
  });

  it('ends at 1, and limits anything beyond it', () => {
    expect(shareAt({ from: 0.3 }, 4)).toBe(1);
    expect(shareAt({ from: 0.3 }, -1)).toBe(0.3);
    expect(placeOn({ from: 0.3 }, 0.1)).toBe(0);
    expect(shareTicks({ from: 0.7 })).toEqual([0.7, 0.8, 0.9, 1]);
  });
});

it('leaves out the ticks under a chip', () => {
  const axis = { from: 0.5 };
  expect(clearTicks(shareTicks(axis), axis, [0.4], 0.05)).toEqual([0.5, 0.6, 0.8, 0.9, 1]);
});

describe('the axis of counts', () => {
  it('draws more for more, the highest in full', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('linear' as const, 'square-root' as const),
        fc.nat(1e6),
        fc.nat(1e6),
        (scale, a, b) => {
          const top = Math.max(a, b, 1);
          const [low, high] = [Math.min(a, b), Math.max(a, b)];
          expect(computeHeight(low, top, scale)).toBeLessThanOrEqual(computeHeight(high, top, scale));
          expect(computeHeight(top, top, scale)).toBe(1);
        },
      ),
    );
  });

  it('keeps a few visible beside many on the scale of roots', () => {
    expect(computeHeight(1, 100, 'linear')).toBe(0.01);
    expect(computeHeight(1, 100, 'square-root')).toBe(0.1);
  });

  it('has round numbers, none above the highest', () => {
    expect(countTicks(640, 'square-root')).toEqual([50, 200, 500]);
    expect(countTicks(540, 'square-root')).toEqual([50, 200, 500]);
    expect(countTicks(640, 'linear')).toEqual([200, 400, 600]);
    expect(countTicks(1, 'linear')).toEqual([1]);
    expect(countTicks(0, 'square-root')).toEqual([]);
  });
});

it('describes the parts of a bar', () => {
  const series = [
    { id: 'corrected', title: 'corrected', fill: 'corrected' },
    { id: 'right', title: 'right as read', fill: 'right' },
  ] as const;
  const bin = { from: 0.84, to: 0.86, counts: { corrected: 0, right: 1_204 } };
  expect(describeBin(bin, series)).toBe('0.84 to 0.86: 1,204 right as read');
  expect(describeBin({ ...bin, counts: {} }, series)).toBe('0.84 to 0.86: none');
  expect(findHighest([bin], series)).toBe(1_204);
  expect(findHighest([], series)).toBe(0);
});
