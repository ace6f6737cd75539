import { compareDecimals, decimal } from '#shared/pricing/decimal.ts';
import type { Price, PriceBook } from '#shared/pricing/price-book.ts';
import { priceNames, type PriceName } from '#shared/pricing/price-names.ts';
import { messages } from '../messages.ts';

/** Computes a figure in exact dollars by a book. A price that the book lacks counts as zero. */
export type FigureOf = (book: PriceBook) => string;

export interface EntryShare {
  readonly name: PriceName;
  readonly price: Price;
  /** Exact dollars that this price adds to the figure. */
  readonly usd: string | null;
}

/**
 * Returns every price of a book with its part of a figure. A cost is a sum over prices, so a book in which all other
 * prices are zero gives the part of this one.
 */
export function listEntryShares(book: PriceBook, figureOf?: FigureOf): readonly EntryShare[] {
  return priceNames.flatMap((name) => {
    const price = book.prices[name];
    if (price === undefined) return [];
    return [{ name, price, usd: figureOf?.(keepPrices(book, (one) => one === name)) ?? null }];
  });
}

/**
 * How well a price is known. Only the vendor's own page confirms a price. A file kept and tested by a third party is
 * second hand however well it is kept, and every other price is unchecked.
 */
export type Standing = 'vendor' | 'second-hand' | 'unchecked';

export function findStanding({ verified, source }: Pick<Price, 'verified' | 'source'>): Standing {
  if (!verified) return 'unchecked';
  return vendorPage.test(source) ? 'vendor' : 'second-hand';
}
const vendorPage = /^https:\/\/([a-z0-9-]+\.)*aws\.amazon\.com\//;

/** Returns how many exact dollars of a figure rest on prices of these standings. */
export function sumUsdByStanding(
  book: PriceBook,
  figureOf: FigureOf,
  standings: readonly Standing[] = unconfirmed,
): string {
  return figureOf(
    keepPrices(book, (name) => {
      const price = book.prices[name];
      return price !== undefined && standings.includes(findStanding(price));
    }),
  );
}
const unconfirmed = ['second-hand', 'unchecked'] as const satisfies readonly Standing[];

interface EntryGroup {
  readonly title: string;
  readonly rows: readonly EntryShare[];
}

/** Puts the prices that add to the figure first, the most expensive one at the top. */
export function groupEntries(entries: readonly EntryShare[], withFigure: boolean): readonly EntryGroup[] {
  const used = entries
    .filter(({ usd }) => isSome(usd))
    .toSorted((a, b) => compareDecimals(decimal(b.usd ?? 0), decimal(a.usd ?? 0)));
  const others = entries.filter(({ usd }) => !isSome(usd));
  const groups = [
    { title: messages.book.inFigure, rows: used },
    { title: withFigure ? messages.book.notInFigure : messages.book.allPrices, rows: others },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

export function isSome(usd: string | null): usd is string {
  return usd !== null && compareDecimals(decimal(usd), decimal(0)) !== 0;
}

/** Returns a share of 1, or null where there is no figure to have a share of. */
export function calculateShare(part: string, whole: string): number | null {
  return compareDecimals(decimal(whole), decimal(0)) <= 0 ? null : Number(part) / Number(whole);
}

/** Returns whether a book has one of these prices from a source other than the vendor's own pages. */
export function isUnconfirmed(book: PriceBook, names: readonly PriceName[]): boolean {
  return names.some((name) => {
    const price = book.prices[name];
    return price !== undefined && findStanding(price) !== 'vendor';
  });
}

/**
 * Sets the other prices to zero instead of removing them, because a missing price would make the rest of the sum
 * unpriced.
 */
function keepPrices(book: PriceBook, isIn: (name: PriceName) => boolean): PriceBook {
  const prices: Partial<Record<PriceName, Price>> = {};
  for (const name of priceNames) {
    const price = book.prices[name];
    if (price !== undefined) prices[name] = isIn(name) ? price : { ...price, usd: '0' };
  }
  return { ...book, prices };
}
