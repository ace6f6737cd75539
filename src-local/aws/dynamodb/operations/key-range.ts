import { validationException } from '../../protocol/aws-error.ts';
import type { KeyCondition } from '../expressions/key-condition.ts';
import { holdsExactly, invalid, toLookupKey, refuseEmptyKey } from '../storage/primary-key.ts';
import type { Sorted } from '../storage/sorted-entries.ts';
import { listKeyAttributes, type KeyAttribute, type Keys } from '../tables/table-record.ts';
import {
  findMember,
  setMember,
  getAttributeType,
  type AttributeValue,
  type Item,
} from '../values/attribute-value.ts';
import { toOrderToken } from '../values/compare.ts';

/** The part of one partition that a query reads. */
export interface KeyRange {
  readonly hash: string;
  readonly isBelow: (entry: Sorted) => boolean;
  readonly isAbove: (entry: Sorted) => boolean;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.KeyConditionExpressions.html */
export function keyRange(conditions: readonly KeyCondition[], { hash, range }: Keys): KeyRange {
  const ofHash = conditions.find(({ name }) => name === hash.name);
  if (!ofHash) throw missing(hash.name);
  if (ofHash.operator !== '=') throw validationException('Query key condition not supported');
  const rest = conditions.filter((condition) => condition !== ofHash);
  const ofRange = rest.find(({ name }) => name === range?.name);
  if (rest.length > 1) throw validationException('Conditions can be of length 1 or 2 only');
  if (rest.length === 1 && !ofRange) {
    throw range ? missing(range.name) : validationException('Query key condition not supported');
  }
  const [hashToken = ''] = toKeyTokens(ofHash, hash);
  if (!ofRange || !range) return { hash: hashToken, isBelow: never, isAbove: never };
  const [low = '', high = ''] = toKeyTokens(ofRange, range);
  return { hash: hashToken, ...boundsOf[ofRange.operator](low, high) };
}

const never = (): boolean => false;

type Bounds = Omit<KeyRange, 'hash'>;

const boundsOf: Record<KeyCondition['operator'], (low: string, high: string) => Bounds> = {
  '=': (low) => ({ isBelow: isUnder(low), isAbove: isOver(low) }),
  '<': (low) => ({ isBelow: never, isAbove: ({ sort }) => sort >= low }),
  '<=': (low) => ({ isBelow: never, isAbove: isOver(low) }),
  '>': (low) => ({ isBelow: ({ sort }) => sort <= low, isAbove: never }),
  '>=': (low) => ({ isBelow: isUnder(low), isAbove: never }),
  BETWEEN: (low, high) => ({ isBelow: isUnder(low), isAbove: isOver(high) }),
  begins_with: (low) => ({
    isBelow: isUnder(low),
    isAbove: ({ sort }) => sort > low && !sort.startsWith(low),
  }),
};

const isUnder =
  (bound: string) =>
  ({ sort }: Sorted): boolean =>
    sort < bound;
const isOver =
  (bound: string) =>
  ({ sort }: Sorted): boolean =>
    sort > bound;

function toKeyTokens({ operator, values }: KeyCondition, { name, type }: KeyAttribute): string[] {
  for (const value of values) {
    if (getAttributeType(value) !== type)
      throw invalid('Condition parameter type does not match schema type');
    refuseEmptyKey(name, value);
  }
  const tokens = values.map(toOrderToken);
  const [low = '', high = ''] = tokens;
  if (operator === 'BETWEEN' && low > high) {
    const [from, to] = values.map(formatValue);
    throw validationException(
      'Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal ' +
        `to lower bound; lower bound operand: AttributeValue: ${from}, upper bound operand: AttributeValue: ${to}`,
    );
  }
  if (operator === 'begins_with' && type === 'N') {
    throw validationException(
      'Invalid KeyConditionExpression: Incorrect operand type for operator or function; ' +
        'operator or function: begins_with, operand type: N',
    );
  }
  return tokens;
}

function formatValue(value: AttributeValue): string {
  return Object.entries(value)
    .map(([type, inner]) => `{${type}:${String(inner)}}`)
    .join('');
}

function missing(name: string): Error {
  return validationException(`Query condition missed key schema element: ${name}`);
}

/**
 * Reads where a query continues: the keys of the last item it read, of the index and of the table. The item may
 * be gone by now.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Pagination.html
 */
export function findStart(key: Item, tableKeys: Keys, indexKeys: Keys | undefined, range: KeyRange): Sorted {
  const all = allKeys(tableKeys, indexKeys);
  if (Object.keys(key).length !== all.length || all.some(({ name }) => !findMember(key, name))) {
    throw validationException('The provided starting key is invalid');
  }
  if (!holdsExactly(all, key)) {
    throw validationException(
      'The provided starting key is invalid: The provided key element does not match the schema',
    );
  }
  const primary = toLookupKey(tableKeys, only(tableKeys, key));
  const keys = indexKeys ?? tableKeys;
  const start = {
    sort: keys.range ? toOrderToken(known(key, keys.range)) : '',
    tie: indexKeys ? primary.text : '',
  };
  if (toOrderToken(known(key, keys.hash)) !== range.hash) {
    throw validationException(
      'The provided starting key is outside query boundaries based on provided conditions',
    );
  }
  if (range.isBelow(start) || range.isAbove(start)) {
    throw validationException('The provided starting key does not match the range key predicate');
  }
  return start;
}

export function lastEvaluatedKey(item: Item, tableKeys: Keys, indexKeys: Keys | undefined): Item {
  const key: Item = {};
  for (const { name } of allKeys(tableKeys, indexKeys)) setMember(key, name, known(item, { name }));
  return key;
}

function allKeys(tableKeys: Keys, indexKeys: Keys | undefined): KeyAttribute[] {
  const all = [...listKeyAttributes(tableKeys), ...(indexKeys ? listKeyAttributes(indexKeys) : [])];
  return [...new Map(all.map((attribute) => [attribute.name, attribute])).values()];
}

function only(keys: Keys, item: Item): Item {
  const some: Item = {};
  for (const { name } of listKeyAttributes(keys)) setMember(some, name, known(item, { name }));
  return some;
}

function known(item: Item, { name }: { readonly name: string }): AttributeValue {
  const value = findMember(item, name);
  if (!value) throw new Error(`The key ${name} was checked to be there`);
  return value;
}
