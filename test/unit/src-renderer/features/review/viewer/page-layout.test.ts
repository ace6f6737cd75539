import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  actualSize,
  findBoxAt,
  fitBox,
  fitPage,
  fitWidth,
  layOut,
  mergeBoxes,
  toPercent,
  limitWidth,
  limitWidthAhead,
  findPointUnder,
  scrollToCentre,
  scrollToShow,
  scrollUnder,
  findStepBelow,
  addTurn,
  turnBox,
  turnSize,
  limitZoom,
  zoomIn,
  zoomOut,
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

test('a page narrower than the view is centred', () => {
  expect(layOut(a4, 0.5, view)).toMatchObject({ left: 151, width: 298, stage: view });
});

test('pages lie on whole pixels', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.3, max: 8, noNaN: true }), (scale) => {
      const { left, top, width, height } = layOut(a4, scale, view);
      for (const pixels of [left, top, width, height]) expect(Number.isInteger(pixels)).toBe(true);
    }),
  );
});

test('a small box is enlarged to 150 % and no more', () => {
  expect(fitBox(a4, view, total)).toBe(1.5 * actualSize);
});

test('a wide box fills about two fifths of the view', () => {
  const wide: Box = [0.1, 0.1, 0.3, 0.02];
  const shown = (fitBox(a4, view, wide) * a4.width * 0.3) / view.width;
  expect(shown).toBeGreaterThan(0.33);
  expect(shown).toBeLessThanOrEqual(0.4);
});

test('a box as wide as the page does not make the page smaller than the view', () => {
  expect(fitBox(a4, view, [0, 0.2, 1, 0.02])).toBe(fitWidth(a4, view));
});

test('the box that is zoomed to is visible, and centred where the page allows it', () => {
  fc.assert(
    fc.property(fc.nat(80), fc.nat(90), (left, top) => {
      const box: Box = [left / 100, top / 100, 0.15, 0.03];
      const layout = layOut(a4, fitBox(a4, view, box), view);
      const scroll = scrollToCentre(layout, view, box);
      const begin = findPointUnder(layout, scroll, { x: 0, y: 0 });
      const end = findPointUnder(layout, scroll, { x: view.width, y: view.height });
      expect(begin.x).toBeLessThanOrEqual(box[0] + 0.001);
      expect(begin.y).toBeLessThanOrEqual(box[1] + 0.001);
      expect(end.x).toBeGreaterThanOrEqual(box[0] + box[2] - 0.001);
      expect(end.y).toBeGreaterThanOrEqual(box[1] + box[3] - 0.001);
    }),
  );
});

test('visible content stays where it is', () => {
  const layout = layOut(a4, 2, view);
  const now = scrollToCentre(layout, view, total);
  expect(scrollToShow(layout, view, now, [0.75, 0.52, 0.1, 0.02])).toEqual(now);
  expect(scrollToShow(layout, view, now, [0.1, 0.9, 0.1, 0.02])).not.toEqual(now);
});

test('the point under the pointer stays there while the page is zoomed', () => {
  const at = { x: 320, y: 260 };
  const before = layOut(a4, 2, view);
  const scroll = { x: 300, y: 400 };
  const point = findPointUnder(before, scroll, at);
  const after = layOut(a4, 3, view);
  const under = findPointUnder(after, scrollUnder(after, view, point, at), at);
  expect(under.x).toBeCloseTo(point.x, 2);
  expect(under.y).toBeCloseTo(point.y, 2);
});

test('nothing scrolls beyond the page', () => {
  const layout = layOut(a4, 2, view);
  const far = scrollUnder(layout, view, { x: 5, y: 5 }, { x: 0, y: 0 });
  expect(far).toEqual({ x: layout.stage.width - view.width, y: layout.stage.height - view.height });
  expect(scrollUnder(layout, view, { x: -5, y: -5 }, { x: 0, y: 0 })).toEqual({ x: 0, y: 0 });
});

const row: Box = [0.1, 0.5, 0.8, 0.05];

function aBox(place: string, box: Box, tone: PageBox['tone'] = 'sure'): PageBox {
  return { place, label: place, page: 1, box, tone };
}

test('a point belongs to the smallest box around it', () => {
  const boxes = [aBox('row', row), aBox('amount', [0.7, 0.5, 0.1, 0.05])];
  expect(findBoxAt(boxes, { x: 0.75, y: 0.52 })?.place).toBe('amount');
  expect(findBoxAt(boxes, { x: 0.2, y: 0.52 })?.place).toBe('row');
  expect(findBoxAt(boxes, { x: 0.2, y: 0.9 })).toBeUndefined();
});

test('the cells of a line share one box: that of the focused cell, else of the one in doubt', () => {
  const cells = [
    aBox('lineItems.0.description', row),
    aBox('lineItems.0.amount', row, 'flagged'),
    aBox('lineItems.0.unit', row, 'decided'),
  ];
  expect(mergeBoxes(cells, null).map(({ place }) => place)).toEqual(['lineItems.0.amount']);
  expect(mergeBoxes(cells, 'lineItems.0.description').map(({ place }) => place)).toEqual([
    'lineItems.0.description',
  ]);
  expect(mergeBoxes([...cells, aBox('total', [0, 0, 0.1, 0.1])], null)).toHaveLength(2);
});

const turns = fc.constantFrom<Turn>(0, 90, 180, 270);
const boxes = fc
  .tuple(fc.nat(90), fc.nat(90), fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 10 }))
  .map((parts): Box => [parts[0] / 100, parts[1] / 100, parts[2] / 100, parts[3] / 100]);

test('turning to the right moves the top left to the top right', () => {
  expect(turnBox([0, 0, 0.2, 0.1], 90)).toEqual([0.9, 0, 0.1, 0.2]);
  expect(turnBox([0, 0, 0.2, 0.1], 180)).toEqual([0.8, 0.9, 0.2, 0.1]);
  expect(turnBox([0, 0, 0.2, 0.1], 270)).toEqual([0, 0.8, 0.1, 0.2]);
});

test('a page on its side is as wide as it was high', () => {
  expect(turnSize({ width: 595, height: 842 }, 90)).toEqual({ width: 842, height: 595 });
  expect(turnSize({ width: 595, height: 842 }, 180)).toEqual({ width: 595, height: 842 });
});

test('four quarter turns change nothing', () => {
  fc.assert(
    fc.property(boxes, (box) => {
      const around = [90, 90, 90, 90].reduce((turned) => turnBox(turned, 90), box);
      around.forEach((share, at) => expect(share).toBeCloseTo(box[at] ?? Number.NaN));
    }),
  );
});

test('one large turn equals several small ones', () => {
  fc.assert(
    fc.property(boxes, turns, turns, (box, first, second) => {
      const bit = turnBox(turnBox(box, first), second);
      turnBox(box, addTurn(first, second)).forEach((share, at) =>
        expect(share).toBeCloseTo(bit[at] ?? Number.NaN),
      );
    }),
  );
});

test('a turn to the left equals three to the right', () => {
  expect(addTurn(0, -90)).toBe(270);
  expect(addTurn(270, 90)).toBe(0);
});

test('a page is at 100 % when an inch of it is an inch of CSS', () => {
  expect(toPercent(96 / 72)).toBe(100);
});

test('zoom steps are round numbers from any starting size', () => {
  expect(toPercent(zoomIn(0.72 * actualSize))).toBe(75);
  expect(toPercent(zoomOut(0.72 * actualSize))).toBe(67);
  expect(toPercent(zoomIn(actualSize))).toBe(110);
  expect(toPercent(zoomOut(actualSize))).toBe(90);
  expect(toPercent(findStepBelow(1.4 * actualSize))).toBe(125);
});

test('there is a smallest and a largest size', () => {
  expect(toPercent(limitZoom(100))).toBe(600);
  expect(toPercent(limitZoom(0.01))).toBe(25);
  expect(toPercent(zoomIn(6 * actualSize))).toBe(600);
  expect(toPercent(zoomOut(0.25 * actualSize))).toBe(25);
});

test('zooming in and out again returns to the same step', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.4, max: 5, noNaN: true }), (times) => {
      const step = findStepBelow(times * actualSize);
      expect(zoomOut(zoomIn(step))).toBe(step);
    }),
  );
});

test('a page is drawn at the requested width', () => {
  expect(limitWidth(a4, 1_190)).toBe(1_190);
  expect(limitWidthAhead(a4, 1_190)).toBe(1_190);
});

test('a page is drawn with at most 16 megapixels, or 6 when drawn ahead', () => {
  expect(limitWidth(a4, 9_000) ** 2 * (842 / 595)).toBeCloseTo(16_000_000, -5);
  expect(limitWidthAhead(a4, 9_000) ** 2 * (842 / 595)).toBeCloseTo(6_000_000, -5);
});

test('no side is longer than browsers can draw', () => {
  const roll = { width: 100, height: 10_000 };
  expect(limitWidth(roll, 5_000) * 100).toBeLessThanOrEqual(16_384);
});

test('a whole page fits to the pixel in a window of any size, and so does a whole width', () => {
  const pages = [
    a4,
    { width: 842, height: 595 },
    { width: 2384, height: 3370 },
    { width: 200, height: 5_000 },
  ];
  for (const page of pages) {
    for (const size of [
      { width: 900, height: 700 },
      { width: 663, height: 411 },
      { width: 361, height: 127 },
      { width: 348, height: 90 },
    ]) {
      expect(layOut(page, fitPage(page, size), size).stage).toEqual(size);
      expect(layOut(page, fitWidth(page, size), size).stage.width).toBe(size.width);
    }
  }
});

test('a page that fits below the smallest step is not enlarged by zooming out', () => {
  expect(zoomOut(0.1)).toBe(0.1);
  expect(zoomIn(0.1)).toBeCloseTo(1 / 3);
});
