import type { PriceBook } from '#shared/pricing/price-book.ts';
import { usdFor } from '#shared/pricing/usd-for.ts';

/** "$0.125 per M read, $0.625 per M write" */
export function requestPrices(book: PriceBook): string {
  const read = usdFor(book, 'dynamodb.read', 1_000_000);
  const write = usdFor(book, 'dynamodb.write', 1_000_000);
  return `$${read ?? '?'} per M read, $${write ?? '?'} per M write`;
}
