import type { Item } from '../values/attribute-value.ts';
import { sizeOfItem } from '../values/size.ts';
import type { FoundEntry } from './entry.ts';

/** Up to so many are measured for the sake of a sum. */
const most = 200;
/** Of more than that so many are, and stand for the others. */
const sample = 100;

/** AWS renews a table's size every six hours or so: that of many items nobody has read is estimated. */
export function bytesOf(all: readonly (FoundEntry | string)[], read: (text: string) => Item): number {
  let bytes = 0;
  const unread: (FoundEntry | string)[] = [];
  for (const found of all) {
    if (typeof found !== 'string' && found.isMeasured) bytes += found.size;
    else unread.push(found);
  }
  const stride = unread.length > most ? Math.ceil(unread.length / sample) : 1;
  let measured = 0;
  let sum = 0;
  for (let at = 0; at < unread.length; at += stride) {
    const found = unread[at];
    if (found === undefined) continue;
    measured += 1;
    sum += typeof found === 'string' ? sizeOfItem(read(found)) : found.size;
  }
  return bytes + (measured === 0 ? 0 : Math.round((sum / measured) * unread.length));
}
