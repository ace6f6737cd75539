import { DeleteQueueCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { documentQueues, fifoQueues, queueDoors, type Planted } from '#test/builders/queue-doors.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { refusingDoors } from '#main/aws/doors.ts';
import { ofQueue } from '#shared/domain/monitor/place-of-alarm.ts';
import type { Persona } from '#shared/contract/session.ts';

const letters = documentQueues.name;
const { source } = documentQueues;
const how = { most: 10, visibilitySeconds: 120 };
const bodies = (count: number): Planted[] =>
  Array.from({ length: count }, (_, at) => ({ MessageBody: `body ${at}` }));

describe('a dead-letter queue', () => {
  it('is one of those in the connection', async () => {
    const { queues } = await queueDoors();
    expect(valueOf(await queues.configured())).toEqual([documentQueues, fifoQueues]);
  });

  it('is described as by SQS, with its sources and without a receive', async () => {
    const { queues, deadLetters, sent, takenFrom } = await queueDoors();
    await deadLetters(documentQueues, bodies(7));
    expect(valueOf(await queues.standing(letters))).toEqual({
      name: letters,
      fifo: false,
      depth: { waiting: 7, inFlight: 0, delayed: 0 },
      retentionSeconds: 1_209_600,
      sources: [{ name: source, mostReceives: 1 }],
      moves: [],
    });
    expect(sent).not.toContain('ReceiveMessage');
    await takenFrom(letters);
    expect(valueOf(await queues.standing(letters)).depth).toEqual({ waiting: 0, inFlight: 7, delayed: 0 });
  });

  it('that does not exist is reported as missing', async () => {
    const { queues, clients } = await queueDoors();
    await clients.sqs.send(new DeleteQueueCommand({ QueueUrl: `http://x/000000000000/${letters}` }));
    const failure = { code: 'not-found', what: letters };
    expect(await queues.standing(letters)).toMatchObject({ ok: false, failure });
    expect(await queues.receive(letters, how)).toMatchObject({ ok: false, failure });
    expect(await queues.delete(letters, ['h'])).toMatchObject([
      { kind: 'refused', name: 'QueueDoesNotExist', mayTryAgain: false },
    ]);
  });
});

describe('a received message', () => {
  it('has everything it was sent with, and its source', async () => {
    const { queues, deadLetters, clock } = await queueDoors();
    const sentAt = clock.now();
    await deadLetters(documentQueues, [
      {
        MessageBody: '{"a":1}',
        MessageAttributes: {
          kind: { DataType: 'String.label', StringValue: 'späte Ware' },
          price: { DataType: 'Number', StringValue: '99999999999999999999.5' },
          raw: { DataType: 'Binary.png', BinaryValue: Uint8Array.of(0, 255, 1) },
        },
        MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1-2-3' } },
      },
    ]);
    await clock.advance(60_000);
    const [message] = valueOf(await queues.receive(letters, how));
    expect(message).toMatchObject({
      body: '{"a":1}',
      attributes: {
        kind: { type: 'String.label', value: 'späte Ware' },
        price: { type: 'Number', value: '99999999999999999999.5' },
        raw: { type: 'Binary.png', value: 'AP8B' },
      },
      system: {
        SentTimestamp: String(sentAt),
        ApproximateReceiveCount: '2',
        AWSTraceHeader: 'Root=1-2-3',
        DeadLetterQueueSourceArn: expect.stringMatching(new RegExp(`:${source}$`)) as string,
      },
    });
  });

  it('is hidden for the requested time, and released at once on request', async () => {
    const { queues, put, clock } = await queueDoors();
    await put(letters, bodies(3));
    const held = valueOf(await queues.receive(letters, how));
    expect(held).toHaveLength(3);
    expect(valueOf(await queues.receive(letters, how))).toEqual([]);
    const [first, ...others] = held.map(({ receiptHandle }) => receiptHandle);
    const done = { kind: 'done', messageId: null };
    expect(await queues.hide(letters, [first ?? ''], 0)).toEqual([done]);
    expect(await queues.hide(letters, others, 600)).toEqual([done, done]);
    expect(valueOf(await queues.receive(letters, how)).map(({ messageId }) => messageId)).toEqual([
      held[0]?.messageId,
    ]);
    await clock.advance(599_000);
    expect(valueOf(await queues.receive(letters, how))).toHaveLength(1);
    await clock.advance(2_000);
    expect(valueOf(await queues.receive(letters, how))).toHaveLength(2);
  });

  it.each([
    [documentQueues, 'from its first sending on', 0],
    [fifoQueues, 'from its coming here on', 120_000],
  ] as const)('is deleted for good, counted in %j %s', async (pair, _words, later) => {
    const { queues, put, takenFrom, clock } = await queueDoors();
    const sentAt = clock.now();
    const fifo = pair.name.endsWith('.fifo') && { MessageGroupId: 'g', MessageDeduplicationId: 'd' };
    await put(pair.source, [{ MessageBody: 'a', ...fifo }]);
    expect(await takenFrom(pair.source, 30)).toHaveLength(1);
    await clock.advance(120_000);
    expect(await takenFrom(pair.source)).toEqual([]);
    const [message] = valueOf(await queues.receive(pair.name, how));
    expect(Number(message?.system['SentTimestamp'])).toBe(sentAt + later);
  });

  it('keeps its id however often it is received', async () => {
    const { queues, put, clock } = await queueDoors();
    await put(letters, bodies(1));
    const [first] = valueOf(await queues.receive(letters, how));
    await clock.advance(121_000);
    const [second] = valueOf(await queues.receive(letters, how));
    expect(second?.messageId).toBe(first?.messageId);
    expect(second?.receiptHandle).not.toBe(first?.receiptHandle);
  });

  it('is one of at most ten in one answer', async () => {
    const { queues, put } = await queueDoors();
    await put(letters, bodies(12));
    const first = valueOf(await queues.receive(letters, how));
    expect(first).toHaveLength(10);
    expect(valueOf(await queues.receive(letters, how))).toHaveLength(2);
    expect(await queues.receive(letters, { ...how, most: 11 })).toMatchObject({
      failure: { code: 'aws-refused' },
    });
  });
});

describe('a move of a whole queue', () => {
  it('returns each message to its source, one move at a time, and reports its progress', async () => {
    const { queues, deadLetters, clock, depthOf } = await queueDoors();
    await deadLetters(documentQueues, bodies(20));
    expect(await queues.startMove(letters, 2)).toEqual({ kind: 'done' });
    expect(await queues.startMove(letters, 2)).toMatchObject({ kind: 'refused' });
    await clock.advance(3_000);
    expect(valueOf(await queues.standing(letters)).moves).toMatchObject([
      { state: 'RUNNING', perSecond: 2, moved: 6, toMove: 20, to: null, failure: null },
    ]);
    expect(await queues.cancelMove(letters)).toEqual({ kind: 'done' });
    await clock.advance(2_000);
    expect(valueOf(await queues.standing(letters)).moves).toMatchObject([{ state: 'CANCELLED', moved: 6 }]);
    expect(await depthOf(source)).toBe(6);
    expect(await depthOf(letters)).toBe(14);
    expect(await queues.cancelMove(letters)).toMatchObject({ kind: 'refused', name: 'NothingMoves' });
  });

  it('whose answer is lost still runs, and the list shows it', async () => {
    const { queues, deadLetters, aws, sent } = await queueDoors();
    await deadLetters(documentQueues, bodies(5));
    aws.world.faults.set([{ id: 'x', kind: 'reset-after-apply', operation: 'StartMessageMoveTask' }]);
    expect(await queues.startMove(letters, 1)).toMatchObject({ kind: 'unclear' });
    expect(sent.filter((one) => one === 'StartMessageMoveTask')).toHaveLength(1);
    expect(valueOf(await queues.standing(letters)).moves).toMatchObject([{ state: 'RUNNING' }]);
  });

  it('that is impossible is refused with AWS’s own reason', async () => {
    const { queues } = await queueDoors();
    expect(await queues.startMove(letters, 501)).toMatchObject({ kind: 'refused' });
  });
});

describe('a person with access to one tenant', () => {
  it('is refused every queue, with the reason, and nothing is requested from AWS', async () => {
    const { queues, alarms, sent } = await queueDoors();
    const doors = { ...refusingDoors('not used'), queues, alarms };
    const person: Persona = { id: 'user-1', name: 'Ines', role: 'admin', tenants: ['northwind'] };
    const scoped = scopedDoors(doors, person);
    const failure = { code: 'read-denied', message: expect.stringContaining('all tenants') as string };
    for (const read of [
      scoped.queues.configured(),
      scoped.queues.standing(letters),
      scoped.queues.receive(letters, how),
    ]) {
      expect(await read).toMatchObject({ ok: false, failure });
    }
    const queries = [
      { id: 'depth', metric: ofQueue('ApproximateNumberOfMessagesVisible', letters), statistic: 'Sum' },
    ];
    for (const read of [
      scoped.alarms.watched(),
      scoped.alarms.ofQueues([letters]),
      scoped.alarms.oldestAges([letters]),
      scoped.alarms.list(),
      scoped.alarms.history('an-alarm'),
      scoped.alarms.metrics({ from: 0, to: 60_000, periodSeconds: 60, queries }),
    ]) {
      expect(await read).toMatchObject({
        ok: false,
        failure: { code: 'tenant-out-of-scope', message: expect.stringContaining('all tenants') as string },
      });
    }
    const refused = [{ kind: 'refused', mayTryAgain: false }];
    expect(await scoped.queues.send(source, [{ body: 'b', attributes: {} }])).toMatchObject(refused);
    expect(await scoped.queues.delete(letters, ['h'])).toMatchObject(refused);
    expect(await scoped.queues.hide(letters, ['h'], 0)).toMatchObject(refused);
    expect(await scoped.queues.startMove(letters, null)).toMatchObject({ kind: 'refused' });
    expect(await scoped.queues.cancelMove(letters)).toMatchObject({ kind: 'refused' });
    expect(sent).toEqual([]);
    expect(scopedDoors(doors, { ...person, tenants: '*' })).toBe(doors);
  });
});
