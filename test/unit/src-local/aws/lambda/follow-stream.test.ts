import { CreateTableCommand, PutItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import type { PocketAwsOptions } from '#local/aws/pocket-aws.ts';
import { drivenClock } from '#local/world/clock.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { createFunction } from '#test/builders/functions-in-process.ts';
import { aFolder } from '../../world/living/a-folder.ts';
import { aFunctionWorld } from './a-function-world.ts';

const second = 1_000;
const TableName = 'orders';

interface StreamEvent {
  readonly Records: readonly {
    readonly eventSourceARN: string;
    readonly dynamodb: {
      readonly Keys: { readonly id: { readonly S: string } };
      readonly SequenceNumber: string;
    };
  }[];
}
type StreamTest = (event: StreamEvent) => unknown;

describe('a stream that a function follows', () => {
  it('gives the function the changes in their order, as many at a time as it takes', async () => {
    const seen: string[][] = [];
    const { aws, dynamodb } = await aFollowedStream((event) => void seen.push(idsIn(event)), {
      BatchSize: 2,
    });
    for (const id of ['a', 'b', 'c']) await put(dynamodb, id);
    await aws.advance(0);
    expect(seen).toEqual([['a', 'b'], ['c']]);
  });

  it('collects changes for as long as its window', async () => {
    const seen: { readonly at: number; readonly ids: string[] }[] = [];
    const { aws, dynamodb, clock } = await aFollowedStream(
      (event) => void seen.push({ at: clock.now() - startOfTime, ids: idsIn(event) }),
      { MaximumBatchingWindowInSeconds: 5 },
    );
    await put(dynamodb, 'a');
    await aws.advance(3 * second);
    await put(dynamodb, 'b');
    await aws.advance(3 * second);
    expect(seen).toEqual([{ at: 5 * second, ids: ['a', 'b'] }]);
  });

  it('gives what failed again, and nothing that comes later before it', async () => {
    const seen: string[][] = [];
    const { aws, dynamodb } = await aFollowedStream(
      (event) => {
        seen.push(idsIn(event));
        if (seen.length < 3) throw new Error('not yet');
      },
      { BatchSize: 1 },
    );
    await put(dynamodb, 'a');
    await put(dynamodb, 'b');
    await aws.advance(60 * second);
    expect(seen).toEqual([['a'], ['a'], ['a'], ['b']]);
  });

  it('gives again from the first record that the function names', async () => {
    const seen: string[][] = [];
    const { aws, dynamodb } = await aFollowedStream(
      (event) => {
        seen.push(idsIn(event));
        const failed = seen.length === 1 ? event.Records.slice(1, 2) : [];
        return { batchItemFailures: failed.map((one) => ({ itemIdentifier: one.dynamodb.SequenceNumber })) };
      },
      { FunctionResponseTypes: ['ReportBatchItemFailures'] },
    );
    for (const id of ['a', 'b', 'c']) await put(dynamodb, id);
    await aws.advance(60 * second);
    expect(seen).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
    ]);
  });

  it('gives up a record after its tries, says so in a queue, and goes on', async () => {
    const seen: string[][] = [];
    const { aws, dynamodb, sqs } = await aFollowedStream(
      (event) => {
        seen.push(idsIn(event));
        if (idsIn(event).includes('bad')) throw new Error('never');
      },
      {
        MaximumRetryAttempts: 1,
        BisectBatchOnFunctionError: true,
        DestinationConfig: { OnFailure: { Destination: 'arn:aws:sqs:local:000000000000:given-up' } },
      },
    );
    for (const id of ['a', 'bad', 'c']) await put(dynamodb, id);
    await aws.advance(60 * second);
    expect(seen.at(-1)).toEqual(['c']);
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: 'given-up' }));
    expect(JSON.parse(Messages?.[0]?.Body ?? '{}')).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted' },
      DDBStreamBatchInfo: { batchSize: expect.any(Number) },
    });
  });

  it('gives only changes that a filter lets through', async () => {
    const seen: string[] = [];
    const Pattern = JSON.stringify({ dynamodb: { Keys: { id: { S: [{ prefix: 'batch' }] } } } });
    const { aws, dynamodb } = await aFollowedStream((event) => void seen.push(...idsIn(event)), {
      FilterCriteria: { Filters: [{ Pattern }] },
    });
    for (const id of ['document 1', 'batch 1']) await put(dynamodb, id);
    await aws.advance(0);
    expect(seen).toEqual(['batch 1']);
  });

  it('begins with what is written from now on, where it says so', async () => {
    const seen: string[] = [];
    const { aws, dynamodb } = await aFollowedStream(
      (event) => void seen.push(...idsIn(event)),
      { StartingPosition: 'LATEST' },
      { before: ['old'] },
    );
    await put(dynamodb, 'new');
    await aws.advance(0);
    expect(seen).toEqual(['new']);
  });

  it('goes on where it stood when the world is opened again', async () => {
    const folder = aFolder();
    const seen: string[] = [];
    const take: StreamTest = (event) => void seen.push(...idsIn(event));
    const first = await aFollowedStream(take, {}, { folder });
    await put(first.dynamodb, 'a');
    await first.aws.advance(0);
    await put(first.dynamodb, 'b');
    first.aws.close();
    const again = aFunctionWorld({ take }, { folder, clock: drivenClock(startOfTime) });
    await again.aws.advance(0);
    expect(seen).toEqual(['a', 'b']);
  });

  it('is asked no more once its mapping is disabled', async () => {
    const seen: string[] = [];
    const { aws, dynamodb, call, UUID } = await aFollowedStream((event) => void seen.push(...idsIn(event)));
    await call('UpdateEventSourceMapping', { UUID, Enabled: false });
    await put(dynamodb, 'a');
    await aws.advance(60 * second);
    expect(seen).toEqual([]);
    await call('UpdateEventSourceMapping', { UUID, Enabled: true });
    await aws.advance(0);
    expect(seen).toEqual(['a']);
  });
});

function idsIn({ Records }: StreamEvent): string[] {
  return Records.map(({ dynamodb }) => dynamodb.Keys.id.S);
}

function put(dynamodb: DynamoDBClient, id: string): Promise<unknown> {
  return dynamodb.send(new PutItemCommand({ TableName, Item: { id: { S: id } } }));
}

async function aFollowedStream(
  take: StreamTest,
  settings: Readonly<Record<string, unknown>> = {},
  { before = [], ...options }: PocketAwsOptions & { readonly before?: readonly string[] } = {},
) {
  const world = aFunctionWorld({ take }, { clock: drivenClock(startOfTime), ...options });
  const { aws, dynamodb, sqs, call } = world;
  await sqs.send(new CreateQueueCommand({ QueueName: 'given-up' }));
  await createFunction(aws, 'take');
  const { TableDescription } = await dynamodb.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
  for (const id of before) await put(dynamodb, id);
  const { UUID } = (await call('CreateEventSourceMapping', {
    EventSourceArn: TableDescription?.LatestStreamArn,
    FunctionName: 'take',
    StartingPosition: 'TRIM_HORIZON',
    ...settings,
  })) as { UUID: string };
  return { ...world, UUID };
}
