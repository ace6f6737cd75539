import { expect, test } from 'vitest';
import type { Box } from '#shared/contract/review/document.ts';
import { boxAt, onePerBox, type PageBox } from '#renderer/features/review/viewer/page-boxes.ts';

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
