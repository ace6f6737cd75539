import { array, assert, asyncProperty, constantFrom, integer, oneof, record, constant } from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Refusal } from '#shared/contract/result.ts';
import { setLoadedBook } from '#shared/pricing/book-in-use.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { aWatchedCloud, buildDepthAlarm, hour, iso, minute, queuesOfTest, start } from './a-watched-cloud.ts';

const unreachable: Refusal = { code: 'aws-unreachable', message: 'No network.', service: 'CloudWatch' };

describe('the poller', () => {
  it('lists alarms once a minute while a page is visible, and reads figures every ten while all is quiet', async () => {
    const { watch, advance, looks, asked, cloud } = aWatchedCloud();
    cloud.alarms = queuesOfTest.map((queue) => buildDepthAlarm(queue));
    watch();
    await advance(6 * hour);
    expect(looks).toHaveLength(1 + 6 * 60);
    expect(asked).toHaveLength(1 + 6 * 6);
    expect(looks.every((at) => (at - start) % minute === 0)).toBe(true);
  });

  it('reads figures at once when an alarm changes, and every two minutes while one fires', async () => {
    const { watch, advance, asked, cloud } = aWatchedCloud();
    const [first = '', ...others] = queuesOfTest;
    cloud.alarms = queuesOfTest.map((queue) => buildDepthAlarm(queue));
    watch();
    await advance(3 * minute);
    expect(asked).toHaveLength(1);
    const since = new Date(start + 3.5 * minute).toISOString();
    cloud.alarms = [
      buildDepthAlarm(first, { state: 'ALARM', since }),
      ...others.map((queue) => buildDepthAlarm(queue)),
    ];
    await advance(minute);
    expect(asked).toHaveLength(2);
    await advance(20 * minute);
    expect(asked).toHaveLength(2 + 10);
    cloud.alarms = queuesOfTest.map((queue) => buildDepthAlarm(queue));
    await advance(minute);
    expect(asked).toHaveLength(13);
    await advance(10 * minute);
    expect(asked).toHaveLength(14);
  });

  it('reads figures every two minutes where no alarm would tell of a first message', async () => {
    const { watch, advance, asked } = aWatchedCloud();
    watch();
    await advance(hour);
    expect(asked).toHaveLength(1 + 30);
  });

  it('reads figures whenever a person asks', async () => {
    const { watch, advance, asked, cloud, look } = aWatchedCloud();
    cloud.alarms = queuesOfTest.map((queue) => buildDepthAlarm(queue));
    watch();
    await advance(minute);
    await look();
    expect(asked).toHaveLength(2);
  });

  it('is shared by all windows', async () => {
    const { watch, advance, looks } = aWatchedCloud();
    const pages = Array.from({ length: 5 }, () => watch());
    await advance(hour);
    expect(looks).toHaveLength(61);
    expect(new Set(pages.map(({ last }) => JSON.stringify(last()))).size).toBe(1);
  });

  it('rests while no page is visible, for hours', async () => {
    const { watch, advance, looks, timers } = aWatchedCloud();
    const { last } = watch(false);
    await advance(8 * hour);
    expect(looks).toEqual([]);
    expect(timers()).toBe(0);
    expect(last().poller).toMatchObject({ state: 'hidden', nextAt: null, lastAt: null });
  });

  it('looks at once when a page becomes visible after an interval, and not before', async () => {
    const { watch, advance, looks } = aWatchedCloud();
    const first = watch();
    await advance(10_000);
    first.leave();
    await advance(20_000);
    const second = watch();
    await advance(0);
    expect(looks).toEqual([start]);
    await advance(29_000);
    expect(looks).toEqual([start]);
    await advance(1_000);
    expect(looks).toEqual([start, start + minute]);
    second.leave();
    await advance(3 * hour);
    watch();
    await advance(0);
    expect(looks).toEqual([start, start + minute, start + minute + 3 * hour]);
  });

  it('continues in the background if configured, and only while there is a page', async () => {
    const { watch, advance, looks, prefer } = aWatchedCloud();
    const { leave } = watch(false);
    await advance(hour);
    prefer({ pollHidden: 'go on' });
    await advance(hour);
    expect(looks).toHaveLength(61);
    leave();
    await advance(hour);
    expect(looks).toHaveLength(61);
  });

  it.each([
    [300, 300],
    [900, 900],
    [5, 60],
  ])('looks at a pace of %d s every %d s', async (pollSeconds, seconds) => {
    const { watch, advance, looks, prefer } = aWatchedCloud();
    prefer({ pollSeconds });
    watch();
    await advance(3 * hour);
    expect(looks).toHaveLength(1 + (3 * 3_600) / seconds);
  });

  it('applies a new pace from the last look on', async () => {
    const { watch, advance, looks, prefer } = aWatchedCloud();
    const { last } = watch();
    await advance(30_000);
    prefer({ pollSeconds: 300 });
    expect(last().poller).toMatchObject({ seconds: 300, nextAt: new Date(start + 300_000).toISOString() });
    await advance(269_000);
    expect(looks).toEqual([start]);
    prefer({ pollSeconds: 60 });
    await advance(0);
    expect(looks).toEqual([start, start + 299_000]);
  });

  it('looks now on request, once for all simultaneous requests, and then an interval later', async () => {
    const { watch, advance, looks, look } = aWatchedCloud();
    watch();
    await advance(50_000);
    await Promise.all([look(), look(), look()]);
    expect(looks).toEqual([start, start + 50_000]);
    await advance(59_000);
    expect(looks).toHaveLength(2);
    await advance(1_000);
    expect(looks).toEqual([start, start + 50_000, start + 110_000]);
  });

  it('retries an unreachable AWS at its own pace, and says so', async () => {
    const { watch, advance, looks, cloud, asked } = aWatchedCloud();
    const { last } = watch();
    await advance(10_000);
    cloud.failure = unreachable;
    await advance(hour);
    expect(looks).toHaveLength(61);
    // If listing the alarms fails, no metrics are requested.
    expect(asked).toHaveLength(1);
    expect(last()).toMatchObject({ poller: { state: 'offline' }, failure: 'No network.', alarms: [] });
    // A failed attempt does not make the shown data newer.
    expect(last()).toMatchObject({ poller: { lastAt: iso(start + hour) }, readAt: iso(start) });
    cloud.failure = null;
    await advance(minute);
    expect(last()).toMatchObject({ poller: { state: 'waiting' }, failure: null });
    expect(last().readAt).toBe(last().poller.lastAt);
  });

  it('does not delay the next look for one answer', async () => {
    const { watch, advance, looks, cloud } = aWatchedCloud();
    let answer = (): void => undefined;
    cloud.gate = new Promise((resolve) => (answer = resolve));
    const { last } = watch();
    await advance(10 * minute);
    expect(looks).toEqual([start]);
    expect(last().poller.state).toBe('looking');
    answer();
    await advance(0);
    // The interval had already passed, so the next look began at once.
    expect(looks).toHaveLength(2);
    await advance(minute);
    expect(looks).toHaveLength(3);
  });

  it('ends with the console', async () => {
    const { watch, advance, looks, monitor, timers } = aWatchedCloud();
    watch();
    await advance(minute);
    monitor.close();
    await advance(hour);
    expect(looks).toHaveLength(2);
    expect(timers()).toBe(0);
  });

  it('never looks more often than its pace on its own, whatever pages do', async () => {
    const steps = array(
      oneof(
        record({ kind: constant('join' as const), shown: constantFrom(true, false) }),
        record({ kind: constant('leave' as const), which: integer({ min: 0, max: 9 }) }),
        record({ kind: constant('charts' as const) }),
        record({ kind: constantFrom('pause' as const, 'go on' as const) }),
        record({ kind: constant('wait' as const), seconds: integer({ min: 0, max: 200 }) }),
      ),
      { maxLength: 30 },
    );
    await assert(
      asyncProperty(steps, async (all) => {
        const { watch, charts, prefer, advance, looks } = aWatchedCloud();
        const pages: { leave: () => void }[] = [];
        for (const step of all) {
          if (step.kind === 'join') pages.push(watch(step.shown));
          else if (step.kind === 'leave') pages.splice(step.which, 1)[0]?.leave();
          else if (step.kind === 'charts') pages.push(charts('1h', ['queues']));
          else if (step.kind === 'wait') await advance(step.seconds * 1_000);
          else prefer({ pollHidden: step.kind });
        }
        await advance(0);
        const apart = looks.slice(1).map((at, place) => at - (looks[place] ?? 0));
        expect(apart.every((ms) => ms >= minute)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the cost of looking', () => {
  it('is shown before and after: metrics, calls and dollars of thirty days by a named price book', async () => {
    const { watch, advance } = aWatchedCloud();
    const { last } = watch();
    await advance(0);
    // Depth, hidden messages and age of three queues are read 4,320 times while all is quiet, and 21,600 times if an alarm
    // fires all the time, at a cent for a thousand.
    expect(last().poller.budget).toMatchObject({ metrics: 9, calls: 2 });
    expect(last().poller.budget.months[0]).toEqual({ seconds: 60, quiet: '0.3888', wrong: '1.944' });
    expect(last().poller.budget.priceBook.name).toContain('us-east-1');
    expect(last().poller).toMatchObject({ looks: 1, calls: 2 });
  });

  it('is priced by a book from a file while one is used, and says so', async () => {
    const [builtIn] = priceBooks;
    const { 'cloudwatch.getMetricData': metrics } = builtIn.prices;
    if (metrics === undefined) throw new Error('The book has no price for metrics.');
    const prices = { ...builtIn.prices, 'cloudwatch.getMetricData': { ...metrics, usd: '0.02' } };
    setLoadedBook({ ...builtIn, id: 'newer', name: 'From a file: Newer', prices });
    onTestFinished(() => setLoadedBook(null));
    const { watch, advance } = aWatchedCloud();
    const { last } = watch();
    await advance(0);
    expect(last().poller.budget.months[0]).toEqual({ seconds: 60, quiet: '0.7776', wrong: '3.888' });
    expect(last().poller.budget.priceBook.name).toBe('From a file: Newer');
  });

  it('depends on the pace', async () => {
    const { watch, advance, prefer } = aWatchedCloud();
    const { last } = watch();
    await advance(0);
    prefer({ pollSeconds: 300 });
    expect(last().poller.budget.months.find(({ seconds }) => seconds === 300)).toEqual({
      seconds: 300,
      quiet: '0.3888',
      wrong: '0.7776',
    });
  });
});
