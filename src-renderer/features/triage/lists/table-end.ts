import { slowerWords } from '#renderer/contract/slower-words.ts';
import type { TableEnd } from '#renderer/ui/data-table/data-table-props.ts';
import type { Pages } from '../parts/use-pages.ts';

export function tableEnd({ rows, complete, reading, receipts, throttled, readOn }: Pages<unknown>): TableEnd {
  const slower = slowerWords(throttled);
  if (complete) return { note: `${String(rows.length)}, these are all${slower}` };
  const rru = receipts.at(-1)?.rru;
  const price = rru === undefined ? '' : `, the next page costs about ${String(rru)} RRU`;
  return { note: `${String(rows.length)} so far${price}${slower}`, onMore: readOn, loading: reading };
}
