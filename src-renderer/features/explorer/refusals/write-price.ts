import { decimal, decimalText, perPowerOfTen, times } from '#shared/pricing/decimal.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';

/** Dollars of write units by today's price book. */
export function writePrice(wru: number): string {
  const price = priceBooks[0].prices['dynamodb.write'];
  if (price === undefined) return 'an unknown sum';
  return moneyText(decimalText(perPowerOfTen(times(decimal(price.usd), decimal(wru)), price.per)));
}
