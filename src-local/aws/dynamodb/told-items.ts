import { placeOfText, placeText } from './storage/primary-key.ts';
import { tokenOf } from './values/compare.ts';

/** `Item`s by `keyOfItem`. CreateTable finds what was told of the table before it was there. */
export function itemsOf(table: string): string {
  return `dynamodb/items/${table}`;
}

/** The partition key in it, where that is a string of common characters. */
export function partitionOfKey(key: string): string {
  return placeOfText(key).hash;
}

/** Of a table whose keys are strings; a table without sort key has only the first. */
export function keyOfItem(partition: string, sort?: string): string {
  return placeText(tokenOf({ S: partition }), sort === undefined ? '' : tokenOf({ S: sort }));
}
