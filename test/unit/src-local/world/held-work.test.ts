import { GetItemCommand, QueryCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aTable, n, s } from '../aws/dynamodb/a-table.ts';
import { bucket } from '../aws/s3/a-bucket.ts';

type World = ReturnType<typeof aPocketAws>;

const second = 1_000;

it('under a held clock, work through the SDK ends in the moment in which it began', async () => {
  const once = await livedThrough();
  expect(once.done).toEqual(
    Array.from({ length: 20 }, (_, round) => {
      const time = startOfTime + (round + 1) * 7 * second;
      return { round, began: time, ended: time };
    }),
  );
  expect(once.items).toBe(20);
  // A second run is the same, because the order depends only on the clock.
  expect(await livedThrough()).toEqual(once);
});

/** Runs a consumer that is called every seven seconds, beside a timer for each second. */
async function livedThrough(): Promise<{ done: object[]; items: number | undefined; ids: string[] }> {
  const world = aPocketAws();
  const { aws, clock } = world;
  await aTable(world.dynamodb);
  await world.s3.send(new CreateBucketCommand({ Bucket: bucket }));
  await world.sqs.send(new CreateQueueCommand({ QueueName: 'work' }));
  const done: object[] = [];
  const ids: string[] = [];
  const tick = (): void => {
    ids.push(aws.world.random.hex(4));
    clock.after(second, tick);
  };
  tick();
  const consume = (round: number): void => {
    if (round === 20) return;
    const release = clock.hold();
    const began = clock.now();
    void consumed(world, round)
      .then((id) => ids.push(id))
      .finally(() => {
        done.push({ round, began, ended: clock.now() });
        clock.after(7 * second, () => consume(round + 1));
        release();
      });
  };
  clock.after(7 * second, () => consume(0));
  await aws.advance(200 * second);
  const { Count } = await world.dynamodb.send(
    new QueryCommand({
      TableName: 'documents',
      Select: 'COUNT',
      KeyConditionExpression: 'PK = :p',
      ExpressionAttributeValues: { ':p': s('p') },
    }),
  );
  return { done, items: Count, ids };
}

/** Makes several calls in sequence and at once, to several services, with a body that streams. */
async function consumed({ dynamodb, s3, sqs }: World, round: number): Promise<string> {
  const Key = `file ${round}`;
  await Promise.all([
    s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: Buffer.alloc(100_000, round) })),
    sqs.send(new SendMessageCommand({ QueueUrl: 'work', MessageBody: Key })),
  ]);
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
  const bytes = await Body?.transformToByteArray();
  const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: 'work' }));
  const Item = { PK: s('p'), SK: s(Key), size: n(bytes?.length ?? 0) };
  await dynamodb.send(
    new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName: 'documents', Item } }] }),
  );
  await dynamodb.send(new GetItemCommand({ TableName: 'documents', Key: { PK: Item.PK, SK: Item.SK } }));
  return Messages?.[0]?.MessageId ?? '';
}
