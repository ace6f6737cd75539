import { moneyText } from './money-text.ts';
import type { MoneyStyle } from './money-text.ts';
import { priceBooks } from './price-books.ts';
import { usdFor } from './usd-for.ts';

export interface RequestCost {
  /** "$0.0002", "<$0.0001"; empty where the book has no price. */
  readonly text: string;
  /** Where the price comes from: no figure is shown without it. */
  readonly book: string;
}

/** What read units cost by the newest price book, on demand. */
export function readCost(rru: number, style?: Pick<MoneyStyle, 'tiny'>): RequestCost {
  return requestCost('dynamodb.read', rru, style);
}

/** What write units cost by the newest price book, on demand. */
export function writeCost(wru: number, style?: Pick<MoneyStyle, 'tiny'>): RequestCost {
  return requestCost('dynamodb.write', wru, style);
}

function requestCost(
  name: 'dynamodb.read' | 'dynamodb.write',
  units: number,
  { tiny = 'sign' }: Pick<MoneyStyle, 'tiny'> = {},
): RequestCost {
  const [book] = priceBooks;
  const usd = usdFor(book, name, units);
  return { text: usd === null ? '' : moneyText(usd, { tiny }), book: `${book.name}, on demand` };
}
