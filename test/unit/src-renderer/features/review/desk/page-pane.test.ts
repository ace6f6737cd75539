import { describe, expect, test } from 'vitest';
import { listBoxes } from '#renderer/features/review/desk/page-pane.tsx';
import type { Edit } from '#shared/contract/review-document.ts';
import { aReviewDocument } from '#test/builders/a-review-document.ts';

const document = aReviewDocument();
const taken: Edit = { kind: 'value', value: '1', takenFrom: { page: 2, box: [0.5, 0.6, 0.1, 0.02] } };

describe('the boxes on the page', () => {
  test('are where a person took the value from, and else where it was read', () => {
    const before = listBoxes(document, {}, 'review');
    const after = listBoxes(document, { total: taken }, 'review');
    const find = (boxes: typeof before, place: string) => boxes.find((box) => box.place === place);
    expect(find(before, 'total')).toMatchObject({ page: 1, tone: 'flagged' });
    expect(find(after, 'total')).toMatchObject({ page: 2, box: [0.5, 0.6, 0.1, 0.02], tone: 'decided' });
    expect(find(after, 'supplier')).toEqual(find(before, 'supplier'));
    // A typed value is still where it was read.
    const typed = listBoxes(document, { total: { kind: 'value', value: '1' } }, 'review');
    expect(find(typed, 'total')).toMatchObject({ page: 1, tone: 'decided' });
  });

  test('show each cell that was taken from elsewhere, beside the box of its line', () => {
    const boxes = listBoxes(
      document,
      { 'lineItems.0.description': taken, 'lineItems.1.amount': taken },
      'review',
    );
    const ofLines = boxes.filter(({ place }) => place.startsWith('lineItems.'));
    expect(ofLines.map(({ place, page }) => `${place} ${String(page)}`)).toEqual([
      'lineItems.0.amount 1',
      'lineItems.0.description 2',
      'lineItems.1.amount 2',
    ]);
  });
});
