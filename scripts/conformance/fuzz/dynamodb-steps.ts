import type { AttributeValue, TransactWriteItem, WriteRequest } from '@aws-sdk/client-dynamodb';
import type { Dice } from './dice.ts';
import { aCondition } from './dynamodb-conditions.ts';
import { aKey, anItem, type Item, type SortType } from './dynamodb-data.ts';
import { aQuery } from './dynamodb-queries.ts';
import { anUpdate, type UpdateLimits } from './dynamodb-updates.ts';
import { topLevel, createPlaceholders } from './dynamodb-words.ts';

/** Describes a request as data; the table's name is filled in when it is sent. */
export interface Step {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
}

export type Operation =
  | 'PutItem'
  | 'GetItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'Query'
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'TransactWriteItems'
  | 'TransactGetItems';

/** Stands for the table's name until then. */
export const table = '@table';

export interface StepMaker {
  readonly dice: Dice;
  readonly sort: SortType;
  readonly limits: UpdateLimits;
  /** Returns the item as it is now, so that conditions may hold. */
  readonly look: (key: Item) => Promise<Item | undefined>;
}

export async function aStep(maker: StepMaker): Promise<Step> {
  const { dice } = maker;
  const roll = dice.integer(100);
  if (roll < 22)
    return { operation: 'PutItem', input: { ...(await aPut(maker)), ...tellAll(dice, ['NONE', 'ALL_OLD']) } };
  if (roll < 48) {
    const returns = ['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'];
    return { operation: 'UpdateItem', input: { ...(await aChange(maker)), ...tellAll(dice, returns) } };
  }
  if (roll < 56)
    return {
      operation: 'DeleteItem',
      input: { ...(await aRemoval(maker)), ...tellAll(dice, ['NONE', 'ALL_OLD']) },
    };
  if (roll < 64) return { operation: 'GetItem', input: aGet(maker) };
  if (roll < 84) {
    const example = await maker.look(aKey(dice, maker.sort));
    return { operation: 'Query', input: { TableName: table, ...aQuery(dice, maker.sort, example) } };
  }
  if (roll < 88) return { operation: 'BatchGetItem', input: aBatchGet(maker) };
  if (roll < 92) return { operation: 'BatchWriteItem', input: aBatchWrite(maker) };
  if (roll < 97) return aTransaction(maker);
  const gets = keysFor(maker, 3).map((Key) => ({ Get: { TableName: table, Key, ...aProjection(dice) } }));
  return { operation: 'TransactGetItems', input: { TransactItems: gets, ...capacity(dice) } };
}

function tellAll(dice: Dice, returns: readonly string[]): object {
  return { ReturnValues: dice.pick(returns), ...capacity(dice) };
}

function capacity(dice: Dice): object {
  return { ReturnConsumedCapacity: dice.pick(['NONE', 'TOTAL', 'INDEXES']) };
}

async function aPut({ dice, sort, look }: StepMaker) {
  const Item = anItem(dice, sort);
  const key = { pk: Item['pk'] as AttributeValue, sk: Item['sk'] as AttributeValue };
  return { TableName: table, Item, ...maybeCondition(dice, await look(key), 0.35) };
}

async function aRemoval({ dice, sort, look }: StepMaker) {
  const Key = aKey(dice, sort);
  return { TableName: table, Key, ...maybeCondition(dice, await look(Key), 0.5) };
}

async function aChange({ dice, sort, limits, look }: StepMaker, chance = 0.35) {
  const Key = aKey(dice, sort);
  const words = createPlaceholders(dice);
  const UpdateExpression = anUpdate(words, limits);
  const condition = dice.chance(chance) ? { ConditionExpression: aCondition(words, await look(Key)) } : {};
  return {
    TableName: table,
    Key,
    UpdateExpression,
    ...condition,
    ...onFailure(dice, condition),
    ...words.members(),
  };
}

function maybeCondition(dice: Dice, item: Item | undefined, chance: number): object {
  if (!dice.chance(chance)) return {};
  const words = createPlaceholders(dice);
  const condition = { ConditionExpression: aCondition(words, item) };
  return { ...condition, ...onFailure(dice, condition), ...words.members() };
}

function onFailure(dice: Dice, condition: object): object {
  const asked = Object.hasOwn(condition, 'ConditionExpression') && dice.chance(0.5);
  return asked ? { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } : {};
}

function aGet({ dice, sort }: StepMaker): Step['input'] {
  const ConsistentRead = dice.chance(0.5);
  return { TableName: table, Key: aKey(dice, sort), ConsistentRead, ...aProjection(dice), ...capacity(dice) };
}

function aProjection(dice: Dice): object {
  if (!dice.chance(0.3)) return {};
  const words = createPlaceholders(dice);
  const paths = dice.sample([...topLevel, 'dd.xx', 'dd.yy', 'ee[0]', 'ff.xx', 'pk'], 1 + dice.integer(3));
  return { ProjectionExpression: paths.map(words.path).join(', '), ...words.members() };
}

/** Returns different keys, and now and then one of them twice. */
function keysFor({ dice, sort }: StepMaker, most: number): Item[] {
  const keys = new Map<string, Item>();
  for (let i = 0; i <= dice.integer(most); i += 1) {
    const key = aKey(dice, sort);
    keys.set(formatItemName(key), key);
  }
  const [first] = keys.values();
  return first && dice.chance(0.02) ? [...keys.values(), first] : [...keys.values()];
}

function formatItemName({ pk, sk }: Item): string {
  const sorted = sk?.N === undefined ? (sk?.S ?? sk?.B?.join(' ')) : Number(sk.N);
  return `${pk?.S}/${sorted}`;
}

function aBatchGet(maker: StepMaker): Step['input'] {
  const { dice } = maker;
  const asked = { Keys: keysFor(maker, 6), ConsistentRead: dice.chance(0.5), ...aProjection(dice) };
  return { RequestItems: { [table]: asked }, ...capacity(dice) };
}

function aBatchWrite(maker: StepMaker): Step['input'] {
  const { dice, sort } = maker;
  const requests = keysFor(maker, 6).map((Key): WriteRequest =>
    dice.chance(0.7)
      ? { PutRequest: { Item: { ...anItem(dice, sort), ...Key } } }
      : { DeleteRequest: { Key } },
  );
  return { RequestItems: { [table]: requests }, ...capacity(dice) };
}

async function aTransaction(maker: StepMaker): Promise<Step> {
  const { dice, sort, look } = maker;
  const entries: TransactWriteItem[] = [];
  for (const Key of keysFor(maker, 4)) {
    const item = await look(Key);
    const condition = maybeCondition(dice, item, 0.3);
    entries.push(
      await dice.pick<() => TransactWriteItem | Promise<TransactWriteItem>>([
        () => ({ Put: { TableName: table, Item: { ...anItem(dice, sort), ...Key }, ...condition } }),
        () => ({ Delete: { TableName: table, Key, ...condition } }),
        async () => ({ Update: { ...(await aChange(maker, 0.2)), Key } }),
        () => ({ ConditionCheck: { TableName: table, Key, ...aCheck(dice, item) } }),
      ])(),
    );
  }
  return { operation: 'TransactWriteItems', input: { TransactItems: entries, ...capacity(dice) } };
}

function aCheck(dice: Dice, item: Item | undefined): { ConditionExpression: string } {
  const words = createPlaceholders(dice);
  const ConditionExpression = aCondition(words, item);
  return { ConditionExpression, ...onFailure(dice, { ConditionExpression }), ...words.members() };
}
