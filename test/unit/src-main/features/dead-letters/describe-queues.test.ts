import { describe, expect, it } from 'vitest';
import type { QueueAlarms } from '#main/aws/alarms.ts';
import { listQueues } from '#main/features/dead-letters/list-queues.ts';
import { ok } from '#shared/contract/result.ts';
import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import { aMessage, letters, partsOver } from './a-fake-queue.ts';

const context = { reference: 'r', role: 'admin', host: 'browser' } as const;
const hour = 3_600;

interface Told {
  readonly ageSeconds?: number;
  readonly sentAt?: string;
  readonly waiting?: number;
  readonly fifo?: boolean;
}

async function told({
  ageSeconds,
  sentAt,
  waiting = 3,
  fifo = false,
}: Told): Promise<DeadLetterQueue | null> {
  const alarms: QueueAlarms = {
    ofQueues: () => Promise.resolve(ok(new Map())),
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
    parts.held.add('local', letters, [{ message, receivedAt: 0, hiddenUntil: Infinity }]);
  }
  const answer = await listQueues(parts)({}, context);
  return answer.ok ? (answer.value.queues[0]?.queue ?? null) : null;
}

describe('the oldest of a queue', () => {
  it('is not known where nobody has counted or looked', async () => {
    expect(await told({})).toMatchObject({ oldest: null, nextExpiry: null, alarm: null });
  });

  it('is by the metric the latest that it can be', async () => {
    expect(await told({ ageSeconds: 2 * hour })).toMatchObject({
      oldest: { sentAt: '2026-01-05T07:00:00.000Z', from: 'metric' },
      nextExpiry: '2026-01-06T07:00:00.000Z',
    });
  });

  it('is by a sample what it is, where that is older', async () => {
    const sentAt = '2026-01-05T06:30:00.000Z';
    expect(await told({ ageSeconds: 2 * hour, sentAt })).toMatchObject({
      oldest: { sentAt, from: 'sample' },
      nextExpiry: '2026-01-06T06:30:00.000Z',
    });
  });

  it('is by the metric where a sample has not come to it', async () => {
    const sentAt = '2026-01-05T08:30:00.000Z';
    expect((await told({ ageSeconds: 2 * hour, sentAt }))?.oldest?.from).toBe('metric');
  });

  it('is none of a queue that is empty by now', async () => {
    expect(await told({ ageSeconds: 600, waiting: 0 })).toMatchObject({ oldest: null, nextExpiry: null });
  });
});
