import { compareDecimals, decimal } from '#shared/pricing/decimal.ts';
import type { Price, PriceBook } from '#shared/pricing/price-book.ts';
import { priceNames, type PriceName } from '#shared/pricing/price-names.ts';

/** What a figure comes to by a book, in exact dollars; what the book does not price counts as nothing. */
export type FigureOf = (book: PriceBook) => string;

export interface EntryShare {
  readonly name: PriceName;
  readonly price: Price;
  /** Exact dollars of the figure that this price makes. */
  readonly usd: string | null;
}

/**
 * Every price of a book, with what it makes of a figure. A cost is a sum over prices, so a book in which all others
 * are nothing gives that price's part.
 */
export function entriesOf(book: PriceBook, figureOf?: FigureOf): readonly EntryShare[] {
  return priceNames.flatMap((name) => {
    const price = book.prices[name];
    if (price === undefined) return [];
    return [{ name, price, usd: figureOf?.(only(book, (one) => one === name)) ?? null }];
  });
}

/**
 * How well a price is known. Only the vendor's own page confirms one; a file that somebody else keeps and tests is at
 * second hand however well it is kept, and the rest nobody has checked.
 */
export type Standing = 'vendor' | 'second-hand' | 'unchecked';

export function standingOf({ verified, source }: Pick<Price, 'verified' | 'source'>): Standing {
  if (!verified) return 'unchecked';
  return vendorPage.test(source) ? 'vendor' : 'second-hand';
}
const vendorPage = /^https:\/\/([a-z0-9-]+\.)*aws\.amazon\.com\//;

/** Exact dollars of a figure that stand on prices of these standings. */
export function usdStandingOn(
  book: PriceBook,
  figureOf: FigureOf,
  standings: readonly Standing[] = unconfirmed,
): string {
  return figureOf(
    only(book, (name) => {
      const price = book.prices[name];
      return price !== undefined && standings.includes(standingOf(price));
    }),
  );
}
const unconfirmed = ['second-hand', 'unchecked'] as const satisfies readonly Standing[];

interface EntryGroup {
  readonly title: string;
  readonly rows: readonly EntryShare[];
}

/** Those that make something of the figure come first, the dearest of them at the top. */
export function entryGroups(entries: readonly EntryShare[], withFigure: boolean): readonly EntryGroup[] {
  const used = entries
    .filter(({ usd }) => isSome(usd))
    .toSorted((a, b) => compareDecimals(decimal(b.usd ?? 0), decimal(a.usd ?? 0)));
  const others = entries.filter(({ usd }) => !isSome(usd));
  const groups = [
    { title: 'In the figure, the dearest first', rows: used },
    { title: withFigure ? 'Not in the figure' : 'All prices', rows: others },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

export function isSome(usd: string | null): usd is string {
  return usd !== null && compareDecimals(decimal(usd), decimal(0)) !== 0;
}

/** As a share of 1; null where there is no figure to have a share of. */
export function shareOf(part: string, whole: string): number | null {
  return compareDecimals(decimal(whole), decimal(0)) <= 0 ? null : Number(part) / Number(whole);
}

/** Whether a book has one of these from elsewhere than the vendor's own page. */
export function isUnconfirmed(book: PriceBook, names: readonly PriceName[]): boolean {
  return names.some((name) => {
    const price = book.prices[name];
    return price !== undefined && standingOf(price) !== 'vendor';
  });
}

/** Prices that are left out become nothing and do not go: what is unpriced would take the rest of a sum with it. */
function only(book: PriceBook, isIn: (name: PriceName) => boolean): PriceBook {
  const prices: Partial<Record<PriceName, Price>> = {};
  for (const name of priceNames) {
    const price = book.prices[name];
    if (price !== undefined) prices[name] = isIn(name) ? price : { ...price, usd: '0' };
  }
  return { ...book, prices };
}
