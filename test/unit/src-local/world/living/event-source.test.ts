import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import type { PocketAws } from '#local/aws/pocket-aws.ts';
import type { QueueFunction } from '#pipelines/parts.ts';
import { followQueue } from '#local/world/living/event-source.ts';
import { drivenClock } from '#local/world/clock.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aFolder } from './a-folder.ts';

const minute = 60_000;

describe('a queue that a function follows', () => {
  it('gives the function each message soon, ten at most at a time, and deletes what it has used', async () => {
    const { aws, sqs } = await aWorldWithQueue();
    const seen: string[][] = [];
    follow(aws, ({ Records }) => {
      seen.push(Records.map(({ body }) => body));
      return used();
    });
    const bodies = Array.from({ length: 10 }, (_, n) => `message ${n}`);
    await sendAll(sqs, bodies);
    await sqs.send(new SendMessageCommand({ QueueUrl: 'orders', MessageBody: 'the last' }));
    await aws.advance(0);
    expect(seen.flat().toSorted()).toEqual([...bodies, 'the last'].toSorted());
    expect(Math.max(...seen.map(({ length }) => length))).toBe(10);
    expect(await countIn(sqs, 'orders')).toBe(0);
  });

  it('leaves what failed to its visibility timeout, and to the dead letters in the end', async () => {
    const { aws, sqs } = await aWorldWithQueue();
    const counts: string[] = [];
    follow(aws, ({ Records }) => {
      const bad = Records.filter(({ body }) => body === 'bad');
      for (const { attributes } of bad) counts.push(attributes.ApproximateReceiveCount);
      return Promise.resolve({
        batchItemFailures: bad.map(({ messageId }) => ({ itemIdentifier: messageId })),
      });
    });
    await sendAll(sqs, ['good', 'bad']);
    await aws.advance(0);
    expect(await countIn(sqs, 'orders')).toBe(1);
    await aws.advance(5 * minute);
    expect(counts).toEqual(['1', '2', '3']);
    expect(await countIn(sqs, 'orders')).toBe(0);
    expect(await countIn(sqs, 'orders-dlq')).toBe(1);
  });

  it('deletes nothing when the function throws', async () => {
    const { aws, sqs } = await aWorldWithQueue();
    let calls = 0;
    follow(aws, () => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('out of memory')) : used();
    });
    await sendAll(sqs, ['one', 'two']);
    await aws.advance(0);
    expect(await countIn(sqs, 'orders')).toBe(2);
    await aws.advance(2 * minute);
    expect(calls).toBe(2);
    expect(await countIn(sqs, 'orders')).toBe(0);
  });

  it('holds the clock while the function runs', async () => {
    const { aws, sqs, clock } = await aWorldWithQueue();
    const times: number[] = [];
    follow(aws, async () => {
      times.push(clock.now());
      await new Promise((resolve) => setTimeout(resolve, 5));
      times.push(clock.now());
      return used();
    });
    await sendAll(sqs, ['one']);
    await aws.advance(minute);
    expect(times).toEqual([startOfTime, startOfTime]);
  });

  it('asks no more once it has stopped', async () => {
    const { aws, sqs } = await aWorldWithQueue();
    const seen: string[] = [];
    const { stop } = follow(aws, ({ Records }) => {
      seen.push(...Records.map(({ body }) => body));
      return used();
    });
    stop();
    await sendAll(sqs, ['one']);
    await aws.advance(minute);
    expect(seen).toEqual([]);
    expect(await countIn(sqs, 'orders')).toBe(1);
  });

  it('survives a missing queue', async () => {
    const { aws } = aPocketAws();
    follow(aws, used);
    await aws.advance(minute);
    expect(aws.world.clock.now()).toBe(startOfTime + minute);
  });

  it('gives a message again that was being used when the process was killed', async () => {
    const folder = aFolder();
    const first = await aWorldWithQueue(folder);
    let letGo = (): void => undefined;
    const isReceived = new Promise<void>((resolve) => {
      follow(first.aws, () => {
        resolve();
        return new Promise((ended) => void (letGo = () => ended({ batchItemFailures: [] })));
      });
    });
    await sendAll(first.sqs, ['one']);
    const isOver = first.aws.advance(0);
    await isReceived;
    first.aws.close();

    const second = aPocketAws({ folder, clock: drivenClock(startOfTime + 2 * minute) });
    const seen: string[] = [];
    follow(second.aws, ({ Records }) => {
      seen.push(...Records.map(({ body, attributes }) => `${body} ${attributes.ApproximateReceiveCount}`));
      return used();
    });
    await second.aws.advance(0);
    expect(seen).toEqual(['one 2']);
    // Every later test in this process would wait for a clock that is held for ever.
    letGo();
    await isOver;
  });
});

function used(): ReturnType<QueueFunction> {
  return Promise.resolve({ batchItemFailures: [] });
}

function follow({ world }: PocketAws, run: QueueFunction): ReturnType<typeof followQueue> {
  return followQueue(world, { queue: 'orders', batchSize: 10, functionName: 'take-orders', run });
}

async function aWorldWithQueue(folder?: string) {
  const world = aPocketAws(folder === undefined ? {} : { folder });
  const { sqs } = world;
  await sqs.send(new CreateQueueCommand({ QueueName: 'orders-dlq' }));
  const deadLetterTargetArn = `arn:aws:sqs:local:000000000000:orders-dlq`;
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 3 });
  const Attributes = { VisibilityTimeout: '60', RedrivePolicy };
  await sqs.send(new CreateQueueCommand({ QueueName: 'orders', Attributes }));
  return world;
}

async function sendAll(sqs: SQSClient, bodies: readonly string[]): Promise<void> {
  const Entries = bodies.map((MessageBody, n) => ({ Id: String(n), MessageBody }));
  await sqs.send(new SendMessageBatchCommand({ QueueUrl: 'orders', Entries }));
}

/** Counts visible messages and those in flight. */
async function countIn(sqs: SQSClient, QueueUrl: string): Promise<number> {
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
  );
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name]), 0);
}
