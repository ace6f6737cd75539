import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Box } from '#shared/contract/review/document.ts';
import { turnBy, turnedBox, turnedSize, type Turn } from '#renderer/features/review/viewer/turned.ts';

const turns = fc.constantFrom<Turn>(0, 90, 180, 270);
const boxes = fc
  .tuple(fc.nat(90), fc.nat(90), fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 10 }))
  .map((parts): Box => [parts[0] / 100, parts[1] / 100, parts[2] / 100, parts[3] / 100]);

test('turned to the right, what was at the top left is at the top right', () => {
  expect(turnedBox([0, 0, 0.2, 0.1], 90)).toEqual([0.9, 0, 0.1, 0.2]);
  expect(turnedBox([0, 0, 0.2, 0.1], 180)).toEqual([0.8, 0.9, 0.2, 0.1]);
  expect(turnedBox([0, 0, 0.2, 0.1], 270)).toEqual([0, 0.8, 0.1, 0.2]);
});

test('a page on its side is as wide as it was high', () => {
  expect(turnedSize({ width: 595, height: 842 }, 90)).toEqual({ width: 842, height: 595 });
  expect(turnedSize({ width: 595, height: 842 }, 180)).toEqual({ width: 595, height: 842 });
});

test('four quarters are none', () => {
  fc.assert(
    fc.property(boxes, (box) => {
      const around = [90, 90, 90, 90].reduce((turned) => turnedBox(turned, 90), box);
      around.forEach((share, at) => expect(share).toBeCloseTo(box[at] ?? Number.NaN));
    }),
  );
});

test('turning once is turning bit by bit', () => {
  fc.assert(
    fc.property(boxes, turns, turns, (box, first, second) => {
      const bit = turnedBox(turnedBox(box, first), second);
      turnedBox(box, turnBy(first, second)).forEach((share, at) =>
        expect(share).toBeCloseTo(bit[at] ?? Number.NaN),
      );
    }),
  );
});

test('a turn to the left is three to the right', () => {
  expect(turnBy(0, -90)).toBe(270);
  expect(turnBy(270, 90)).toBe(0);
});
