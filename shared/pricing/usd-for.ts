import { decimal, decimalText, perPowerOfTen, times } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import type { PriceName } from './price-names.ts';

/** Exact dollars for a number of units at the first tier's price; null where the book does not price them. */
export function usdFor(book: PriceBook, name: PriceName, units: string | number): string | null {
  const price = book.prices[name];
  if (price === undefined) return null;
  return decimalText(perPowerOfTen(times(decimal(price.usd), decimal(units)), price.per));
}
