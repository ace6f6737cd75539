import { parsePlaceText, formatPlace } from './storage/primary-key.ts';
import { toOrderToken } from './values/compare.ts';

/**
 * Names the collection of `Item`s by `formatItemKey`. CreateTable finds past items that were there before the
 * table.
 */
export function nameItemsCollection(table: string): string {
  return `dynamodb/items/${table}`;
}

/** The partition key in it, where that is a string of common characters. */
export function readPartitionKey(key: string): string {
  return parsePlaceText(key).hash;
}

/** Works for tables whose keys are strings. A table without a sort key takes only the partition. */
export function formatItemKey(partition: string, sort?: string): string {
  return formatPlace(toOrderToken({ S: partition }), sort === undefined ? '' : toOrderToken({ S: sort }));
}
