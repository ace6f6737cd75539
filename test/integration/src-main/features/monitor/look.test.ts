import { GetQueueAttributesCommand, PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { aMonitorDesk } from './a-monitor-desk.ts';

const patient = { timeout: 120_000 };
const minute = 60_000;
const { extraction } = namesByConvention('sandbox');
const letters = extraction.documentDeadLetterQueue;

type Desk = Awaited<ReturnType<typeof aMonitorDesk>>;

async function readDepth({ world }: Desk, queue: string): Promise<number> {
  const command = new GetQueueAttributesCommand({ QueueUrl: queue, AttributeNames: ['All'] });
  const { Attributes = {} } = await world.sqs.send(command);
  return (
    Number(Attributes.ApproximateNumberOfMessages) + Number(Attributes.ApproximateNumberOfMessagesNotVisible)
  );
}

async function turnReadsAway(desk: Desk): Promise<void> {
  await desk.fail([{ id: 'x', service: 'dynamodb', operation: 'GetItem', kind: 'throttle', times: 3 }]);
  const Key = { PK: { S: 'absent' }, SK: { S: 'nothing' } };
  await desk.world.dynamodb.send(new GetItemCommand({ TableName: extraction.table, Key })).catch(() => null);
  await desk.fail([]);
}

describe('a look at the seeded world', patient, () => {
  it('lists all alarms, the firing ones first, and SQS’s own depths, in two calls', async () => {
    const desk = await aMonitorDesk();
    const { alarms, isAll, deadLetters, notices, failure, poller } = await desk.look();
    expect(desk.asked()).toEqual(['DescribeAlarms', 'GetMetricData']);
    expect(poller).toMatchObject({
      looks: 1,
      calls: 2,
      budget: { metrics: 9, calls: 2 },
    });
    expect([isAll, notices, failure]).toEqual([true, [], null]);
    expect(alarms?.slice(0, 4).map(({ state }) => state)).toEqual(['ALARM', 'ALARM', 'ALARM', 'OK']);
    expect(alarms?.find(({ metric }) => metric?.dimensions['QueueName'] === letters)).toMatchObject({
      state: 'ALARM',
      rule: 'Maximum greater than 0, in 1 of 1 period of 60 s',
      place: { desk: 'dead-letters', queue: letters },
    });
    for (const { queue, depth, oldestSeconds } of deadLetters ?? []) {
      expect(depth).toBe(await readDepth(desk, queue));
      if (depth === 0) expect(oldestSeconds).toBeNull();
      else expect(oldestSeconds).toBeGreaterThan(3_600);
    }
    expect(deadLetters).toHaveLength(3);
    expect(deadLetters?.at(-1)).toMatchObject({
      depth: 0,
      place: { desk: 'dead-letters', queue: 'data-download-files-dlq-sandbox' },
    });
  });

  it('is charged per metric', async () => {
    const desk = await aMonitorDesk();
    await desk.look();
    expect(desk.receipts().map(({ pattern, items }) => [pattern, items])).toEqual([
      ['CloudWatch: DescribeAlarms', 0],
      ['CloudWatch: GetMetricData', 9],
    ]);
  });

  it('follows a world whose clock was moved on independently of this machine', async () => {
    const desk = await aMonitorDesk({ isStandingStill: true });
    await desk.look();
    await desk.world.clock.advance(25 * minute);
    const { deadLetters } = await desk.look();
    const newest = Date.parse(deadLetters?.[0]?.at ?? '');
    expect(desk.world.clock.now() - newest).toBeLessThan(3 * minute);
    expect(deadLetters?.[0]?.depth).toBe(await readDepth(desk, letters));
  });
});

describe('events in the world', patient, () => {
  it('a firing alarm notifies once, on the desktop, and a click opens its charts', async () => {
    const desk = await aMonitorDesk({ isOnDesktop: true });
    await desk.look();
    await turnReadsAway(desk);
    await desk.world.clock.advance(2 * minute);
    const { notices, alarms } = await desk.look();
    expect(alarms?.[1]).toMatchObject({ name: `${extraction.table}-read-throttles`, state: 'ALARM' });
    expect(notices).toMatchObject([
      {
        number: 1,
        kind: 'alarm',
        title: `Alarm: ${extraction.table}-read-throttles`,
        place: { desk: 'monitor', group: 'tables', alarm: null },
        onDesktop: true,
      },
    ]);
    await desk.world.clock.advance(minute);
    expect((await desk.look()).notices).toHaveLength(1);
    const opened: unknown[] = [];
    desk.handlers['monitor.opened']({}, (one) => void opened.push(one), desk.context);
    desk.shown[0]?.click();
    expect(opened.at(-1)).toMatchObject({ opened: { number: 1, place: { desk: 'monitor' } } });
  });

  it('a queue that was emptied and fills again, and its alarm, count as one', async () => {
    const desk = await aMonitorDesk();
    await desk.look();
    await desk.world.sqs.send(new PurgeQueueCommand({ QueueUrl: letters }));
    await desk.world.clock.advance(5 * minute);
    const empty = await desk.look();
    expect(empty.deadLetters?.find(({ queue }) => queue === letters)).toMatchObject({
      depth: 0,
      oldestSeconds: null,
    });
    const its = (seen: typeof empty) =>
      seen.notices.filter(({ place }) => 'queue' in place && place.queue === letters);
    expect(its(empty)).toEqual([]);
    await desk.world.sqs.send(new SendMessageCommand({ QueueUrl: letters, MessageBody: 'dead' }));
    for (let look = 0; look < 4; look += 1) {
      await desk.world.clock.advance(minute);
      await desk.look();
    }
    const full = await desk.look();
    expect(full.alarms?.find(({ name }) => name === `${letters}-not-empty`)?.state).toBe('ALARM');
    expect(its(full)).toHaveLength(1);
  });

  it('a throttled call is tried again, and an unreachable service is reported', async () => {
    const desk = await aMonitorDesk();
    await desk.fail([{ id: 'x', service: 'cloudwatch', kind: 'throttle', times: 2 }]);
    expect((await desk.look()).failure).toBeNull();
    await desk.fail([{ id: 'x', service: 'cloudwatch', kind: 'reset-after-apply' }]);
    desk.watch(true);
    const down = await desk.look();
    expect(down.poller.state).toBe('offline');
    expect(down.failure).toContain('CloudWatch could not be reached');
    expect(down.alarms).toHaveLength(13);
    await desk.fail([]);
    expect((await desk.look()).poller.state).toBe('waiting');
  });
});

describe('the history of an alarm', patient, () => {
  it('is listed from the newest entry to its creation, page by page', async () => {
    const { handlers, context } = await aMonitorDesk();
    const name = `${extraction.documentDeadLetterQueue}-not-empty`;
    const changes = [];
    let cursor: string | undefined;
    do {
      const page = await handlers['monitor.alarmHistory']({ name, cursor }, context);
      if (!page.ok) throw new Error(page.failure.message);
      changes.push(...page.value.changes);
      cursor = page.value.cursor ?? undefined;
    } while (cursor !== undefined);
    expect(changes[0]).toMatchObject({ kind: 'state', to: 'ALARM' });
    expect(changes[0]?.says).toContain('Threshold Crossed');
    expect(changes.at(-1)).toMatchObject({ kind: 'configuration', from: null, to: null });
    const times = changes.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    for (const [place, { from, kind }] of changes.entries()) {
      if (kind !== 'state') continue;
      expect(from).toBe(changes[place + 1]?.to ?? 'INSUFFICIENT_DATA');
    }
  });
});
