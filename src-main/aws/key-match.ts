import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import { compareExact } from '#shared/domain/exact-number.ts';
import type { FilledKey, SortWord } from './fill-question.ts';

/** Whether DynamoDB would find an item by these conditions once its index has caught up. */
export function isAskedFor(
  { partition, sort }: FilledKey,
  attributes: Attributes,
  sortName?: string,
): boolean {
  const owner = findDeclared(attributes, partition.name);
  if (owner === undefined || !isSame(owner, partition.value)) return false;
  // An item that lacks one of an index's keys is not in the index.
  if (sortName !== undefined && findDeclared(attributes, sortName) === undefined) return false;
  if (sort === null) return true;
  const value = findDeclared(attributes, sort.name);
  const [low, high] = sort.values;
  if (value === undefined || low === undefined || typeOf(value) !== typeOf(low)) return false;
  return holds[sort.word](value, low, high);
}

/** Of values of one type. */
const holds: Readonly<
  Record<SortWord, (value: AttributeValue, low: AttributeValue, high?: AttributeValue) => boolean>
> = {
  equals: (value, to) => compareKeys(value, to) === 0,
  beginsWith: (value, start) => 'S' in value && 'S' in start && value.S.startsWith(start.S),
  between: (value, low, high = low) => compareKeys(value, low) >= 0 && compareKeys(value, high) <= 0,
  before: (value, end) => compareKeys(value, end) < 0,
  upTo: (value, end) => compareKeys(value, end) <= 0,
  after: (value, start) => compareKeys(value, start) > 0,
  from: (value, start) => compareKeys(value, start) >= 0,
};

/** DynamoDB's order: numbers by value, text by its UTF-8 bytes, bytes as they are. */
export function compareKeys(one: AttributeValue, other: AttributeValue): number {
  if ('N' in one && 'N' in other) return compareExact(one.N, other.N);
  return Buffer.compare(bytesOf(one), bytesOf(other));
}

function isSame(one: AttributeValue, other: AttributeValue): boolean {
  return typeOf(one) === typeOf(other) && compareKeys(one, other) === 0;
}

function typeOf(value: AttributeValue): string {
  return Object.keys(value).join();
}

function bytesOf(value: AttributeValue): Buffer {
  if ('S' in value) return Buffer.from(value.S);
  return 'B' in value ? Buffer.from(value.B, 'base64') : Buffer.alloc(0);
}
