import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { costTable } from '#shared/pricing/cost-table.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { printedWith } from '#shared/pricing/printed-with.ts';

/** What a system's source prints, set against our own sum by the prices that the source reckoned with. */
export interface PrintedBy {
  readonly book: PriceBook;
  readonly source: string;
  readonly day: string;
  readonly month: string | null;
  /** Ours for a day, by the same prices. */
  readonly ours: string;
  readonly differs: boolean;
  readonly explains: string | null;
  /** Row → ours for a day, for the rows that are not as printed. */
  readonly rowsThatDiffer: ReadonlyMap<string, string>;
}

/** By today's prices every row would differ, and say nothing; so the source is held to its own. */
export function printedBy(system: SystemDeclaration, books: readonly PriceBook[]): PrintedBy | null {
  const book = printedWith(system, books);
  if (book === null) return null;
  const { rows, printed, usdPerDay } = costTable(system, { book, scale: 1 });
  if (printed === null) return null;
  const { source, day, month, differs, explains } = printed;
  const rowsThatDiffer = new Map(
    rows.filter((row) => row.differs).map((row) => [row.key, row.usdPerDay ?? '0']),
  );
  return { book, source, day, month, ours: usdPerDay, differs, explains, rowsThatDiffer };
}
