import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pictureCache } from '#renderer/features/review/viewer/drawing-queue.ts';
import type { Picture } from '#renderer/features/review/viewer/pdf-engine.ts';

function aPicture(width: number, released: number[] = []): Picture {
  return { element: {} as HTMLElement, width, bytes: width, release: () => void released.push(width) };
}

test('what was longest unused goes first', () => {
  const released: number[] = [];
  const cache = pictureCache(100);
  cache.put('one', aPicture(40, released));
  cache.put('two', aPicture(41, released));
  cache.nearest('one', 40);
  cache.put('three', aPicture(30, released));
  expect(released).toEqual([41]);
  expect(cache.bytes()).toBe(70);
});

test('what is looked at stays, even where it alone is too much', () => {
  const released: number[] = [];
  const cache = pictureCache(100);
  const large = aPicture(150, released);
  cache.put('one', large);
  cache.pin(large);
  cache.put('two', aPicture(20, released));
  expect(released).toEqual([]);
  cache.pin(undefined);
  expect(released).toEqual([150]);
});

test('so wide, or the next wider, or the widest there is', () => {
  const cache = pictureCache(10_000);
  for (const width of [300, 900, 600]) cache.put('one', aPicture(width));
  expect(cache.nearest('one', 600)?.width).toBe(600);
  expect(cache.nearest('one', 601)?.width).toBe(900);
  expect(cache.nearest('one', 1_000)?.width).toBe(900);
  expect(cache.nearest('two', 600)).toBeUndefined();
});

test('dropped pages are released', () => {
  const released: number[] = [];
  const cache = pictureCache(1_000);
  cache.put('one#1', aPicture(100, released));
  cache.put('two#1', aPicture(200, released));
  cache.drop((page) => page.startsWith('one'));
  expect(released).toEqual([100]);
  expect(cache.has('two#1', 200)).toBe(true);
});

test('whatever comes, nothing is kept that was released and the budget holds but for the newest', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 80 })), { maxLength: 40 }), (puts) => {
      const released = new Set<Picture>();
      const cache = pictureCache(100);
      for (const [page, width] of puts) {
        const picture: Picture = { ...aPicture(width), release: () => void released.add(picture) };
        cache.put(String(page), picture);
        expect(cache.bytes()).toBeLessThanOrEqual(Math.max(100, width));
        expect(released.has(cache.nearest(String(page), width) ?? picture)).toBe(false);
      }
    }),
  );
});
