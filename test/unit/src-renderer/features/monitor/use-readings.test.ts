import { expect, test } from 'vitest';
import { computeAwsTime, toChartsReceipt, toPollerReceipt } from '#renderer/features/monitor/use-readings.ts';
import { aMonitor, anAlarm, aPoller, someCharts } from '#test/builders/monitor.ts';

const now = Date.parse('2026-11-22T12:00:00.000Z');

test('the time follows the clock of AWS, not that of this computer', () => {
  expect(computeAwsTime({ aheadMs: 3_600_000 }, now)).toBe(now + 3_600_000);
  expect(computeAwsTime({ aheadMs: -90_000 }, now)).toBe(now - 90_000);
});

test('latency is not a difference of clocks, and without a look there is none', () => {
  expect(computeAwsTime({ aheadMs: -2_000 }, now)).toBe(now);
  expect(computeAwsTime(undefined, now)).toBe(now);
});

const tried = aPoller({ lastAt: '2026-11-22T12:29:50.000Z', looks: 1, calls: 3 });

test('the receipt of a look is as old as its data', () => {
  expect(toPollerReceipt(aMonitor({ poller: tried, alarms: [anAlarm()] }))).toMatchObject({
    pattern: 'DescribeAlarms and depths, 1 check',
    pages: 3,
    items: 1,
    asOf: '2026-11-22T12:00:00.000Z',
  });
  // No look was ever complete, so the data is that of the last look.
  expect(toPollerReceipt(aMonitor({ poller: tried, readAt: null }))?.asOf).toBe('2026-11-22T12:29:50.000Z');
  expect(toPollerReceipt(aMonitor({ poller: aPoller({ lastAt: null }) }))).toBeUndefined();
});

test('the receipt of charts counts the charged metrics', () => {
  expect(toChartsReceipt(someCharts([], { metrics: 21 })).pattern).toBe('GetMetricData, 21 metrics, 1 call');
});
