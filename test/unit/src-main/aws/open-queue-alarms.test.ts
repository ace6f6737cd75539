import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aQueueService, bad, good, letters } from './a-queue-service.ts';

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
    expect(valueOf(await alarms.ofQueues([letters])).size).toBe(0);
    expect(sent).toEqual([
      { operation: 'DescribeAlarms', input: { AlarmTypes: ['MetricAlarm'], MaxRecords: 100 } },
    ]);
  });

  it('is the one that rings, where there are more', async () => {
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
    expect(valueOf(await alarms.ofQueues([letters])).get(letters)).toEqual({
      name: 'loud',
      state: 'ALARM',
      since: '2025-11-20T12:00:00.000Z',
    });
  });

  it('that says nothing that is known has too little to go by', async () => {
    const { alarms } = aQueueService({
      DescribeAlarms: [good({ MetricAlarms: [onDepth(letters, { StateValue: 'NEW' })] })],
    });
    expect(valueOf(await alarms.ofQueues([letters])).get(letters)).toEqual({
      name: `${letters}-not-empty`,
      state: 'INSUFFICIENT_DATA',
      since: null,
    });
  });

  it('is looked for in a thousand alarms, and not for ever', async () => {
    const { alarms, sent } = aQueueService({ DescribeAlarms: [good({ NextToken: 'again' })] });
    expect(valueOf(await alarms.ofQueues([letters])).size).toBe(0);
    expect(sent).toHaveLength(10);
  });
});

const minutes = (...past: number[]) =>
  past.map((minute) => Date.parse(`2026-11-20T14:${minute}:00.000Z`) / 1_000);

describe('how old the oldest is', () => {
  it('is the newest of the figures, and a gap is no figure', async () => {
    const { alarms, sent } = aQueueService({
      GetMetricData: [
        good({
          MetricDataResults: [
            { Id: 'q2', Values: [300, 480], Timestamps: minutes(39, 41), StatusCode: 'Complete' },
            { Id: 'q0', Values: [0], Timestamps: minutes(41) },
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

  it('may be forbidden, and then says which right is missing', async () => {
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
