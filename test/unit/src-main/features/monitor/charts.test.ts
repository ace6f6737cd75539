import { describe, expect, it } from 'vitest';
import { readMonitor } from '#renderer/features/monitor/address.ts';
import type { CatalogueReader } from '#main/aws/dynamodb/reading.ts';
import { ok, type Refusal } from '#shared/contract/result.ts';
import { aConnectionSummary } from '#test/builders/a-session.ts';
import { aWatchedCloud, hour, letters, minute, start } from './a-watched-cloud.ts';

const denied: Refusal = {
  code: 'read-denied',
  message: 'Not you.',
  action: 'cloudwatch:GetMetricData',
  resource: '*',
};

/** Leaves out the call for the depths of dead-letter queues. */
function ofCharts(asked: ReturnType<typeof aWatchedCloud>['asked']) {
  return asked.filter(({ queries }) => queries.some(({ id }) => !id.includes('/Approximate')));
}

describe('charts', () => {
  it('come with the first look, in one call of their own', async () => {
    const { watch, charts, advance, asked } = aWatchedCloud();
    const { last } = charts('1h', ['queues']);
    expect(last()).toEqual({ charts: null, failure: null });
    watch();
    await advance(0);
    expect(asked).toHaveLength(2);
    expect(last().charts).toMatchObject({
      range: '1h',
      from: new Date(start - hour).toISOString(),
      to: new Date(start).toISOString(),
      periodSeconds: 60,
      calls: 1,
      metrics: 12,
      throughput: { maxConcurrency: 10, running: null },
    });
    const depths = last().charts?.series.find(({ metric }) => metric.dimensions['QueueName'] === letters);
    expect(depths?.values).toEqual(Array.from({ length: 60 }, () => 0));
  });

  it('are read again every ten minutes in an account, where each metric is charged, and when a person asks', async () => {
    const { watch, charts, advance, asked, be, look } = aWatchedCloud();
    be({ connection: aConnectionSummary({ kind: 'aws' }) });
    watch();
    charts('1h', ['executions']);
    await advance(hour);
    expect(ofCharts(asked)).toHaveLength(1 + 6);
    await advance(minute);
    await look();
    expect(ofCharts(asked)).toHaveLength(8);
  });

  it('are shown before the batches in progress are counted', async () => {
    let count: (page: Awaited<ReturnType<CatalogueReader['run']>>) => void = () => undefined;
    const counted: ReturnType<CatalogueReader['run']> = new Promise((resolve) => (count = resolve));
    const { watch, charts, advance, settle } = aWatchedCloud({
      reader: { run: () => counted } as unknown as CatalogueReader,
    });
    watch();
    const { last } = charts('1h', ['throughput']);
    await advance(0);
    expect(last().charts?.series).toHaveLength(4);
    expect(last().charts?.throughput.running).toBeNull();
    count(ok({ items: [], cursor: null }));
    await settle();
    expect(last().charts?.throughput.running).toBe(0);
  });

  it('have a gap where nothing was reported, and never a zero', async () => {
    const { cloud, watch, charts, advance } = aWatchedCloud();
    cloud.depth = (at) => ((at / minute) % 2 === 0 ? 3 : null);
    watch();
    const { last } = charts('1h', ['queues']);
    await advance(0);
    const [depths] = last().charts?.series ?? [];
    expect(depths?.values.slice(0, 4)).toEqual([3, null, 3, null]);
    expect(last().charts?.series.find(({ chart }) => chart === 'age')?.values).toEqual(
      Array.from({ length: 60 }, () => null),
    );
  });

  it('are read at once when opened, and then with each look', async () => {
    const { watch, charts, advance, asked } = aWatchedCloud();
    watch();
    await advance(20_000);
    const { last } = charts('1h', ['executions']);
    await advance(0);
    expect(ofCharts(asked)).toHaveLength(1);
    expect(last().charts?.metrics).toBe(5);
    await advance(40_000);
    expect(ofCharts(asked)).toHaveLength(2);
  });

  it('that are opened while the first look is still reading do not wait for the second', async () => {
    const { cloud, watch, charts, settle, asked } = aWatchedCloud();
    charts('1h', ['queues']);
    let open: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      open = resolve;
    });
    Object.defineProperty(cloud, 'alarms', {
      get() {
        // The list of alarms has arrived, but the figures have not.
        cloud.gate = held;
        return [];
      },
    });
    watch();
    await settle();
    const { last } = charts('1h', ['queues', 'functions']);
    open();
    await settle();
    expect(last().charts?.series.some(({ group }) => group === 'functions')).toBe(true);
    expect(ofCharts(asked)).toHaveLength(2);
  });

  it('that were closed during a look are read again when they are opened', async () => {
    const { watch, charts, advance, asked } = aWatchedCloud();
    watch();
    const first = charts('1h', ['queues']);
    await advance(0);
    first.leave();
    await advance(10 * minute);
    expect(ofCharts(asked)).toHaveLength(1);
    const { last } = charts('1h', ['queues']);
    await advance(0);
    expect(ofCharts(asked)).toHaveLength(2);
    expect(last().charts?.to).toBe(new Date(start + 10 * minute).toISOString());
  });

  it('are read at once too if the page becomes visible only then', async () => {
    const { watch, charts, advance, asked } = aWatchedCloud();
    const before = watch();
    await advance(20_000);
    before.leave();
    const { last } = charts('1h', ['queues']);
    watch();
    await advance(0);
    expect(ofCharts(asked)).toHaveLength(1);
    expect(last().charts?.series).toHaveLength(12);
  });

  it('of one range are shared by all pages that show them, and requested once', async () => {
    const { watch, charts, advance, asked } = aWatchedCloud();
    const one = charts('1h', ['queues']);
    const two = charts('1h', ['queues', 'executions']);
    watch();
    await advance(0);
    expect(ofCharts(asked)).toHaveLength(1);
    expect(ofCharts(asked)[0]?.queries).toHaveLength(17);
    expect(one.last().charts?.series).toHaveLength(12);
    expect(two.last().charts?.series).toHaveLength(17);
  });

  it('of another group of the same range are read alone', async () => {
    const { watch, charts, advance, asked } = aWatchedCloud();
    watch();
    charts('1h', ['queues']);
    await advance(10_000);
    const { last } = charts('1h', ['queues', 'executions']);
    await advance(0);
    expect(ofCharts(asked).map(({ queries }) => queries.length)).toEqual([12, 5]);
    expect(last().charts?.series).toHaveLength(17);
  });

  it('of another group that is opened within the pace have the window of those already drawn', async () => {
    const { cloud, watch, charts, advance, asked, be } = aWatchedCloud();
    be({ connection: aConnectionSummary({ kind: 'aws' }) });
    const peak = start - 20 * minute;
    cloud.depth = (at) => (at === peak ? 10 : 0);
    watch();
    charts('1h', ['queues']);
    await advance(5 * minute);
    const { last } = charts('1h', ['queues', 'executions']);
    await advance(0);
    expect(ofCharts(asked).map(({ queries, to }) => [queries.length, to])).toEqual([
      [12, start],
      [5, start],
    ]);
    const { charts: shown } = last();
    expect(shown?.series).toHaveLength(17);
    expect(shown?.to).toBe(new Date(start).toISOString());
    const values = shown?.series.find(({ metric }) => metric.dimensions['QueueName'] === letters)?.values;
    expect(Date.parse(shown?.from ?? '') + (values ?? []).indexOf(10) * minute).toBe(peak);
    // The lines are as old as the oldest of them.
    expect(shown?.readAt).toBe(new Date(start).toISOString());
  });

  it('of several ranges are one call each', async () => {
    const { watch, charts, advance, asked } = aWatchedCloud();
    charts('1h', ['queues']);
    charts('24h', ['queues']);
    charts('14d', ['tables']);
    watch();
    await advance(0);
    expect(ofCharts(asked).map(({ periodSeconds }) => periodSeconds)).toEqual([60, 300, 3_600]);
  });

  it('with longer periods are read again when one has passed, and not with every look', async () => {
    const { watch, charts, advance, asked, looks } = aWatchedCloud();
    watch();
    charts('14d', ['queues']);
    await advance(6 * hour);
    expect(looks).toHaveLength(361);
    expect(ofCharts(asked)).toHaveLength(7);
  });

  it('are read again on request', async () => {
    const { watch, charts, advance, asked, look } = aWatchedCloud();
    watch();
    charts('14d', ['queues']);
    await advance(10_000);
    await look();
    expect(ofCharts(asked)).toHaveLength(2);
  });

  it('that a page opens again within the pace are there already', async () => {
    const { watch, charts, advance, asked } = aWatchedCloud();
    watch();
    const first = charts('1h', ['queues']);
    await advance(10_000);
    first.leave();
    const again = charts('1h', ['queues']);
    await advance(0);
    expect(again.last().charts?.series).toHaveLength(12);
    expect(ofCharts(asked)).toHaveLength(1);
  });

  it('are not read while the console is hidden, nor for a page that has gone', async () => {
    const { watch, charts, advance, asked } = aWatchedCloud();
    const page = watch();
    const open = charts('1h', ['queues']);
    await advance(0);
    page.leave();
    charts('3h', ['queues']);
    await advance(3 * hour);
    expect(ofCharts(asked)).toHaveLength(1);
    open.leave();
    watch();
    await advance(0);
    expect(ofCharts(asked).map(({ periodSeconds, from, to }) => [periodSeconds, to - from])).toEqual([
      [60, hour],
      [60, 3 * hour],
    ]);
  });

  it('use AWS’s clock even if alarms cannot be listed', async () => {
    const { cloud, watch, charts, advance, asked } = aWatchedCloud();
    cloud.aheadMs = 5 * hour;
    const { last } = watch();
    await advance(0);
    // Pages compute ages with this difference.
    expect(last().aheadMs).toBe(5 * hour);
    cloud.listFailure = denied;
    await advance(minute);
    charts('1h', ['queues']);
    await advance(0);
    expect(asked.slice(1).map(({ to }) => to)).toEqual([
      start + 5 * hour + minute,
      start + 5 * hour + minute,
    ]);
  });

  it('that could not be read keep the previous figures, and say why', async () => {
    const { cloud, watch, charts, advance } = aWatchedCloud();
    watch();
    const { last } = charts('1h', ['queues']);
    await advance(0);
    cloud.failure = denied;
    await advance(minute);
    expect(last().failure).toBe('Not you.');
    expect(last().charts?.series).toHaveLength(12);
  });

  it('of another world are gone at once', async () => {
    const { watch, charts, advance, be } = aWatchedCloud();
    watch();
    const { last } = charts('1h', ['queues']);
    await advance(0);
    be({ sandboxResets: 1 });
    expect(last()).toEqual({ charts: null, failure: null });
    await advance(0);
    expect(last().charts?.series).toHaveLength(12);
  });

  it('that a page opens at first cost less than $3 a month with the alarms, even if something were wrong all the time', async () => {
    const { watch, charts, advance } = aWatchedCloud();
    const { last } = watch();
    charts('1h', [...readMonitor({}).open]);
    await advance(0);
    const [first] = last().poller.budget.months;
    expect(first).toEqual({ seconds: 60, quiet: '1.296', wrong: '2.8512' });
  });

  it('count in the budget: each range by how often it is read', async () => {
    const { watch, charts, advance } = aWatchedCloud();
    const { last } = watch();
    charts('1h', ['queues']);
    charts('14d', ['executions']);
    await advance(0);
    expect(last().poller.budget).toMatchObject({ metrics: 9 + 12 + 5, calls: 4 });
    // 9 metrics are read 4,320 times while all is quiet, 12 metrics as often and 5 metrics 720 times, at a cent for a
    // thousand.
    expect(last().poller.budget.months[0]?.quiet).toBe('0.9432');
  });
});
