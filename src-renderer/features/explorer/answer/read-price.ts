import { decimal, decimalText, perPowerOfTen, times } from '#shared/pricing/decimal.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';

/** Dollars of read units by today's price book, and which book that is. */
export function readPrice(rru: number): { readonly text: string; readonly book: string } {
  const [book] = priceBooks;
  const price = book.prices['dynamodb.read'];
  if (price === undefined) return { text: '', book: book.name };
  const usd = decimalText(perPowerOfTen(times(decimal(price.usd), decimal(rru)), price.per));
  return { text: moneyText(usd, { tiny: 'digits' }), book: `${book.name}, on demand` };
}
