import { validationException, type AwsError } from '../../protocol/aws-error.ts';
import { listKeyAttributes, type KeyAttribute, type Keys } from '../tables/table-record.ts';
import {
  findMember,
  setMember,
  getAttributeType,
  type AttributeValue,
  type Item,
} from '../values/attribute-value.ts';
import { toOrderToken } from '../values/compare.ts';

/** The place of an item in its table. */
export interface PrimaryKey {
  readonly hash: string;
  /** Empty in a table without sort key. */
  readonly sort: string;
  /** Both parts as one text. */
  readonly text: string;
}

/** Takes a whole item, as PutItem sends it. */
export function toPrimaryKey(keys: Keys, item: Readonly<Item>): PrimaryKey {
  for (const attribute of listKeyAttributes(keys)) {
    const value = findMember(item, attribute.name);
    if (!value) throw invalid(`Missing the key ${attribute.name} in the item`);
    const actual = getAttributeType(value);
    if (actual !== attribute.type) {
      throw invalid(`Type mismatch for key ${attribute.name} expected: ${attribute.type} actual: ${actual}`);
    }
  }
  return buildPrimaryKey(keys, item);
}

/** Takes the key attributes alone, as GetItem sends them. */
export function toLookupKey(keys: Keys, key: Readonly<Item>): PrimaryKey {
  if (!holdsExactly(listKeyAttributes(keys), key)) {
    throw validationException('The provided key element does not match the schema');
  }
  return buildPrimaryKey(keys, key);
}

export function holdsExactly(attributes: readonly KeyAttribute[], key: Readonly<Item>): boolean {
  return (
    Object.keys(key).length === attributes.length &&
    attributes.every(({ name, type }) => {
      const value = findMember(key, name);
      return value !== undefined && getAttributeType(value) === type;
    })
  );
}

/** This check is separate because a transaction with an empty key is refused as a whole, not cancelled. */
export function refuseEmptyKeys(keys: Keys, item: Readonly<Item>): void {
  for (const { name } of listKeyAttributes(keys)) {
    const value = findMember(item, name);
    if (value) refuseEmptyKey(name, value);
  }
}

export function refuseEmptyKey(name: string, value: AttributeValue): void {
  const empty = emptyKind(value);
  if (!empty) return;
  throw validationException(
    'One or more parameter values are not valid. ' +
      `The AttributeValue for a key attribute cannot contain an empty ${empty} value. Key: ${name}`,
  );
}

export function emptyKind(value: AttributeValue): 'string' | 'binary' | undefined {
  if ('S' in value && value.S === '') return 'string';
  if ('B' in value && value.B === '') return 'binary';
  return undefined;
}

/** Returns the place of the item that is stored under this text. */
export function parsePlaceText(text: string): PrimaryKey {
  const colon = text.indexOf(':');
  const begin = colon + 1;
  const end = begin + Number(text.slice(0, colon));
  return { hash: text.slice(begin, end), sort: text.slice(end), text };
}

/** Joins the order tokens of both parts. */
export function formatPlace(hash: string, sort: string): string {
  return `${hash.length}:${hash}${sort}`;
}

export function pickKeyAttributes(keys: Keys, item: Readonly<Item>): Item {
  const key: Item = {};
  for (const { name } of listKeyAttributes(keys)) {
    const value = findMember(item, name);
    if (value) setMember(key, name, value);
  }
  return key;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-partition-sort-keys */
export function refuseLongKey(part: 'hash' | 'range', value: AttributeValue): void {
  if (!isTooLong(part, value)) return;
  throw invalid(
    part === 'hash'
      ? `Size of hashkey has exceeded the maximum size limit of${longest.hash} bytes`
      : `Aggregated size of all range keys has exceeded the size limit of ${longest.range} bytes`,
  );
}

export function isTooLong(part: 'hash' | 'range', value: AttributeValue): boolean {
  const bytes = longest[part];
  // A string of n characters has at most 3n bytes, so that most need no counting.
  if ('S' in value) return value.S.length * 3 > bytes && Buffer.byteLength(value.S) > bytes;
  return 'B' in value && Buffer.byteLength(value.B, 'base64') > bytes;
}

export function invalid(reason: string): AwsError {
  return validationException(`One or more parameter values were invalid: ${reason}`);
}

const longest = { hash: 2048, range: 1024 };

function buildPrimaryKey(keys: Keys, item: Readonly<Item>): PrimaryKey {
  refuseEmptyKeys(keys, item);
  const hash = toPartToken('hash', keys.hash, item);
  const sort = keys.range ? toPartToken('range', keys.range, item) : '';
  return { hash, sort, text: formatPlace(hash, sort) };
}

function toPartToken(part: 'hash' | 'range', { name }: KeyAttribute, item: Readonly<Item>): string {
  const value = findMember(item, name);
  if (!value) throw new Error(`The key ${name} was checked to be there`);
  refuseLongKey(part, value);
  return toOrderToken(value);
}
