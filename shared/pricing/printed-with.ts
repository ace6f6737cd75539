import type { SystemDeclaration } from '../catalogue/declaration.ts';
import { costTable } from './cost-table.ts';
import type { PriceBook } from './price-book.ts';

/** The book by which most of a source's printed rows come out as printed; null where it prints none. */
export function printedWith(system: SystemDeclaration, books: readonly PriceBook[]): PriceBook | null {
  let best: { book: PriceBook; same: number } | null = null;
  for (const book of books) {
    const rows = costTable(system, { book, scale: 1 }).rows.filter(({ printed }) => printed !== null);
    const same = rows.filter(({ differs }) => !differs).length;
    if (same > (best?.same ?? 0)) best = { book, same };
  }
  return best?.book ?? null;
}
