import { holds, type Condition } from '../expressions/condition.ts';
import type { Entry } from '../storage/entry.ts';
import type { View } from './view.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Pagination.html */
const largestPage = 1024 * 1024;

export interface Page {
  readonly read: readonly Entry[];
  /** Of these, what passed the filter. */
  readonly found: readonly Entry[];
  /** Of all that was read: that is what is charged. */
  readonly bytes: number;
  /** The last one read, when the page ended before the range did. */
  readonly last: Entry | undefined;
}

/** A page ends where its limit is reached, even if nothing follows, or where one more item would not fit. */
export function readPage(
  entries: Iterable<Entry>,
  limit: number | undefined,
  filter: Condition | undefined,
  view: View,
): Page {
  const read: Entry[] = [];
  let bytes = 0;
  let last: Entry | undefined;
  for (const entry of entries) {
    if (read.length > 0 && bytes + entry.size > largestPage) {
      last = read.at(-1);
      break;
    }
    bytes += entry.size;
    read.push(entry);
    if (read.length === limit) {
      last = entry;
      break;
    }
  }
  const found = filter ? read.filter(({ item }) => holds(filter, view.inIndex(item))) : read;
  return { read, found, bytes, last };
}
