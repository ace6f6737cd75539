import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  actualSize,
  percentOf,
  stepBelow,
  withinZoom,
  zoomedIn,
  zoomedOut,
} from '#renderer/features/review/viewer/zoom-steps.ts';

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
