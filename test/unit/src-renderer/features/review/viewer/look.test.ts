import { expect, test } from 'vitest';
import {
  createLook,
  followFocus,
  isToBox,
  showPage,
  toggleBox,
  turnRight,
  zoomed,
} from '#renderer/features/review/viewer/look.ts';
import type { PageBox } from '#renderer/features/review/viewer/page-layout.ts';

const anchor = { point: { x: 0.5, y: 0.5 }, at: { x: 0, y: 0 } };

function aBox(place: string, page: number): PageBox {
  return { place, label: place, page, box: [0.1, 0.1, 0.1, 0.1], tone: 'sure' };
}

test('a document opens at the focused field', () => {
  expect(createLook('DOC-1', aBox('total', 3))).toMatchObject({ page: 3, turn: 0, toBox: true });
  expect(createLook('DOC-1', undefined).page).toBe(1);
});

test('the view follows the page of the focused field, and a field without a box leaves the page', () => {
  const look = createLook('DOC-1', aBox('supplier', 1));
  const second = followFocus(look, 'DOC-1', aBox('total', 2));
  expect(second.page).toBe(2);
  expect(followFocus(second, 'DOC-1', undefined).page).toBe(2);
});

test('the look stays the same object while nothing changes', () => {
  const look = createLook('DOC-1', aBox('total', 2));
  expect(followFocus(look, 'DOC-1', aBox('total', 2))).toBe(look);
});

test('a page that the user has turned to stays until the focus moves', () => {
  const look = showPage(createLook('DOC-1', aBox('total', 1)), 2, 3);
  expect(followFocus(look, 'DOC-1', aBox('total', 1)).page).toBe(2);
  expect(followFocus(look, 'DOC-1', aBox('currency', 1)).page).toBe(1);
});

test('page numbers end with the document', () => {
  const look = createLook('DOC-1', undefined);
  expect(showPage(look, 0, 3).page).toBe(1);
  expect(showPage(look, 4, 3).page).toBe(3);
});

test('a zoom by the user lasts until the next box is zoomed to', () => {
  const look = zoomed(createLook('DOC-1', aBox('total', 1)), 3, anchor);
  expect(isToBox(look)).toBe(false);
  expect(followFocus(look, 'DOC-1', aBox('currency', 1)).zoom).toBeUndefined();
  const pageFirst = { ...look, toBox: false };
  expect(followFocus(pageFirst, 'DOC-1', aBox('currency', 1)).zoom).toBe(3);
});

test('Z zooms from a size chosen by the user to the box, and from the box to the page', () => {
  const look = createLook('DOC-1', aBox('total', 1));
  expect(isToBox(toggleBox(zoomed(look, 3, anchor)))).toBe(true);
  expect(isToBox(toggleBox(look))).toBe(false);
});

test('another document is upright and at its own size, and keeps the choice to zoom to the box', () => {
  const look = { ...turnRight(zoomed(createLook('DOC-1', undefined), 3, anchor)), toBox: false };
  expect(look.turn).toBe(90);
  expect(followFocus(look, 'DOC-2', undefined)).toMatchObject({
    turn: 0,
    zoom: undefined,
    page: 1,
    toBox: false,
  });
});
