import type { AttributeValue, QueryCommandInput } from '@aws-sdk/client-dynamodb';
import type { Dice } from './dice.ts';
import { aRank, aSortKey, aTeam, partitions, type Item, type SortType } from './dynamodb-data.ts';
import { aCondition } from './dynamodb-conditions.ts';
import { topLevel, createPlaceholders, type Words } from './dynamodb-words.ts';

/** Names the keys by which the table and its indexes are queried. */
interface Access {
  readonly index?: string;
  readonly partition: string;
  readonly sort?: string;
  readonly aPartition: () => AttributeValue;
  readonly aSort: () => AttributeValue;
  /** Lists the attributes that a projection may ask for. */
  readonly projected: readonly string[];
}

export function aQuery(
  dice: Dice,
  sort: SortType,
  example: Item | undefined,
): Omit<QueryCommandInput, 'TableName'> {
  const access = dice.pick(listAccesses(dice, sort));
  const words = createPlaceholders(dice);
  const condition = [`${words.path(access.partition)} = ${words.value(access.aPartition())}`];
  if (access.sort !== undefined && dice.chance(0.6))
    condition.push(aSortCondition(words, access, access.sort));
  const counting = dice.chance(0.1);
  // A filter may only use attributes that the index projects, so mostly indexes that project everything get one.
  const filtering = dice.chance(access.projected.includes('bb') ? 0.4 : 0.04);
  const projection = !counting && dice.chance(0.25) ? dice.sample(access.projected, 1 + dice.integer(3)) : [];
  return {
    ...(access.index === undefined ? { ConsistentRead: dice.chance(0.5) } : { IndexName: access.index }),
    KeyConditionExpression: condition.join(' AND '),
    ...(filtering ? { FilterExpression: aCondition(words, example) } : {}),
    ...(projection.length > 0 ? { ProjectionExpression: projection.map(words.path).join(', ') } : {}),
    ...(counting ? { Select: 'COUNT' } : {}),
    ...(dice.chance(0.5) ? { ScanIndexForward: dice.chance(0.5) } : {}),
    ...(dice.chance(0.5) ? { Limit: 1 + dice.integer(4) } : {}),
    ReturnConsumedCapacity: dice.pick(['NONE', 'TOTAL', 'INDEXES']),
    ...words.members(),
  };
}

function listAccesses(dice: Dice, sort: SortType): Access[] {
  const all = [...topLevel, 'gg', 'hh', 'pk', 'sk', 'dd.xx'];
  const table: Access = {
    partition: 'pk',
    sort: 'sk',
    aPartition: () => ({ S: dice.pick(partitions) }),
    aSort: () => aSortKey(dice, sort),
    projected: all,
  };
  const byTeam = { partition: 'gg', aPartition: () => aTeam(dice), aSort: () => aRank(dice) };
  return [
    table,
    table,
    { ...byTeam, index: 'whole', sort: 'hh', projected: all },
    { ...byTeam, index: 'keys', projected: ['gg', 'pk', 'sk'] },
    {
      index: 'some',
      partition: 'hh',
      sort: 'gg',
      aPartition: () => aRank(dice),
      aSort: () => aTeam(dice),
      projected: ['hh', 'gg', 'pk', 'sk', 'aa', 'dd'],
    },
  ];
}

function aSortCondition(words: Words, { aSort }: Access, name: string): string {
  const { dice, value } = words;
  const written = words.path(name);
  const key = aSort();
  const tests = [
    () => `${written} ${dice.pick(['=', '<', '<=', '>', '>='])} ${value(key)}`,
    () => `${written} BETWEEN ${value(key)} AND ${value(key)}`,
    () => `${written} BETWEEN ${value(aSort())} AND ${value(aSort())}`,
  ];
  const { S } = key;
  if (S !== undefined) tests.push(() => `begins_with(${written}, ${value({ S: Array.from(S)[0] ?? 'a' })})`);
  return dice.pick(tests)();
}
