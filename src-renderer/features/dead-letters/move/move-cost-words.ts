import { grouped } from '#shared/domain/grouped-number.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { moveCost } from '#shared/pricing/queue-requests.ts';

/** What SQS charges for moving what waits; a depth is an estimate, and so is this. */
export function moveCostWords(queue: string, waiting: number): string {
  const [book] = priceBooks;
  const { requests, usd } = moveCost(queue, waiting, book);
  const money = usd === null ? `for which ${book.name} has no price` : `${moneyText(usd)} by ${book.name}`;
  return `It costs at most about ${grouped(requests)} requests to SQS, three for each message, ${money}. What the pipelines then make of the messages is not in it.`;
}
