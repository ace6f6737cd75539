import { expect, test } from 'vitest';
import { computeAwsTime, toChartsReceipt, toPollerReceipt } from '#renderer/features/monitor/use-readings.ts';
import { aMonitor, anAlarm, aPoller, someCharts } from '#test/builders/monitor.ts';

const now = Date.parse('2026-11-22T12:00:00.000Z');

test('the time of what is shown is AWS’s, wherever this computer’s clock stands', () => {
  expect(computeAwsTime({ aheadMs: 3_600_000 }, now)).toBe(now + 3_600_000);
  expect(computeAwsTime({ aheadMs: -90_000 }, now)).toBe(now - 90_000);
});

test('the way of an answer is no difference, and before a look there is none', () => {
  expect(computeAwsTime({ aheadMs: -2_000 }, now)).toBe(now);
  expect(computeAwsTime(undefined, now)).toBe(now);
});

const tried = aPoller({ lastAt: '2026-11-22T12:29:50.000Z', looks: 1, calls: 3 });

test('the receipt of the looks is as old as what they read', () => {
  expect(toPollerReceipt(aMonitor({ poller: tried, alarms: [anAlarm()] }))).toMatchObject({
    pattern: 'DescribeAlarms and depths, 1 look',
    pages: 3,
    items: 1,
    asOf: '2026-11-22T12:00:00.000Z',
  });
  // No look was ever complete, so the data is that of the last look.
  expect(toPollerReceipt(aMonitor({ poller: tried, readAt: null }))?.asOf).toBe('2026-11-22T12:29:50.000Z');
  expect(toPollerReceipt(aMonitor({ poller: aPoller({ lastAt: null }) }))).toBeUndefined();
});

test('that of charts says how many metrics were charged', () => {
  expect(toChartsReceipt(someCharts([], { metrics: 21 })).pattern).toBe('GetMetricData, 21 metrics, 1 call');
});
