import assert from 'node:assert/strict';
import type { Assertion, Clients, Tools } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { B, L, M, N, S, SS, aTable, type Item, type Table } from './a-table.ts';
import { pages } from './pages.ts';

const item: Item = {
  pk: S('a'),
  txt: S('hello'),
  num: N(5),
  seq: L(S('x'), N(2), M({ deep: S('down') })),
  dict: M({ core: M({ amount: N(3) }), 'a.b': S('dotted') }),
  hues: SS('red'),
  bin: B(1, 2, 3),
  yes: { BOOL: true },
  nil: { NULL: true },
};

const values: Item = {
  ':hello': S('hello'),
  ':he': S('he'),
  ':ell': S('ell'),
  ':zero': N(0),
  ':two': N(2),
  ':five': N(5),
  ':nine': N(9),
  ':red': S('red'),
  ':x': S('x'),
  ':S': S('S'),
  ':SS': S('SS'),
  ':M': S('M'),
  ':true': { BOOL: true },
  ':null': { NULL: true },
  ':bytes': B(1, 2),
  ':three': N(3),
};

/** Lists the result of each condition on the item above. */
const truths: readonly [condition: string, holds: boolean, doc?: string][] = [
  ['attribute_exists(txt)', true],
  ['attribute_exists(gone)', false],
  ['attribute_exists(dict.core.amount)', true],
  ['attribute_exists(dict.core.amount.more)', false],
  ['attribute_exists(seq[2].deep)', true],
  ['attribute_exists(seq[3])', false],
  ['attribute_exists(nil)', true],
  ['attribute_not_exists(gone)', true],
  ['attribute_type(txt, :S)', true],
  ['attribute_type(hues, :SS)', true],
  ['attribute_type(num, :S)', false],
  ['attribute_type(dict.core, :M)', true],
  ['begins_with(txt, :he)', true],
  ['begins_with(txt, :ell)', false],
  ['begins_with(bin, :bytes)', true],
  ['begins_with(gone, :he)', false],
  ['contains(txt, :ell)', true],
  ['contains(hues, :red)', true],
  ['contains(hues, :x)', false],
  ['contains(seq, :x)', true],
  ['contains(seq, :two)', true],
  ['contains(txt, :two)', false],
  ['size(txt) = :five', true],
  ['size(hues) < :two', true],
  ['size(seq) > :two', true],
  ['size(bin) < :five', true],
  ['size(dict) = :two', true],
  ['size(gone) = :zero', false],
  ['num BETWEEN :two AND :nine', true],
  ['num BETWEEN :five AND :five', true],
  ['num IN (:two, :five)', true],
  ['num IN (:two, :nine)', false],
  ['num = :hello', false],
  ['num < :hello', false],
  ['num <> :hello', true],
  ['gone <> :five', true],
  ['gone < :five', false],
  ['gone = :five', false],
  ['NOT gone = :five', true],
  ['yes = :true', true],
  ['nil = :null', true],
  ['num = :five OR num = :two AND num = :nine', true],
  ['num = :nine AND (num = :five OR num = :two)', false],
  ['NOT num = :two AND txt = :hello', true],
  ['NOT (num = :five AND txt = :hello)', false],
  ['seq[1] = :two', true],
  ['dict.core.amount >= :three', true],
  ['seq[0] < seq[2].deep', false],
];

/** These conditions are malformed. */
const malformed: readonly [stem: string, condition: string, says: string][] = [
  ['syntax', 'txt == :hello', 'A condition that does not follow the grammar is refused.'],
  ['empty', '', 'An empty condition is refused.'],
  ['parentheses', '((num = :five))', 'Parentheses around parentheses are refused.'],
  ['unknown-function', 'exists(txt)', 'A function that there is not is refused.'],
  ['case-of-functions', 'ATTRIBUTE_EXISTS(txt)', 'Names of functions are written in small letters.'],
  ['reserved-word', 'status = :hello', 'A reserved word as a name is refused.'],
  ['operand-type', 'begins_with(txt, :five)', 'begins_with of a number is refused, whatever the item holds.'],
  ['compared-type', 'num < :true', 'Less than a boolean is refused, whatever the item holds.'],
  ['unknown-type', 'attribute_type(txt, :hello)', 'attribute_type of a type that there is not is refused.'],
  ['itself', 'num = num', 'An attribute compared with itself is refused.'],
  ['between-order', 'num BETWEEN :nine AND :two', 'BETWEEN with its bounds the wrong way round is refused.'],
  ['missing-value', 'num = :unknown', 'A value that is not given is refused.'],
  ['missing-name', '#unknown = :five', 'A name that is not given is refused.'],
  ['size-alone', 'size(txt)', 'size alone is no condition.'],
];

const spoken: Readonly<Record<string, string>> = { '<>': 'ne', '>=': 'ge', '<': 'lt', '>': 'gt', '=': 'eq' };

export const conditions: readonly Assertion[] = [
  ...truths.map(([condition, holds, doc]): Assertion => ({
    id: `dynamodb.condition.${toSlug(condition)}`,
    says: `The condition “${condition}” ${holds ? 'holds' : 'does not hold'} for the example item.`,
    doc: doc ?? pages.operators,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put(item);
      const put = table.put({ pk: S('a') }, parseCondition(condition));
      await (holds ? put : refuses(put, 'ConditionalCheckFailedException', /The conditional request failed/));
    },
  })),
  ...malformed.map(([stem, condition, says]): Assertion => ({
    id: `dynamodb.condition.refused.${stem}`,
    says,
    doc: pages.operators,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put(item);
      await refuses(table.put({ pk: S('a') }, parseCondition(condition)), 'ValidationException');
      assert.deepEqual((await table.item({ pk: S('a') }))?.['txt'], S('hello'));
    },
  })),
  {
    id: 'dynamodb.condition.unused-value',
    says: 'A value that no expression uses is refused.',
    doc: pages.values,
    async run(aws, tools) {
      const put = (await anItem(aws, tools)).put(item, {
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':spare': N(1) },
      });
      await refuses(put, 'ValidationException');
    },
  },
  {
    id: 'dynamodb.condition.unused-name',
    says: 'A name that no expression uses is refused.',
    doc: pages.names,
    async run(aws, tools) {
      const put = (await anItem(aws, tools)).put(item, {
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#spare': 'num' },
      });
      await refuses(put, 'ValidationException');
    },
  },
  {
    id: 'dynamodb.condition.values-without-expression',
    says: 'Values without any expression are refused.',
    doc: pages.values,
    async run(aws, tools) {
      const put = (await anItem(aws, tools)).put(item, { ExpressionAttributeValues: { ':v': N(1) } });
      await refuses(put, 'ValidationException');
    },
  },
  {
    id: 'dynamodb.condition.create-only',
    says: 'attribute_not_exists of the key lets an item be created once.',
    doc: pages.conditions,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const create = () => table.put({ pk: S('a') }, { ConditionExpression: 'attribute_not_exists(pk)' });
      await create();
      await refuses(create(), 'ConditionalCheckFailedException');
    },
  },
  {
    id: 'dynamodb.condition.update-of-missing',
    says: 'An update whose condition fails does not create the item.',
    doc: pages.conditions,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const update = table.update({ pk: S('a') }, 'SET num = :n', {
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':n': N(1) },
      });
      await refuses(update, 'ConditionalCheckFailedException');
      assert.equal(await table.item({ pk: S('a') }), undefined);
    },
  },
  {
    id: 'dynamodb.condition.item-on-failure',
    says: 'ReturnValuesOnConditionCheckFailure ALL_OLD puts the item on the error; without it there is none.',
    doc: pages.api('PutItem'),
    async run(aws, tools) {
      const table = await anItem(aws, tools);
      const condition = { ConditionExpression: 'attribute_exists(gone)' };
      const asked = { ...condition, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
      const onPut = await refuses(table.put({ pk: S('a') }, asked), 'ConditionalCheckFailedException');
      assert.deepEqual(onPut['Item'], item);
      const onDelete = await refuses(table.delete({ pk: S('a') }, asked), 'ConditionalCheckFailedException');
      assert.deepEqual(onDelete['Item'], item);
      const onUpdate = await refuses(
        table.update({ pk: S('a') }, 'REMOVE num', asked),
        'ConditionalCheckFailedException',
      );
      assert.deepEqual(onUpdate['Item'], item);
      const silent = await refuses(table.put({ pk: S('a') }, condition), 'ConditionalCheckFailedException');
      assert.equal(silent['Item'], undefined);
    },
  },
  {
    id: 'dynamodb.condition.operand-limit',
    says: 'IN takes a hundred operands, no more.',
    doc: pages.operators,
    async run(aws, tools) {
      const table = await anItem(aws, tools);
      const among = (count: number) => {
        const list = Object.fromEntries(Array.from({ length: count }, (_, i) => [`:v${i}`, N(i)]));
        const ConditionExpression = `num IN (${Object.keys(list).join(', ')})`;
        return table.put(item, { ConditionExpression, ExpressionAttributeValues: list });
      };
      await among(100);
      await refuses(among(101), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.condition.length-limit',
    says: 'An expression is 4 KB long at most.',
    doc: pages.constraints,
    async run(aws, tools) {
      const table = await anItem(aws, tools);
      const condition = (length: number) => ({
        ConditionExpression: 'attribute_exists(pk)'.padEnd(length, ' '),
      });
      await table.put(item, condition(4_096));
      await refuses(table.put(item, condition(4_097)), 'ValidationException');
    },
  },
];

function toSlug(condition: string): string {
  const words = condition.replaceAll(/<>|>=|[<>=]/g, (sign) => spoken[sign] ?? sign);
  return words
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replace(/-$/, '');
}

function parseCondition(condition: string) {
  const used = Object.entries(values).filter(([name]) => new RegExp(`${name}\\b`).test(condition));
  return {
    ConditionExpression: condition,
    ...(used.length > 0 ? { ExpressionAttributeValues: Object.fromEntries(used) } : {}),
  };
}

async function anItem(aws: Clients, tools: Tools): Promise<Table> {
  const table = await aTable(aws, tools);
  await table.put(item);
  return table;
}
