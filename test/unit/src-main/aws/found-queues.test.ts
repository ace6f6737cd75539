import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aQueueService, bad, good, letters, orders } from './a-queue-service.ts';

describe('a queue that only a redrive policy names', () => {
  const to = (name: string) =>
    good({
      Attributes: {
        RedrivePolicy: JSON.stringify({
          deadLetterTargetArn: `arn:aws:sqs:local:000000000000:${name}`,
          maxReceiveCount: '3',
        }),
      },
    });
  const none = good({ Attributes: {} });

  it('is listed with its source, and may be looked at', async () => {
    const { queues, sent } = aQueueService({
      GetQueueAttributes: [
        to('graveyard'),
        none,
        good({ Attributes: { ApproximateNumberOfMessages: '27' } }),
      ],
      ListDeadLetterSourceQueues: [good({ queueUrls: [] })],
      ListMessageMoveTasks: [good({})],
    });
    const listed = await queues.configured();
    expect(valueOf(listed)).toEqual([
      { name: letters, source: orders },
      { name: 'graveyard', source: orders, isFound: true },
    ]);
    expect(listed).toMatchObject({ receipt: { pages: 3 } });
    expect(valueOf(await queues.standing('graveyard')).depth.waiting).toBe(27);
    const before = sent.length;
    expect(valueOf(await queues.configured())).toHaveLength(2);
    expect(sent.length).toBe(before);
  });

  it('is found for a job that a restart has left, before anything was listed', async () => {
    const { queues } = aQueueService({
      GetQueueAttributes: [to('graveyard'), none],
      DeleteMessageBatch: [good({ Successful: [{ Id: '0' }] })],
    });
    expect(await queues.delete('graveyard', ['h'])).toMatchObject([{ kind: 'done' }]);
  });

  it('of a dead-letter queue is found, too, and a circle of queues ends', async () => {
    const { queues } = aQueueService({
      GetQueueAttributes: [to(letters), to('second'), to(letters)],
    });
    expect(valueOf(await queues.configured())).toEqual([
      { name: letters, source: orders },
      { name: 'second', source: letters, isFound: true },
    ]);
  });

  it('may be missing if a policy cannot be read, which is said beside its source', async () => {
    const { queues } = aQueueService({ GetQueueAttributes: [bad('AccessDenied')] });
    const [first, ...more] = valueOf(await queues.configured());
    expect(more).toEqual([]);
    expect(first?.policyUnread).toContain('sqs:GetQueueAttributes');
    // It may be one of ours, so a job waits instead of giving up.
    expect(await queues.delete('graveyard', ['h'])).toMatchObject([
      { kind: 'refused', name: 'AccessDenied' },
    ]);
  });

  it('with a name that is no queue of SQS is not taken', async () => {
    const { queues } = aQueueService({ GetQueueAttributes: [to('a b'), to('x'.repeat(90))] });
    expect(valueOf(await queues.configured())).toEqual([{ name: letters, source: orders }]);
  });
});
