import { assert, asyncProperty, integer, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MetricsAsked } from '#main/aws/alarms.ts';
import { ofQueue } from '#shared/domain/monitor/place-of-alarm.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aQueueService, bad, good, letters, type Reply } from './a-queue-service.ts';

const onDepth = (queue: string, change: object = {}) => ({
  AlarmName: `${queue}-not-empty`,
  StateValue: 'OK',
  Namespace: 'AWS/SQS',
  MetricName: 'ApproximateNumberOfMessagesVisible',
  Dimensions: [{ Name: 'QueueName', Value: queue }],
  ...change,
});

describe('the alarm of a queue', () => {
  it('is one on its depth and on nothing else', async () => {
    const { alarms, sent } = aQueueService({
      DescribeAlarms: [
        good({
          MetricAlarms: [
            onDepth(letters, { MetricName: 'ApproximateAgeOfOldestMessage' }),
            onDepth(letters, { Namespace: 'Mine' }),
            onDepth(letters, { Dimensions: [] }),
            onDepth('others'),
          ],
          CompositeAlarms: [{ AlarmName: letters, StateValue: 'ALARM' }],
        }),
      ],
    });
    expect(valueOf(await alarms.ofQueues([letters])).standings.size).toBe(0);
    expect(sent).toEqual([
      { operation: 'DescribeAlarms', input: { AlarmTypes: ['MetricAlarm'], MaxRecords: 100 } },
    ]);
  });

  it('is the firing one, if there are several', async () => {
    const { alarms } = aQueueService({
      DescribeAlarms: [
        good({ MetricAlarms: [onDepth(letters)], NextToken: 'more' }),
        good({
          MetricAlarms: [
            onDepth(letters, {
              AlarmName: 'loud',
              StateValue: 'ALARM',
              StateUpdatedTimestamp: 1_763_640_000,
            }),
            onDepth(letters, { AlarmName: 'quiet' }),
          ],
        }),
      ],
    });
    expect(valueOf(await alarms.ofQueues([letters])).standings.get(letters)).toEqual({
      name: 'loud',
      state: 'ALARM',
      since: '2025-11-20T12:00:00.000Z',
    });
  });

  it('without a known state has insufficient data', async () => {
    const { alarms } = aQueueService({
      DescribeAlarms: [good({ MetricAlarms: [onDepth(letters, { StateValue: 'NEW' })] })],
    });
    expect(valueOf(await alarms.ofQueues([letters])).standings.get(letters)).toEqual({
      name: `${letters}-not-empty`,
      state: 'INSUFFICIENT_DATA',
      since: null,
    });
  });

  it('is searched in a thousand alarms, and not for ever, and says that there are more', async () => {
    const { alarms, sent } = aQueueService({ DescribeAlarms: [good({ NextToken: 'again' })] });
    const { standings, isAll } = valueOf(await alarms.ofQueues([letters]));
    expect(standings.size).toBe(0);
    expect(isAll).toBe(false);
    expect(sent).toHaveLength(10);
  });

  it('is certainly missing if all alarms were read', async () => {
    const { alarms } = aQueueService({
      DescribeAlarms: [good({ NextToken: 'more' }), good({ MetricAlarms: [onDepth('others')] })],
    });
    expect(valueOf(await alarms.ofQueues([letters]))).toEqual({ standings: new Map(), isAll: true });
  });
});

const timesBefore = (...past: number[]) =>
  past.map((minute) => Date.parse(`2026-11-20T14:${minute}:00.000Z`) / 1_000);

describe('the age of the oldest message', () => {
  it('is the newest of the figures, and a gap is not a figure', async () => {
    const { alarms, sent } = aQueueService({
      GetMetricData: [
        good({
          MetricDataResults: [
            { Id: 'q2', Values: [300, 480], Timestamps: timesBefore(39, 41), StatusCode: 'Complete' },
            { Id: 'q0', Values: [0], Timestamps: timesBefore(41) },
            { Id: 'q1', Values: [], Timestamps: [] },
          ],
        }),
      ],
    });
    expect([...valueOf(await alarms.oldestAges(['a', 'b', 'c']))]).toEqual([
      ['a', 0],
      ['c', 480],
    ]);
    expect(sent).toMatchObject([
      {
        operation: 'GetMetricData',
        input: {
          StartTime: Date.parse('2026-11-20T14:27:00.000Z') / 1_000,
          EndTime: Date.parse('2026-11-20T14:42:00.000Z') / 1_000,
          ScanBy: 'TimestampAscending',
        },
      },
    ]);
  });

  it('has grown since the minute that was counted', async () => {
    const counted = (time: string) => Date.parse(time) / 1_000;
    const { alarms } = aQueueService({
      GetMetricData: [
        good({
          MetricDataResults: [
            { Id: 'q0', Values: [480], Timestamps: [counted('2026-11-20T14:36:30.000Z')] },
            { Id: 'q1', Values: [480], Timestamps: [counted('2026-11-20T14:41:30.000Z')] },
          ],
        }),
      ],
    });
    expect([...valueOf(await alarms.oldestAges(['a', 'b']))]).toEqual([
      ['a', 480 + 4.5 * 60],
      ['b', 480],
    ]);
  });

  it('may be denied, and then names the missing permission', async () => {
    const { alarms } = aQueueService({
      GetMetricData: [bad('AccessDenied', 403)],
      DescribeAlarms: [bad('AccessDeniedException')],
    });
    expect(await alarms.oldestAges([letters])).toMatchObject({
      failure: { code: 'read-denied', action: 'cloudwatch:GetMetricData' },
    });
    expect(await alarms.ofQueues([letters])).toMatchObject({
      failure: { code: 'read-denied', action: 'cloudwatch:DescribeAlarms' },
    });
  });
});

const from = Date.parse('2026-11-20T14:00:00.000Z');
const minute = 60_000;

function asking(count: number): MetricsAsked {
  return {
    from,
    to: from + 60 * minute,
    periodSeconds: 60,
    queries: Array.from({ length: count }, (_, place) => ({
      id: `depth of ${place}`,
      metric: ofQueue('ApproximateNumberOfMessagesVisible', `q-${place}`),
      statistic: 'Maximum',
    })),
  };
}

const result = (Id: string, minutes: readonly number[], more: object = {}) => ({
  Id,
  Timestamps: minutes.map((past) => (from + past * minute) / 1_000),
  Values: minutes.map((past) => past * 10),
  StatusCode: 'Complete',
  ...more,
});

function answering(...replies: Reply[]) {
  return aQueueService({ GetMetricData: replies });
}

describe('figures', () => {
  it('come in one call, by the requested names', async () => {
    const { alarms, sent } = answering(good({ MetricDataResults: [result('q1', [2, 3]), result('q0', [])] }));
    const read = await alarms.metrics(asking(2));
    expect([...valueOf(read).series]).toEqual([
      ['depth of 0', { points: [], problem: null }],
      [
        'depth of 1',
        {
          points: [
            [from + 2 * minute, 20],
            [from + 3 * minute, 30],
          ],
          problem: null,
        },
      ],
    ]);
    expect(valueOf(read).calls).toBe(1);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.input).toMatchObject({
      StartTime: from / 1_000,
      EndTime: from / 1_000 + 3_600,
      MetricDataQueries: [
        {
          Id: 'q0',
          MetricStat: {
            Metric: { Namespace: 'AWS/SQS', Dimensions: [{ Name: 'QueueName', Value: 'q-0' }] },
            Period: 60,
            Stat: 'Maximum',
          },
        },
        {},
      ],
    });
    expect(read).toMatchObject({ receipt: { pattern: 'CloudWatch: GetMetricData', pages: 1 } });
  });

  it('are not requested for nothing', async () => {
    const { alarms, sent } = answering();
    expect(valueOf(await alarms.metrics(asking(0)))).toEqual({ series: new Map(), calls: 0 });
    expect(sent).toEqual([]);
  });

  it('need a second call for more than 500 metrics', async () => {
    const { alarms, sent } = answering(good({ MetricDataResults: [result('q0', [1])] }));
    const { series, calls } = valueOf(await alarms.metrics(asking(501)));
    expect(calls).toBe(2);
    expect(sent.map(({ input }) => (input['MetricDataQueries'] as unknown[]).length)).toEqual([500, 1]);
    expect(series.get('depth of 500')?.points).toHaveLength(1);
    expect(series.size).toBe(501);
  });

  it('continue page by page, and are complete with the last', async () => {
    const { alarms, sent } = answering(
      good({ MetricDataResults: [result('q0', [1, 2], { StatusCode: 'PartialData' })], NextToken: 'more' }),
      good({ MetricDataResults: [result('q0', [3])] }),
    );
    const { series } = valueOf(await alarms.metrics(asking(1)));
    expect(series.get('depth of 0')?.points.map(([at]) => (at - from) / minute)).toEqual([1, 2, 3]);
    expect(series.get('depth of 0')?.problem).toBeNull();
    expect(sent[1]?.input['NextToken']).toBe('more');
  });

  it('that never end are cut off, and say so', async () => {
    const { alarms, sent } = answering(good({ MetricDataResults: [], NextToken: 'more' }));
    const { series } = valueOf(await alarms.metrics(asking(1)));
    expect(sent).toHaveLength(5);
    expect(series.get('depth of 0')?.problem).toContain('more figures');
  });

  it.each([
    [{ StatusCode: 'InternalError' }, 'CloudWatch could not answer for this one.'],
    [{ StatusCode: 'Forbidden', Messages: [{ Code: 'x', Value: 'Not yours.' }] }, 'Not yours.'],
  ])('with %j leave the others as they are', async (more, problem) => {
    const { alarms } = answering(good({ MetricDataResults: [result('q0', [], more), result('q1', [1])] }));
    const { series } = valueOf(await alarms.metrics(asking(2)));
    expect(series.get('depth of 0')?.problem).toBe(problem);
    expect(series.get('depth of 1')).toMatchObject({ problem: null, points: [[from + minute, 10]] });
  });

  it('are sorted, whatever the order in which they came', async () => {
    await assert(
      asyncProperty(uniqueArray(integer({ min: 0, max: 59 })), async (minutes) => {
        const { alarms } = answering(good({ MetricDataResults: [result('q0', minutes)] }));
        const { series } = valueOf(await alarms.metrics(asking(1)));
        const sorted = minutes.toSorted((one, other) => one - other);
        expect(series.get('depth of 0')?.points.map(([at]) => (at - from) / minute)).toEqual(sorted);
      }),
      { numRuns: 30 },
    );
  });
});
