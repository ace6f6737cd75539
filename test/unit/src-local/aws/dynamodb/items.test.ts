import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DescribeTableCommand,
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
  UpdateItemCommand,
  type DynamoDBClient,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { anIndex, aTable, n, s, type Item } from './a-table.ts';

const Key = { PK: s('batch'), SK: s('1') };

async function aTableWith(Item: Item): Promise<{ dynamodb: DynamoDBClient; TableName: string }> {
  const { dynamodb } = aPocketAws();
  const TableName = await aTable(dynamodb);
  await dynamodb.send(new PutItemCommand({ TableName, Item }));
  return { dynamodb, TableName };
}

it('gives back what was put, of every type and under every name', async () => {
  const item: Item = {
    ...Key,
    number: n('12345678901234567890123456789012345678'),
    bytes: { B: new Uint8Array([0, 255]) },
    yes: { BOOL: true },
    nothing: { NULL: true },
    names: { SS: ['a', 'b'] },
    list: { L: [s(''), { M: { constructor: s('x') } }] },
    constructor: s('mine'),
  };
  const { dynamodb, TableName } = await aTableWith(item);
  const { Item } = await dynamodb.send(new GetItemCommand({ TableName, Key }));
  expect(new Map(Object.entries(Item ?? {}))).toEqual(new Map(Object.entries(item)));
});

it('takes __proto__ for a name like any other', async () => {
  const { aws, dynamodb } = aPocketAws();
  await aTable(dynamodb, { keys: 'PK' });
  const answerTo = async (operation: string, body: string): Promise<unknown> => {
    const headers = { 'x-amz-target': `DynamoDB_20120810.${operation}` };
    const request = { method: 'POST', path: '/', query: '', headers, body: Buffer.from(body) };
    return (await aws.dispatch(request)).body;
  };
  const item = '{"PK":{"S":"a"},"__proto__":{"M":{"__proto__":{"N":"1"}}}}';
  await answerTo('PutItem', `{"TableName":"documents","Item":${item}}`);
  expect(await answerTo('GetItem', '{"TableName":"documents","Key":{"PK":{"S":"a"}}}')).toBe(
    `{"Item":${item}}`,
  );
});

it('reports the size of item collections if there is a local index', async () => {
  const { dynamodb } = aPocketAws();
  const put = (TableName: string): PutItemCommand =>
    new PutItemCommand({ TableName, Item: Key, ReturnItemCollectionMetrics: 'SIZE' });
  await aTable(dynamodb, { name: 'with', local: [anIndex('byScore', 'PK scoreN')] });
  await aTable(dynamodb, { name: 'without' });
  expect((await dynamodb.send(put('with'))).ItemCollectionMetrics).toEqual({
    ItemCollectionKey: { PK: s('batch') },
    SizeEstimateRangeGB: [0, 1],
  });
  expect((await dynamodb.send(put('without'))).ItemCollectionMetrics).toBeUndefined();
});

it('answers nothing for an item that is not there, and takes an ARN for the name', async () => {
  const { dynamodb } = aPocketAws();
  await aTable(dynamodb);
  const TableName = 'arn:aws:dynamodb:local:000000000000:table/documents';
  const answer = await dynamodb.send(new GetItemCommand({ TableName, Key, ReturnConsumedCapacity: 'TOTAL' }));
  expect(answer.Item).toBeUndefined();
  expect(answer.ConsumedCapacity).toEqual({ TableName, CapacityUnits: 0.5 });
});

describe('what a change returns', () => {
  it('is the item before it, for put and delete', async () => {
    const { dynamodb, TableName } = await aTableWith({ ...Key, score: n(1) });
    const put = new PutItemCommand({ TableName, Item: { ...Key, score: n(2) }, ReturnValues: 'ALL_OLD' });
    expect((await dynamodb.send(put)).Attributes).toEqual({ ...Key, score: n(1) });
    const del = new DeleteItemCommand({ TableName, Key, ReturnValues: 'ALL_OLD' });
    expect((await dynamodb.send(del)).Attributes).toEqual({ ...Key, score: n(2) });
    expect((await dynamodb.send(del)).Attributes).toBeUndefined();
    const wrong = new DeleteItemCommand({ TableName, Key, ReturnValues: 'ALL_NEW' });
    await expect(dynamodb.send(wrong)).rejects.toThrow('ReturnValues can only be ALL_OLD or NONE');
  });

  it.each([
    ['NONE', undefined],
    ['ALL_OLD', { ...Key, score: n(1), kept: s('x') }],
    ['ALL_NEW', { ...Key, score: n(2), kept: s('x'), extra: s('y') }],
    ['UPDATED_OLD', { score: n(1) }],
    ['UPDATED_NEW', { score: n(2), extra: s('y') }],
  ] as const)('is what %s asks for, for an update', async (ReturnValues, expected) => {
    const { dynamodb, TableName } = await aTableWith({ ...Key, score: n(1), kept: s('x') });
    const { Attributes } = await dynamodb.send(
      new UpdateItemCommand({
        TableName,
        Key,
        UpdateExpression: 'SET score = score + :one, extra = :y',
        ExpressionAttributeValues: { ':one': n(1), ':y': s('y') },
        ReturnValues,
      }),
    );
    expect(Attributes).toEqual(expected);
  });
});

describe('updating', () => {
  const update = (more: Partial<UpdateItemCommandInput>): UpdateItemCommand =>
    new UpdateItemCommand({ TableName: 'documents', Key, ReturnValues: 'ALL_NEW', ...more });

  it('creates the item, even with nothing to set', async () => {
    const { dynamodb } = aPocketAws();
    await aTable(dynamodb);
    expect((await dynamodb.send(update({}))).Attributes).toEqual(Key);
    expect((await dynamodb.send(update({ UpdateExpression: 'REMOVE score' }))).Attributes).toEqual(Key);
  });

  it('leaves the key alone', async () => {
    const { dynamodb } = await aTableWith(Key);
    const change = update({ UpdateExpression: 'SET SK = :x', ExpressionAttributeValues: { ':x': s('2') } });
    await expect(dynamodb.send(change)).rejects.toThrow(
      'Cannot update attribute SK. This attribute is part of the key',
    );
  });
});

describe('a condition', () => {
  it('that fails changes nothing, and shows the item when asked to', async () => {
    const { dynamodb, TableName } = await aTableWith({ ...Key, score: n(1) });
    const put = (more: object): PutItemCommand =>
      new PutItemCommand({
        TableName,
        Item: { ...Key, score: n(2) },
        ConditionExpression: 'attribute_not_exists(PK)',
        ...more,
      });
    await expect(dynamodb.send(put({}))).rejects.toBeInstanceOf(ConditionalCheckFailedException);
    await expect(
      dynamodb.send(put({ ReturnValuesOnConditionCheckFailure: 'ALL_OLD' })),
    ).rejects.toMatchObject({ message: 'The conditional request failed', Item: { ...Key, score: n(1) } });
    expect((await dynamodb.send(new GetItemCommand({ TableName, Key }))).Item).toEqual({
      ...Key,
      score: n(1),
    });
  });

  it('lets exactly one of twenty racing claims through', async () => {
    const { dynamodb, TableName } = await aTableWith(Key);
    const claims = await Promise.allSettled(
      Array.from({ length: 20 }, (_, number) =>
        dynamodb.send(
          new UpdateItemCommand({
            TableName,
            Key,
            UpdateExpression: 'SET claimedBy = :me',
            ConditionExpression: 'attribute_not_exists(claimedBy)',
            ExpressionAttributeValues: { ':me': s(`worker ${number}`) },
          }),
        ),
      ),
    );
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('loses none of fifty racing increments', async () => {
    const { dynamodb, TableName } = await aTableWith(Key);
    const increment = new UpdateItemCommand({
      TableName,
      Key,
      UpdateExpression: 'ADD hits :one',
      ExpressionAttributeValues: { ':one': n(1) },
    });
    await Promise.all(Array.from({ length: 50 }, () => dynamodb.send(increment)));
    expect((await dynamodb.send(new GetItemCommand({ TableName, Key }))).Item?.['hits']).toEqual(n(50));
  });
});

describe('refuses', () => {
  const long = (length: number): ReturnType<typeof s> => s('x'.repeat(length));

  it.each([
    ['a missing sort key', { PK: s('a') }, /Missing the key SK in the item/],
    ['a key of the wrong type', { PK: s('a'), SK: n(1) }, /Type mismatch for key SK expected: S actual: N/],
    ['an empty key', { PK: s('a'), SK: s('') }, /cannot contain an empty string value. Key: SK/],
    [
      'a partition key over 2,048 bytes',
      { PK: long(2049), SK: s('1') },
      /exceeded the maximum size limit of2048/,
    ],
    [
      'a sort key over 1,024 bytes',
      { PK: s('a'), SK: s('ß'.repeat(513)) },
      /exceeded the size limit of 1024/,
    ],
    [
      'an index key of the wrong type',
      { ...Key, owner: n(1) },
      /Type mismatch for Index Key owner Expected: S Actual: N IndexName: byOwner/,
    ],
    ['a null index key', { ...Key, owner: { NULL: true } }, /Expected: S Actual: NULL/],
    ['an empty index key', { ...Key, owner: s('') }, /IndexName: byOwner, IndexKey: owner/],
    ['an index key over 2,048 bytes', { ...Key, owner: long(2049) }, /exceeded the maximum size limit/],
    [
      'an item over 400 KB',
      { ...Key, text: long(409_600 - 12) },
      /Item size has exceeded the maximum allowed size/,
    ],
  ] as const)('%s', async (_case, item, message) => {
    const { dynamodb } = aPocketAws();
    const TableName = await aTable(dynamodb, { indexes: [anIndex('byOwner', 'owner')] });
    await expect(dynamodb.send(new PutItemCommand({ TableName, Item: item }))).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringMatching(message),
    });
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
    expect(Table?.ItemCount).toBe(0);
  });

  it('an update that would spoil an index key', async () => {
    const { dynamodb } = aPocketAws();
    const TableName = await aTable(dynamodb, { indexes: [anIndex('byOwner', 'owner')] });
    const set = (value: ReturnType<typeof s>): UpdateItemCommand =>
      new UpdateItemCommand({
        TableName,
        Key,
        UpdateExpression: 'SET #o = :o',
        ExpressionAttributeNames: { '#o': 'owner' },
        ExpressionAttributeValues: { ':o': value },
      });
    await expect(dynamodb.send(set(s('')))).rejects.toThrow(/attempted to update a secondary index key/);
    await expect(dynamodb.send(set(n(1)))).rejects.toThrow(/Type mismatch for Index Key owner/);
  });

  it('a key that does not match the schema, and a table that is not there', async () => {
    const { dynamodb, TableName } = await aTableWith(Key);
    await expect(dynamodb.send(new GetItemCommand({ TableName, Key: { PK: s('a') } }))).rejects.toThrow(
      'The provided key element does not match the schema',
    );
    await expect(dynamodb.send(new GetItemCommand({ TableName: 'nope', Key }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Requested resource not found',
    });
  });

  it('parameters of the old API, scans and PartiQL', async () => {
    const { dynamodb, TableName } = await aTableWith(Key);
    await expect(
      dynamodb.send(new GetItemCommand({ TableName, Key, AttributesToGet: ['PK'] })),
    ).rejects.toThrow(/'attributesToGet' is unknown or not supported/);
    await expect(dynamodb.send(new ScanCommand({ TableName }))).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
    await expect(
      dynamodb.send(new ExecuteStatementCommand({ Statement: 'SELECT * FROM documents' })),
    ).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });
});

it('counts items and bytes as they are, in each index too', async () => {
  const { dynamodb } = aPocketAws();
  const TableName = await aTable(dynamodb, {
    indexes: [anIndex('byOwner', 'owner', { ProjectionType: 'KEYS_ONLY' })],
  });
  const sizes = async (): Promise<unknown> => {
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
    const [index] = Table?.GlobalSecondaryIndexes ?? [];
    return [Table?.ItemCount, Table?.TableSizeBytes, index?.ItemCount, index?.IndexSizeBytes];
  };
  await dynamodb.send(new PutItemCommand({ TableName, Item: { ...Key, owner: s('ada'), text: s('12345') } }));
  await dynamodb.send(new PutItemCommand({ TableName, Item: { PK: s('batch'), SK: s('2') } }));
  expect(await sizes()).toEqual([2, 27 + 10, 1, 18]);
  await dynamodb.send(
    new UpdateItemCommand({
      TableName,
      Key,
      UpdateExpression: 'REMOVE #o',
      ExpressionAttributeNames: { '#o': 'owner' },
    }),
  );
  expect(await sizes()).toEqual([2, 19 + 10, 0, 0]);
  await dynamodb.send(new DeleteItemCommand({ TableName, Key }));
  expect(await sizes()).toEqual([1, 10, 0, 0]);
});
