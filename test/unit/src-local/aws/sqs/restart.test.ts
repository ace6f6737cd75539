import {
  ListMessageMoveTasksCommand,
  PurgeQueueCommand,
  StartMessageMoveTaskCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { drivenClock, type Clock } from '#local/world/clock.ts';
import { aQueue, aQueueWithDeadLetters, queueAt, type QueueClient } from './queue-client.ts';

interface Inside {
  readonly sqs: SQSClient;
  readonly clock: Clock;
}

/** Returns a world that can be left and entered again some milliseconds later. */
function aKeptWorld(): { enter(later?: number): Inside } {
  const folder = mkdtempSync(join(tmpdir(), 'sqs-'));
  let now = startOfTime;
  let leave = (): void => {};
  onTestFinished(() => {
    leave();
    rmSync(folder, { recursive: true });
  });
  return {
    enter(later = 0) {
      leave();
      const clock = drivenClock(now + later);
      const aws = pocketAws({ folder, clock });
      leave = () => {
        now = clock.now();
        aws.close();
      };
      return { ...clientsOver(requestHandler(aws.dispatch)), clock };
    },
  };
}

const again = (sqs: SQSClient, { url, arn }: QueueClient): QueueClient => queueAt(sqs, url, arn);

describe('after a restart', () => {
  it('messages, delays, visibility and receive counts are as they were', async () => {
    const world = aKeptWorld();
    const before = world.enter();
    const old = await aQueue(before.sqs, 'work', { VisibilityTimeout: '30' });
    await old.send('delayed', { DelaySeconds: 60 });
    await old.send('in flight', { MessageAttributes: { batch: { DataType: 'Number', StringValue: '7' } } });
    await old.send('gone');
    await old.send('visible');
    const [inFlight, gone] = await old.receive({ MaxNumberOfMessages: 2 });
    await old.delete(gone);
    const all = await old.attributes('All');

    const { sqs, clock } = world.enter();
    const queue = again(sqs, old);
    expect(await queue.attributes('All')).toEqual(all);
    expect(await queue.counts()).toEqual([1, 1, 1]);
    expect(await queue.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['visible']);
    await clock.advance(30_000);
    const [message] = await queue.receive({
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    expect(message).toMatchObject({
      MessageId: inFlight?.MessageId,
      Attributes: { ApproximateReceiveCount: '2', SentTimestamp: String(startOfTime) },
      MessageAttributes: { batch: { StringValue: '7' } },
    });
    await queue.delete(inFlight);
    expect(await queue.counts()).toEqual([1, 1, 1]);
    await queue.delete(message);
    expect(await queue.counts()).toEqual([1, 0, 1]);
  });

  it('timers that were due meanwhile have fired', async () => {
    const world = aKeptWorld();
    const before = world.enter();
    const old = await aQueue(before.sqs, 'work', { MessageRetentionPeriod: '3600' });
    await old.send('delayed', { DelaySeconds: 60 });
    await old.send('in flight');
    await old.receive();

    const later = again(world.enter(60_000).sqs, old);
    expect(await later.counts()).toEqual([2, 0, 0]);
    const muchLater = again(world.enter(3_600_000).sqs, old);
    expect(await muchLater.counts()).toEqual([0, 0, 0]);
  });

  it('a FIFO queue knows its order, its locks and its duplicates', async () => {
    const world = aKeptWorld();
    const before = world.enter();
    const old = await aQueue(before.sqs, 'orders.fifo');
    for (const body of ['a1', 'b1', 'a2', 'b2']) await old.send(body, { MessageGroupId: body.slice(0, 1) });
    const [a1] = await old.receive({ ReceiveRequestAttemptId: 'try' });
    const sequence = async (queue: QueueClient) => {
      const [message] = await queue.receive({ MessageSystemAttributeNames: ['SequenceNumber'] });
      return BigInt(message?.Attributes?.SequenceNumber ?? 0);
    };

    const { sqs } = world.enter();
    const queue = again(sqs, old);
    expect(await queue.receive({ ReceiveRequestAttemptId: 'try' })).toEqual([a1]);
    await queue.send('a1', { MessageGroupId: 'a' });
    expect(await queue.counts()).toEqual([3, 1, 0]);
    expect(await queue.receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['b1', 'b2']);
    await queue.delete(a1);
    const ofA2 = await sequence(queue);
    await queue.send('c1', { MessageGroupId: 'c' });
    expect(await sequence(queue)).toBeGreaterThan(ofA2);
  });

  it('a move task continues, without catching up on the time between', async () => {
    const world = aKeptWorld();
    const before = world.enter();
    const { work, dead } = await aQueueWithDeadLetters(before.sqs);
    for (let n = 0; n < 5; n += 1) {
      await work.send(`m${n}`);
      await work.receive();
      await work.receive();
    }
    const MaxNumberOfMessagesPerSecond = 1;
    await before.sqs.send(
      new StartMessageMoveTaskCommand({ SourceArn: dead.arn, MaxNumberOfMessagesPerSecond }),
    );
    await before.clock.advance(2_000);

    const { sqs, clock } = world.enter(3_600_000);
    expect(await again(sqs, work).counts()).toEqual([2, 0, 0]);
    await clock.advance(1_000);
    expect(await again(sqs, work).counts()).toEqual([3, 0, 0]);
    await clock.advance(2_000);
    const { Results } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: dead.arn }));
    expect(Results).toMatchObject([{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 5 }]);
  });

  it('a purged queue is still empty, and still purged', async () => {
    const world = aKeptWorld();
    const before = world.enter();
    const old = await aQueue(before.sqs, 'work');
    await old.send('one');
    await before.sqs.send(new PurgeQueueCommand({ QueueUrl: old.url }));
    await old.send('two');

    const { sqs } = world.enter();
    expect(await again(sqs, old).receiveBodies({ MaxNumberOfMessages: 10 })).toEqual(['two']);
    await expect(sqs.send(new PurgeQueueCommand({ QueueUrl: old.url }))).rejects.toMatchObject({
      name: 'PurgeQueueInProgress',
    });
  });
});
