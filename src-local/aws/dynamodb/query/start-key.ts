import { validationException } from '../../protocol/aws-error.ts';
import { tokenOf } from '../values/order-token.ts';
import { holdsExactly, primaryKeyOfLookup } from '../storage/primary-key.ts';
import type { Sorted } from '../storage/sorted-entries.ts';
import { attributesOfKeys, type KeyAttribute, type Keys } from '../tables/table-record.ts';
import { memberOf, setMember, type AttributeValue, type Item } from '../values/attribute-value.ts';
import type { KeyRange } from './key-range.ts';

/**
 * Where a query goes on: the keys of the last item it looked at, of the index and of the table. The item may be
 * gone by now.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Pagination.html
 */
export function startOf(key: Item, tableKeys: Keys, indexKeys: Keys | undefined, range: KeyRange): Sorted {
  const all = allKeys(tableKeys, indexKeys);
  if (Object.keys(key).length !== all.length || all.some(({ name }) => !memberOf(key, name))) {
    throw validationException('The provided starting key is invalid');
  }
  if (!holdsExactly(all, key)) {
    throw validationException(
      'The provided starting key is invalid: The provided key element does not match the schema',
    );
  }
  const primary = primaryKeyOfLookup(tableKeys, only(tableKeys, key));
  const keys = indexKeys ?? tableKeys;
  const start = {
    sort: keys.range ? tokenOf(known(key, keys.range)) : '',
    tie: indexKeys ? primary.text : '',
  };
  if (tokenOf(known(key, keys.hash)) !== range.hash) {
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
  const all = [...attributesOfKeys(tableKeys), ...(indexKeys ? attributesOfKeys(indexKeys) : [])];
  return [...new Map(all.map((attribute) => [attribute.name, attribute])).values()];
}

function only(keys: Keys, item: Item): Item {
  const some: Item = {};
  for (const { name } of attributesOfKeys(keys)) setMember(some, name, known(item, { name }));
  return some;
}

function known(item: Item, { name }: { readonly name: string }): AttributeValue {
  const value = memberOf(item, name);
  if (!value) throw new Error(`The key ${name} was checked to be there`);
  return value;
}
