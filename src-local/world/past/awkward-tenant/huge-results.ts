import { Buffer } from 'node:buffer';
import type { ReadField, ReadLine } from '../../../pipelines/extraction/readers.ts';

/** The text that stands for them in a told object. */
export const hugeResultsRecipe = 'results of the ledger of quill';
export const hugeResultsBytes = 460_000;

/** An inventory with 3,000 lines: more than fits into an item, so its results lie in S3. */
export function drawHugeResults(recipe: string): Uint8Array | undefined {
  if (recipe !== hugeResultsRecipe) return undefined;
  const text = JSON.stringify({ fields, lineItems: lines(), checks: [check] });
  const bytes = Buffer.alloc(hugeResultsBytes, ' ');
  bytes.write(text);
  return bytes;
}

const lineCount = 3_000;
const linesPerPage = 40;

const fields: Readonly<Record<string, ReadField>> = {
  reference: field('LEDGER-1998/2024', 0.99),
  total: field('4498500.00', 0.98),
};
const check = {
  name: 'Line items add up to the total',
  passed: true,
  detail: '3000 lines add up to 4498500.00',
};

function lines(): ReadLine[] {
  return Array.from({ length: lineCount }, (_, index) => ({
    description: `Page ${index + 1} of the ledger`,
    quantity: '1',
    unit: 'page',
    amount: `${index}.00`,
    confidence: 0.97,
    page: 1 + Math.floor(index / linesPerPage),
    box: [0.08, 0.1 + (index % linesPerPage) * 0.02, 0.84, 0.018],
  }));
}

function field(value: string, confidence: number): ReadField {
  return { value, confidence, readBy: 'textract', page: 1, box: [0.6, 0.1, 0.3, 0.02] };
}
