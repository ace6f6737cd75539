import { describe, expect, it } from 'vitest';
import type { QueueAlarms } from '#main/aws/alarms.ts';
import { refusingDoors } from '#main/aws/doors.ts';
import type { QueueStanding } from '#main/aws/queues.ts';
import { listQueues } from '#main/features/dead-letters/describe-queues.ts';
import { moveQueue } from '#main/features/dead-letters/move-queue.ts';
import { ok } from '#shared/contract/result.ts';
import type { DeadLetterQueue } from '#shared/contract/dead-letters.ts';
import { aMessage, letters, partsOver } from './a-fake-queue.ts';

const context = { reference: 'r', role: 'admin', host: 'browser' } as const;
const hour = 3_600;

const unlisted: QueueStanding = {
  name: letters,
  fifo: false,
  depth: { waiting: 3, inFlight: 0, delayed: 0 },
  retentionSeconds: 24 * hour,
  sources: [],
  moves: [],
  movesUnread: {
    code: 'read-denied',
    message: 'You may not list them.',
    reference: 'r',
    action: 'sqs:ListMessageMoveTasks',
    resource: letters,
  },
};

interface Told {
  readonly ageSeconds?: number;
  readonly sentAt?: string;
  readonly waiting?: number;
  readonly fifo?: boolean;
  /** The sample went on until the queue returned no more messages. */
  readonly isWhole?: boolean;
  readonly hiddenUntil?: number;
  /** The alarm of the queue, and whether all alarms of the account were read. */
  readonly alarm?: 'OK' | 'ALARM';
  readonly isAll?: boolean;
}

async function told({
  ageSeconds,
  sentAt,
  waiting = 3,
  fifo = false,
  isWhole = false,
  hiddenUntil = Infinity,
  alarm,
  isAll = true,
}: Told): Promise<DeadLetterQueue | null> {
  const alarms: QueueAlarms = {
    ...refusingDoors('not used').alarms,
    ofQueues() {
      const standing = { name: 'letters-not-empty', state: alarm ?? 'OK', since: null };
      const standings = new Map(alarm === undefined ? [] : [[letters, standing]]);
      return Promise.resolve(ok({ standings, isAll }));
    },
    oldestAges: () => Promise.resolve(ok(new Map(ageSeconds === undefined ? [] : [[letters, ageSeconds]]))),
  };
  const standing = () =>
    Promise.resolve(
      ok({
        name: letters,
        fifo,
        depth: { waiting, inFlight: 0, delayed: 0 },
        retentionSeconds: 24 * hour,
        sources: [],
        moves: [],
      }),
    );
  const parts = partsOver({ standing }, { alarms });
  if (sentAt !== undefined) {
    const message = aMessage('a', { system: { SentTimestamp: String(Date.parse(sentAt)) } });
    parts.held.add('local', letters, [{ message, receivedAt: 0, hiddenUntil }]);
    const sampling = parts.shelf.open('local', letters);
    sampling.begin({ sampledAt: 0, retentionSeconds: 0, moves: [] });
    sampling.note({ calls: 4, isWhole });
  }
  const answer = await listQueues(parts)({}, context);
  return answer.ok ? (answer.value.queues[0]?.queue ?? null) : null;
}

describe('a queue whose age CloudWatch does not have', () => {
  it('is listed with what is missing and why, also where its depth is not known', async () => {
    const lacks = [{ part: 'age', why: expect.stringContaining('CloudWatch has no age') as string }];
    expect(await told({})).toMatchObject({ oldest: null, nextExpiry: null, lacks });
    const unknown: QueueStanding = {
      ...unlisted,
      depth: { waiting: null, inFlight: null, delayed: null },
      retentionSeconds: null,
    };
    const answer = await listQueues(partsOver({ standing: () => Promise.resolve(ok(unknown)) }))({}, context);
    const [row] = answer.ok ? answer.value.queues : [];
    const parts = row?.queue?.lacks.map(({ part }) => part);
    expect(parts).toEqual(expect.arrayContaining(['depth', 'retention', 'moves', 'age']));
    expect(row?.queue).toMatchObject({ cameBack: null, oldest: null, nextExpiry: null });
  });

  it('lacks nothing while it is empty, or once it was sampled', async () => {
    expect((await told({ waiting: 0 }))?.lacks).toEqual([]);
    expect((await told({ sentAt: '2026-01-05T08:00:00.000Z' }))?.lacks).toEqual([]);
  });
});

describe('a queue in an account with more alarms than are read', () => {
  it('is not shown as one without an alarm', async () => {
    const why = 'CloudWatch has more than 1,000 alarms; the first 1,000 were read.';
    expect(await told({ waiting: 0, isAll: false })).toMatchObject({
      alarm: null,
      lacks: [{ part: 'alarm', why }],
    });
  });

  it('lacks nothing if its alarm is among those that were read, or if all were read', async () => {
    expect(await told({ waiting: 0, isAll: false, alarm: 'ALARM' })).toMatchObject({
      alarm: { state: 'ALARM' },
      lacks: [],
    });
    expect(await told({ waiting: 0 })).toMatchObject({ alarm: null, lacks: [] });
  });
});

describe('a queue whose moves may not be listed', () => {
  it('is still shown, with what is missing', async () => {
    const answer = await listQueues(partsOver({ standing: () => Promise.resolve(ok(unlisted)) }))(
      {},
      context,
    );
    const [row] = answer.ok ? answer.value.queues : [];
    const lacks = [{ part: 'moves', why: 'You may not list them.' }];
    expect(row).toMatchObject({ queue: { moves: [] }, failure: null });
    expect(row?.queue?.lacks).toEqual(expect.arrayContaining(lacks));
  });

  it('is not moved', async () => {
    const started: string[] = [];
    const parts = partsOver({
      standing: () => Promise.resolve(ok(unlisted)),
      startMove(queue) {
        started.push(queue);
        return Promise.resolve({ kind: 'done' });
      },
    });
    const move = moveQueue(parts)['dead-letters.move'];
    const answer = await move({ queue: letters, perSecond: null, reason: 'A test' }, context);
    expect(answer).toMatchObject({ ok: false, failure: { action: 'sqs:ListMessageMoveTasks' } });
    expect(started).toEqual([]);
  });
});

describe('the oldest message of a queue', () => {
  it('is unknown if it was neither counted nor sampled', async () => {
    expect(await told({})).toMatchObject({ oldest: null, nextExpiry: null, alarm: null });
  });

  it('has the metric’s time as an upper bound', async () => {
    expect(await told({ ageSeconds: 2 * hour })).toMatchObject({
      oldest: { sentAt: '2026-01-05T07:00:00.000Z', from: 'metric', isExact: false },
      nextExpiry: '2026-01-06T07:00:00.000Z',
    });
  });

  it('has a partial sample’s time as an upper bound, if that is older', async () => {
    const sentAt = '2026-01-05T06:30:00.000Z';
    expect(await told({ ageSeconds: 2 * hour, sentAt })).toMatchObject({
      oldest: { sentAt, from: 'sample', isExact: false },
      nextExpiry: '2026-01-06T06:30:00.000Z',
    });
  });

  it.each(['2026-01-05T06:30:00.000Z', '2026-01-05T08:30:00.000Z'])(
    'is exact with a whole sample: %s',
    async (sentAt) => {
      expect(await told({ ageSeconds: 2 * hour, sentAt, isWhole: true, waiting: 1 })).toMatchObject({
        oldest: { sentAt, from: 'sample', isExact: true },
      });
    },
  );

  it.each([
    ['others hold some', { waiting: 2 }],
    ['more may be there', { waiting: 1, isWhole: false }],
    ['others may have deleted it', { waiting: 1, hiddenUntil: Date.parse('2026-01-05T08:59:00.000Z') }],
  ])('has only a bound if %s', async (_, change) => {
    const sentAt = '2026-01-05T06:30:00.000Z';
    expect((await told({ sentAt, isWhole: true, ...change }))?.oldest).toMatchObject({ isExact: false });
  });

  it('comes from the metric if a sample has not reached it', async () => {
    const sentAt = '2026-01-05T08:30:00.000Z';
    expect((await told({ ageSeconds: 2 * hour, sentAt }))?.oldest?.from).toBe('metric');
  });

  it('is none for a queue that is empty by now', async () => {
    expect(await told({ ageSeconds: 600, waiting: 0 })).toMatchObject({ oldest: null, nextExpiry: null });
  });
});
