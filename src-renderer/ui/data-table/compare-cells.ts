import type { CellValue } from './data-column.ts';

// One collator: constructing one costs more than the comparison it makes.
const collator = new Intl.Collator('en', { sensitivity: 'base' });

/** Ascending order of two present values: numbers by size, text by alphabet, numbers before text. */
export function compareCells(a: CellValue, b: CellValue): number {
  if (typeof a === 'number' && typeof b === 'number') return compareNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  return rank(a) - rank(b);
}

function compareNumbers(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a - b;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const order = collator.compare(a, b);
  if (order !== 0) return order;
  // Same letters in another case: still one fixed order, or a sort could not be repeated.
  return a < b ? -1 : 1;
}

function rank(value: CellValue): number {
  if (typeof value === 'number') return 0;
  return typeof value === 'string' ? 1 : 2;
}
