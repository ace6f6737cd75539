import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Box } from '#shared/contract/review/document.ts';
import {
  fitBox,
  fitWidth,
  layOut,
  pointUnder,
  scrollToCentre,
  scrollToShow,
  scrollUnder,
} from '#renderer/features/review/viewer/page-layout.ts';
import { actualSize } from '#renderer/features/review/viewer/zoom-steps.ts';

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
