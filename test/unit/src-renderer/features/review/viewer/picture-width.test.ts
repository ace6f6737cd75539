import { expect, test } from 'vitest';
import { pixelsWide, pixelsWideAhead } from '#renderer/features/review/viewer/picture-width.ts';

const a4 = { width: 595, height: 842 };

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
