import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  actualSize,
  boxAt,
  fitBox,
  fitWidth,
  layOut,
  onePerBox,
  percentOf,
  pixelsWide,
  pixelsWideAhead,
  pointUnder,
  scrollToCentre,
  scrollToShow,
  scrollUnder,
  stepBelow,
  turnBy,
  turnedBox,
  turnedSize,
  withinZoom,
  zoomedIn,
  zoomedOut,
  type PageBox,
  type Turn,
} from '#renderer/features/review/viewer/page-layout.ts';
import type { Box } from '#shared/contract/review-document.ts';

const a4 = { width: 595, height: 842 };
const view = { width: 600, height: 700 };
const total: Box = [0.8, 0.5, 0.13, 0.02];

test('a page that fits leaves 16 pixels on both sides', () => {
  const layout = layOut(a4, fitWidth(a4, view), view);
  expect(layout).toMatchObject({ left: 16, top: 12, width: 568 });
  expect(layout.stage.width).toBe(view.width);
});

test('a page narrower than the view lies in its middle', () => {
  expect(layOut(a4, 0.5, view)).toMatchObject({ left: 151, width: 298, stage: view });
});

test('sheets lie on whole pixels', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.3, max: 8, noNaN: true }), (scale) => {
      const { left, top, width, height } = layOut(a4, scale, view);
      for (const pixels of [left, top, width, height]) expect(Number.isInteger(pixels)).toBe(true);
    }),
  );
});

test('a small box is enlarged to half as large again as life, and no more', () => {
  expect(fitBox(a4, view, total)).toBe(1.5 * actualSize);
});

test('a wide box takes about two fifths of the view', () => {
  const wide: Box = [0.1, 0.1, 0.3, 0.02];
  const shown = (fitBox(a4, view, wide) * a4.width * 0.3) / view.width;
  expect(shown).toBeGreaterThan(0.33);
  expect(shown).toBeLessThanOrEqual(0.4);
});

test('for a box as wide as the page, the page is not made smaller than the view', () => {
  expect(fitBox(a4, view, [0, 0.2, 1, 0.02])).toBe(fitWidth(a4, view));
});

test('the box that is zoomed to is in sight, in the middle where the page allows it', () => {
  fc.assert(
    fc.property(fc.nat(80), fc.nat(90), (left, top) => {
      const box: Box = [left / 100, top / 100, 0.15, 0.03];
      const layout = layOut(a4, fitBox(a4, view, box), view);
      const scroll = scrollToCentre(layout, view, box);
      const begin = pointUnder(layout, scroll, { x: 0, y: 0 });
      const end = pointUnder(layout, scroll, { x: view.width, y: view.height });
      expect(begin.x).toBeLessThanOrEqual(box[0] + 0.001);
      expect(begin.y).toBeLessThanOrEqual(box[1] + 0.001);
      expect(end.x).toBeGreaterThanOrEqual(box[0] + box[2] - 0.001);
      expect(end.y).toBeGreaterThanOrEqual(box[1] + box[3] - 0.001);
    }),
  );
});

test('what is in sight already stays where it is', () => {
  const layout = layOut(a4, 2, view);
  const now = scrollToCentre(layout, view, total);
  expect(scrollToShow(layout, view, now, [0.75, 0.52, 0.1, 0.02])).toEqual(now);
  expect(scrollToShow(layout, view, now, [0.1, 0.9, 0.1, 0.02])).not.toEqual(now);
});

test('the point under the pointer stays there while the page is zoomed', () => {
  const at = { x: 320, y: 260 };
  const before = layOut(a4, 2, view);
  const scroll = { x: 300, y: 400 };
  const point = pointUnder(before, scroll, at);
  const after = layOut(a4, 3, view);
  const under = pointUnder(after, scrollUnder(after, view, point, at), at);
  expect(under.x).toBeCloseTo(point.x, 2);
  expect(under.y).toBeCloseTo(point.y, 2);
});

test('nothing is scrolled beyond the page', () => {
  const layout = layOut(a4, 2, view);
  const far = scrollUnder(layout, view, { x: 5, y: 5 }, { x: 0, y: 0 });
  expect(far).toEqual({ x: layout.stage.width - view.width, y: layout.stage.height - view.height });
  expect(scrollUnder(layout, view, { x: -5, y: -5 }, { x: 0, y: 0 })).toEqual({ x: 0, y: 0 });
});

const row: Box = [0.1, 0.5, 0.8, 0.05];

function aBox(place: string, box: Box, tone: PageBox['tone'] = 'sure'): PageBox {
  return { place, label: place, page: 1, box, tone };
}

test('a point is in the smallest box around it', () => {
  const boxes = [aBox('row', row), aBox('amount', [0.7, 0.5, 0.1, 0.05])];
  expect(boxAt(boxes, { x: 0.75, y: 0.52 })?.place).toBe('amount');
  expect(boxAt(boxes, { x: 0.2, y: 0.52 })?.place).toBe('row');
  expect(boxAt(boxes, { x: 0.2, y: 0.9 })).toBeUndefined();
});

test('the cells of a line have one box between them: the focused one, else the one in doubt', () => {
  const cells = [
    aBox('lineItems.0.description', row),
    aBox('lineItems.0.amount', row, 'flagged'),
    aBox('lineItems.0.unit', row, 'decided'),
  ];
  expect(onePerBox(cells, null).map(({ place }) => place)).toEqual(['lineItems.0.amount']);
  expect(onePerBox(cells, 'lineItems.0.description').map(({ place }) => place)).toEqual([
    'lineItems.0.description',
  ]);
  expect(onePerBox([...cells, aBox('total', [0, 0, 0.1, 0.1])], null)).toHaveLength(2);
});

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

test('a page is at 100 % when an inch of it is an inch of CSS', () => {
  expect(percentOf(96 / 72)).toBe(100);
});

test('steps are round numbers, from wherever one is', () => {
  expect(percentOf(zoomedIn(0.72 * actualSize))).toBe(75);
  expect(percentOf(zoomedOut(0.72 * actualSize))).toBe(67);
  expect(percentOf(zoomedIn(actualSize))).toBe(110);
  expect(percentOf(zoomedOut(actualSize))).toBe(90);
  expect(percentOf(stepBelow(1.4 * actualSize))).toBe(125);
});

test('there is a smallest and a largest size', () => {
  expect(percentOf(withinZoom(100))).toBe(600);
  expect(percentOf(withinZoom(0.01))).toBe(25);
  expect(percentOf(zoomedIn(6 * actualSize))).toBe(600);
  expect(percentOf(zoomedOut(0.25 * actualSize))).toBe(25);
});

test('in and out again changes nothing once on a step', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.4, max: 5, noNaN: true }), (times) => {
      const step = stepBelow(times * actualSize);
      expect(zoomedOut(zoomedIn(step))).toBe(step);
    }),
  );
});

test('a page is drawn as wide as it is wanted', () => {
  expect(pixelsWide(a4, 1_190)).toBe(1_190);
  expect(pixelsWideAhead(a4, 1_190)).toBe(1_190);
});

test('but not with more than 16 megapixels, and 6 while it waits', () => {
  expect(pixelsWide(a4, 9_000) ** 2 * (842 / 595)).toBeCloseTo(16_000_000, -5);
  expect(pixelsWideAhead(a4, 9_000) ** 2 * (842 / 595)).toBeCloseTo(6_000_000, -5);
});

test('nor with a side longer than browsers draw', () => {
  const roll = { width: 100, height: 10_000 };
  expect(pixelsWide(roll, 5_000) * 100).toBeLessThanOrEqual(16_384);
});
