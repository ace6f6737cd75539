import { expect, test } from 'vitest';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { documentCost, sumOfCosts } from '#shared/pricing/document-cost.ts';
import {
  formatAiShare,
  sumCosts,
  formatCost,
  describeFailed,
} from '#renderer/features/triage/batch/cost-part.tsx';
import { aDocumentRow } from './a-document-row.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';

const pages = (count: number) => ({ textract: { pages: count, ms: 2_000 }, gapFill: null, verify: null });

function documents(count: number): readonly DocumentRow[] {
  return Array.from({ length: count }, (_, place) =>
    aDocumentRow({ documentId: `doc-${String(place)}`, status: 'SUCCEEDED', usage: pages(1 + (place % 3)) }),
  );
}

test('the cost is exactly the sum of the documents, in any number of parts', () => {
  const rows = documents(1_234);
  const wanted = sumOfCosts(rows.map(({ usage }) => documentCost(usage, priceBooks[0])));
  expect(sumCosts(rows).sum).toEqual(wanted);
  const more = [...rows, ...documents(77).map((row) => ({ ...row, documentId: `more-${row.documentId}` }))];
  expect(sumCosts(more).sum.documents).toBe(1_311);
  expect(sumCosts(more).sum).toEqual(sumOfCosts(more.map(({ usage }) => documentCost(usage, priceBooks[0]))));
});

test('a changed document is counted again', () => {
  const rows = documents(3);
  const before = sumCosts(rows).sum.total;
  const [first, ...others] = rows;
  const after = sumCosts([first ?? aDocumentRow(), ...others.map((row) => ({ ...row, usage: pages(9) }))]).sum
    .total;
  expect(Number(after)).toBeGreaterThan(Number(before));
});

test('a document without consumption costs nothing, and is not in the mean', () => {
  const rows = [aDocumentRow({ usage: null }), ...documents(2)];
  expect(sumCosts(rows).sum.documents).toBe(2);
  expect(formatCost(aDocumentRow({ usage: null }))).toBeNull();
});

test('says what failed documents have paid for Textract', () => {
  const failed = [1, 2].map((place) => aDocumentRow({ documentId: `f${String(place)}`, usage: pages(1) }));
  expect(describeFailed(sumCosts([...failed, ...documents(4)]))).toMatch(
    /^2 failed documents cost \$0\.0\d+ of this for Textract\.$/,
  );
  expect(describeFailed(sumCosts(documents(4)))).toBeNull();
});

test('leads with AI against infrastructure', () => {
  const { sum } = sumCosts(documents(10));
  expect(formatAiShare(sum)).toMatch(/^9\d %$/);
  expect(formatAiShare(sumCosts([]).sum)).toBeNull();
});
