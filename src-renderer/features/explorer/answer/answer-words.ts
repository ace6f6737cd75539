import { describeCount } from '#renderer/ui/data-table/describe-rows.ts';
import { rruWords } from '#renderer/ui/receipt-footer/receipt-words.ts';

/** What follows the last row. How many there are in all is not known before the last page is here. */
export function endNote(loaded: number, more: boolean, lastRru: number | undefined): string {
  if (!more) return loaded === 1 ? 'The only item' : `All ${describeCount(loaded)}`;
  const cost = lastRru === undefined ? '' : `, next page costs about ${rruWords(lastRru)}`;
  return `At least ${describeCount(loaded)}${cost}`;
}
