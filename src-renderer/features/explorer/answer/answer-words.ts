import { describeCount } from '#renderer/ui/data-table/describe-rows.ts';
import { itemWords, rruWords } from '#renderer/ui/receipt-footer/receipt-words.ts';
import type { Answer } from './use-answer.ts';

/** What follows the last row. How many there are in all is not known before the last page is here. */
export function endNote(loaded: number, more: boolean, lastRru: number | undefined): string {
  if (!more) return loaded === 1 ? 'The only item' : `All ${describeCount(loaded)}`;
  const cost = lastRru === undefined ? '' : `, next page costs about ${rruWords(lastRru)}`;
  return `At least ${describeCount(loaded)}${cost}`;
}

/** Said aloud when an answer is here; with nothing between two equal answers the second would not be heard. */
export function spokenAnswer({
  state,
  items,
  more,
  receipt,
  loadingMore,
  askingAgain,
  failure,
}: Pick<Answer, 'state' | 'items' | 'more' | 'receipt' | 'loadingMore' | 'askingAgain' | 'failure'>): string {
  if (state !== 'answered' || failure !== undefined || loadingMore || askingAgain) return '';
  const count = items.length === 0 ? 'No items' : itemWords(items.length);
  const there = more ? `${count} so far` : count;
  return receipt === undefined ? there : `${there}, ${rruWords(receipt.rru)}`;
}
