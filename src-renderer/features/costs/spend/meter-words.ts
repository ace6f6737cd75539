import type { Costs } from '#shared/contract/costs/costs.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { usdFor } from '#shared/pricing/usd-for.ts';

/** As the catalogue says of a document's item, and what is there of one that nothing has worked on. */
const bytesOfDocument = 3_500;
const bytesOfArrival = 500;

/** "3,979 of 7,868 metered; the rest: about 1,667 read units, $0.0002": of what can be read now. */
export function meteredWords(costs: Costs, book: PriceBook): string {
  const { meteredDocuments, rest } = costs;
  if (rest === 0) return `${documentsWords(meteredDocuments)} metered`;
  const all = grouped(meteredDocuments + rest);
  return `${grouped(meteredDocuments)} of ${all} metered; the rest: ${restPrice(costs, book)}`;
}

/** "about 430 read units, $0.0001" */
export function restPrice({ rest, cells }: Pick<Costs, 'rest' | 'cells'>, book: PriceBook): string {
  const workedOn = Math.min(
    rest,
    cells.reduce((sum, { unread }) => sum + unread, 0),
  );
  const bytes = workedOn * bytesOfDocument + (rest - workedOn) * bytesOfArrival;
  const units = Math.ceil(bytes / bytesOfUnit);
  const usd = usdFor(book, 'dynamodb.read', units);
  const money = usd === null ? 'without a price in this book' : moneyText(usd, { tiny: 'sign' });
  return `about ${grouped(units)} read units, ${money}`;
}
/** Of a query that need not see the last moment's writes. */
const bytesOfUnit = 8_192;

export function documentsWords(count: number): string {
  return count === 1 ? '1 document' : `${grouped(count)} documents`;
}

export function batchesWords(count: number): string {
  return count === 1 ? '1 batch' : `${grouped(count)} batches`;
}
