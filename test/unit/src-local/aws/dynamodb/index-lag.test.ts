import { DeleteItemCommand, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import type { FaultRule } from '#local/world/faults.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { anIndex, aTable, s } from './a-table.ts';

const TableName = 'documents';

async function aWorld(rules: FaultRule[]) {
  const { dynamodb, clock, aws } = aPocketAws();
  await aTable(dynamodb, {
    keys: 'PK',
    indexes: [anIndex('byStatus', 'status'), anIndex('other', 'status')],
  });
  aws.world.faults.set(rules);
  const put = (name: string, status: string): Promise<unknown> =>
    dynamodb.send(new PutItemCommand({ TableName, Item: { PK: s(name), status: s(status) } }));
  const seen = async (status: string, IndexName = 'byStatus'): Promise<unknown> => {
    const { Items } = await dynamodb.send(
      new QueryCommand({
        TableName,
        IndexName,
        KeyConditionExpression: '#s = :s',
        ExpressionAttributeNames: { '#s': 'status' },
        ExpressionAttributeValues: { ':s': s(status) },
      }),
    );
    return Items?.map((item) => item['PK']?.S);
  };
  return { dynamodb, clock, faults: aws.world.faults, put, seen };
}

const lag: FaultRule = { id: 'lag', kind: 'index-lag', mentions: '/byStatus', ms: 1000 };

it('a lagging index shows the table as it was', async () => {
  const { dynamodb, clock, put, seen } = await aWorld([lag]);
  await put('one', 'FAILED');
  expect(await seen('FAILED')).toEqual([]);
  expect(await seen('FAILED', 'other')).toEqual(['one']);
  const get = new GetItemCommand({ TableName, Key: { PK: s('one') } });
  expect((await dynamodb.send(get)).Item).toBeDefined();
  await clock.advance(999);
  expect(await seen('FAILED')).toEqual([]);
  await clock.advance(1);
  expect(await seen('FAILED')).toEqual(['one']);
});

it('changes arrive in the order in which they were made', async () => {
  const { dynamodb, clock, put, seen } = await aWorld([lag]);
  await put('one', 'FAILED');
  await clock.advance(600);
  await put('one', 'SUCCEEDED');
  await put('two', 'FAILED');
  await clock.advance(300);
  await dynamodb.send(new DeleteItemCommand({ TableName, Key: { PK: s('two') } }));
  await clock.advance(100);
  expect(await seen('FAILED')).toEqual(['one']);
  await clock.advance(600);
  expect(await seen('FAILED')).toEqual(['two']);
  expect(await seen('SUCCEEDED')).toEqual(['one']);
  await clock.advance(300);
  expect(await seen('FAILED')).toEqual([]);
});

it('without the rule all is there at once', async () => {
  const { faults, put, seen } = await aWorld([lag]);
  await put('one', 'FAILED');
  faults.set([]);
  expect(await seen('FAILED')).toEqual(['one']);
  await put('one', 'SUCCEEDED');
  expect(await seen('FAILED')).toEqual([]);
  expect(await seen('SUCCEEDED')).toEqual(['one']);
});
