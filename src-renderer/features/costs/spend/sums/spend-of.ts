import type { CostCell } from '#shared/contract/costs/costs.ts';
import type { UsageTotals } from '#shared/contract/costs/usage-totals.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { addTotals, emptyTotals, totalsCost } from '#shared/pricing/usage-totals.ts';
import type { DocumentMean, MeanOf } from './document-mean.ts';
import { addParts, aiOf, noUsd, scaledParts, scaledUsd, totalOf } from './part-usd.ts';
import type { PartUsd } from './part-usd.ts';

/** What a group of cells has cost by one price book; all dollars exact. */
export interface Spend {
  readonly batches: number;
  readonly documents: number;
  /** What those documents consumed that were read one by one. */
  readonly usage: UsageTotals;
  readonly metered: PartUsd;
  /** Of those that were not read, by the mean of what was. */
  readonly estimated: PartUsd;
  readonly parts: PartUsd;
  readonly total: string;
  readonly ai: string;
  readonly meteredTotal: string;
  readonly estimatedTotal: string;
  /** Of what was metered, by documents that were worked on; null of none. */
  readonly each: string | null;
  /** Documents that are estimated, and by what. */
  readonly unread: number;
  readonly bases: ReadonlySet<DocumentMean['basis']>;
  /** Metered documents of which only the last run is known. */
  readonly repeated: number;
  /** Metered documents of which something has no price or no figure. */
  readonly unpriced: number;
}

export function spendOf(cells: readonly CostCell[], book: PriceBook, meanOf: MeanOf): Spend {
  const usage = cells.reduce((sum, { metered }) => addTotals(sum, metered), emptyTotals);
  const metered = totalsCost(usage, book);
  const bases = new Set<DocumentMean['basis']>();
  let estimated = noUsd;
  for (const cell of cells) {
    if (cell.unread === 0) continue;
    const mean = meanOf(cell);
    bases.add(mean.basis);
    estimated = addParts(estimated, scaledParts(mean.usd, cell.unread, mean.of));
  }
  const known = usage.documents === 0 ? noUsd : metered;
  const parts = addParts(known, estimated);
  return {
    batches: sumOf(cells, ({ batches }) => batches),
    documents: sumOf(cells, ({ documents }) => documents),
    usage,
    metered: known,
    estimated,
    parts,
    total: totalOf(parts),
    ai: aiOf(parts),
    meteredTotal: totalOf(known),
    estimatedTotal: totalOf(estimated),
    each: usage.processed === 0 ? null : scaledUsd(metered.total, 1, usage.processed),
    unread: sumOf(cells, ({ unread }) => unread),
    bases,
    repeated: sumOf(cells, ({ repeated }) => repeated),
    unpriced: metered.unpriced,
  };
}

/** Dollars are not all of it: something was consumed that is not in them. */
export function isAtLeast({ repeated, unpriced }: Spend): boolean {
  return repeated > 0 || unpriced > 0;
}

function sumOf(cells: readonly CostCell[], countOf: (cell: CostCell) => number): number {
  return cells.reduce((sum, cell) => sum + countOf(cell), 0);
}
