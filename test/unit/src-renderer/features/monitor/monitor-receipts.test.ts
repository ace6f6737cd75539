import { expect, test } from 'vitest';
import { chartsReceipt, pollerReceipt } from '#renderer/features/monitor/monitor-receipts.ts';
import { aMonitor, anAlarm, aPoller, someCharts } from '#test/builders/monitor.ts';

const tried = aPoller({ lastAt: '2026-11-22T12:29:50.000Z', looks: 1, calls: 3 });

test('the receipt of the looks is as old as what they read', () => {
  expect(pollerReceipt(aMonitor({ poller: tried, alarms: [anAlarm()] }))).toMatchObject({
    pattern: 'DescribeAlarms and depths, 1 look',
    pages: 3,
    items: 1,
    asOf: '2026-11-22T12:00:00.000Z',
  });
  // Nothing was ever read whole, and what is there is of the last look.
  expect(pollerReceipt(aMonitor({ poller: tried, readAt: null }))?.asOf).toBe('2026-11-22T12:29:50.000Z');
  expect(pollerReceipt(aMonitor({ poller: aPoller({ lastAt: null }) }))).toBeUndefined();
});

test('that of charts says how many metrics were charged', () => {
  expect(chartsReceipt(someCharts([], { metrics: 21 })).pattern).toBe('GetMetricData, 21 metrics, 1 call');
});
