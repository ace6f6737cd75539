import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import type { StoredItem } from '../../aws/reading.ts';
import type { AttributeReading } from '../rows/read-attributes.ts';

export const longestId = 256;

/** Never empty: DynamoDB keeps no item without its key. */
export function idOfKey({ key }: StoredItem, name: 'FileID' | 'BatchID', read: AttributeReading): string {
  const id = keyText(key, name) ?? '';
  if (id === '') read.note(name, 'expected text, found none');
  if (id.length > longestId) read.note(name, `longer than ${longestId} characters, and cut`);
  return id.slice(0, longestId) || 'unknown';
}
