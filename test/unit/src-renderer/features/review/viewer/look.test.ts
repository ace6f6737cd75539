import { expect, test } from 'vitest';
import {
  firstLook,
  followed,
  isToBox,
  onPage,
  towardsBox,
  turnedOn,
  zoomed,
} from '#renderer/features/review/viewer/look.ts';
import type { PageBox } from '#renderer/features/review/viewer/page-layout.ts';

const anchor = { point: { x: 0.5, y: 0.5 }, at: { x: 0, y: 0 } };

function aBox(place: string, page: number): PageBox {
  return { place, label: place, page, box: [0.1, 0.1, 0.1, 0.1], tone: 'sure' };
}

test('a document is first looked at where the focused field is', () => {
  expect(firstLook('DOC-1', aBox('total', 3))).toMatchObject({ page: 3, turn: 0, toBox: true });
  expect(firstLook('DOC-1', undefined).page).toBe(1);
});

test('the page of the focused field is shown, and a field without a place leaves the page as it is', () => {
  const look = firstLook('DOC-1', aBox('supplier', 1));
  const second = followed(look, 'DOC-1', aBox('total', 2));
  expect(second.page).toBe(2);
  expect(followed(second, 'DOC-1', undefined).page).toBe(2);
});

test('nothing new is the same look', () => {
  const look = firstLook('DOC-1', aBox('total', 2));
  expect(followed(look, 'DOC-1', aBox('total', 2))).toBe(look);
});

test('who has turned to another page stays there until the focus goes elsewhere', () => {
  const look = onPage(firstLook('DOC-1', aBox('total', 1)), 2, 3);
  expect(followed(look, 'DOC-1', aBox('total', 1)).page).toBe(2);
  expect(followed(look, 'DOC-1', aBox('currency', 1)).page).toBe(1);
});

test('pages end where the document does', () => {
  const look = firstLook('DOC-1', undefined);
  expect(onPage(look, 0, 3).page).toBe(1);
  expect(onPage(look, 4, 3).page).toBe(3);
});

test('a size chosen by hand lasts until the next box is zoomed to', () => {
  const look = zoomed(firstLook('DOC-1', aBox('total', 1)), 3, anchor);
  expect(isToBox(look)).toBe(false);
  expect(followed(look, 'DOC-1', aBox('currency', 1)).zoom).toBeUndefined();
  const pageFirst = { ...look, toBox: false };
  expect(followed(pageFirst, 'DOC-1', aBox('currency', 1)).zoom).toBe(3);
});

test('Z leads back to the box from a size chosen by hand, and from the box to the page', () => {
  const look = firstLook('DOC-1', aBox('total', 1));
  expect(isToBox(towardsBox(zoomed(look, 3, anchor)))).toBe(true);
  expect(isToBox(towardsBox(look))).toBe(false);
});

test('another document is upright and at its own size, and still zoomed to the box or not', () => {
  const look = { ...turnedOn(zoomed(firstLook('DOC-1', undefined), 3, anchor)), toBox: false };
  expect(look.turn).toBe(90);
  expect(followed(look, 'DOC-2', undefined)).toMatchObject({
    turn: 0,
    zoom: undefined,
    page: 1,
    toBox: false,
  });
});
