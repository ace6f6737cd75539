import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPictureCache } from '#renderer/features/review/viewer/drawing-queue.ts';
import type { Picture } from '#renderer/features/review/viewer/pdf-engine.ts';

function aPicture(width: number, released: number[] = []): Picture {
  return { element: {} as HTMLElement, width, bytes: width, release: () => void released.push(width) };
}

test('the least recently used picture is dropped first', () => {
  const released: number[] = [];
  const cache = createPictureCache(100);
  cache.put('one', aPicture(40, released));
  cache.put('two', aPicture(41, released));
  cache.nearest('one', 40);
  cache.put('three', aPicture(30, released));
  expect(released).toEqual([41]);
  expect(cache.bytes()).toBe(70);
});

test('the visible picture stays, even where it alone exceeds the budget', () => {
  const released: number[] = [];
  const cache = createPictureCache(100);
  const large = aPicture(150, released);
  cache.put('one', large);
  cache.pin(large);
  cache.put('two', aPicture(20, released));
  expect(released).toEqual([]);
  cache.pin(undefined);
  expect(released).toEqual([150]);
});

test('the picture of this width is returned, else the next wider one, else the widest', () => {
  const cache = createPictureCache(10_000);
  for (const width of [300, 900, 600]) cache.put('one', aPicture(width));
  expect(cache.nearest('one', 600)?.width).toBe(600);
  expect(cache.nearest('one', 601)?.width).toBe(900);
  expect(cache.nearest('one', 1_000)?.width).toBe(900);
  expect(cache.nearest('two', 600)).toBeUndefined();
});

test('dropped pictures are released', () => {
  const released: number[] = [];
  const cache = createPictureCache(1_000);
  cache.put('one#1', aPicture(100, released));
  cache.put('two#1', aPicture(200, released));
  cache.drop((page) => page.startsWith('one'));
  expect(released).toEqual([100]);
  expect(cache.has('two#1', 200)).toBe(true);
});

test('no released picture is stored, and only the newest may exceed the budget', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 80 })), { maxLength: 40 }), (puts) => {
      const released = new Set<Picture>();
      const cache = createPictureCache(100);
      for (const [page, width] of puts) {
        const picture: Picture = { ...aPicture(width), release: () => void released.add(picture) };
        cache.put(String(page), picture);
        expect(cache.bytes()).toBeLessThanOrEqual(Math.max(100, width));
        expect(released.has(cache.nearest(String(page), width) ?? picture)).toBe(false);
      }
    }),
  );
});
