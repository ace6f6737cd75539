import { moneyText } from './money-text.ts';
import { usdFor } from './price-book.ts';
import { priceBooks } from './price-books.ts';

export interface ReadCost {
  /** "$0.0002" */
  readonly text: string;
  /** Where the price comes from: no figure is shown without it. */
  readonly book: string;
}

/** What read units cost by the newest price book, on demand. */
export function readCost(rru: number): ReadCost {
  const [book] = priceBooks;
  const usd = usdFor(book, 'dynamodb.read', rru);
  return { text: usd === null ? '' : moneyText(usd, { tiny: 'digits' }), book: `${book.name}, on demand` };
}
