import type { ChartGroup, ChartRange, Monitor, Notice, PollBudget } from '#shared/contract/monitor.ts';
import { rangeOf } from '#shared/domain/monitor/chart-series.ts';
import { getBookInUse } from '#shared/pricing/book-in-use.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { usdFor } from '#shared/pricing/price-names.ts';
import { paceChoices } from '#shared/pricing/request-costs.ts';
import { chartPaceMs, seriesWanted } from './charts-shelf.ts';
import { depthPaceMs, shownAlarms, type WatchedWorld } from './look.ts';
import type { PollerStanding } from './poller.ts';
import { metricsOfAQueue } from './queue-depths.ts';

interface Beside {
  readonly poller: PollerStanding;
  readonly seconds: number;
  readonly notices: readonly Notice[];
  readonly wanted: readonly { readonly range: ChartRange; readonly groups: ReadonlySet<ChartGroup> }[];
}

/** Builds what pages get of a world. */
export function seenMonitor(world: WatchedWorld, { poller, seconds, notices, wanted }: Beside): Monitor {
  const { state, lastAt, nextAt, looks } = poller;
  const book = getBookInUse();
  return {
    poller: {
      state,
      why: state === 'off' ? (world.failure?.message ?? null) : null,
      seconds,
      lastAt: formatTime(lastAt),
      nextAt: formatTime(nextAt),
      looks,
      calls: world.calls,
      budget: pollBudget(state === 'off' ? asksNothing : countCalls(world, wanted), seconds, book),
    },
    alarms: shownAlarms(world),
    isAll: world.isAll,
    deadLetters: world.deadLetters && [...world.deadLetters],
    notices: [...notices],
    failure: state === 'off' ? null : (world.failure?.message ?? null),
    readAt: formatTime(world.readAt),
    aheadMs: world.aheadMs ?? 0,
  };
}

const asksNothing: Asking = { metrics: 0, calls: 0, ranges: [] };

function countCalls({ names, queues, alarmCalls }: WatchedWorld, wanted: Beside['wanted']): Asking {
  const metrics = queues.length * metricsOfAQueue;
  return {
    metrics,
    calls: alarmCalls + (metrics > 0 ? 1 : 0),
    ranges:
      names === null
        ? []
        : wanted.map(({ range, groups }) => ofRange(range, seriesWanted(groups, names).length)),
  };
}

function ofRange(range: ChartRange, metrics: number): Asking['ranges'][number] {
  return { range, metrics, calls: metrics > 0 ? 1 : 0 };
}

function formatTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

interface Asking {
  /** Counts the metrics of the dead-letter queues. */
  readonly metrics: number;
  readonly calls: number;
  readonly ranges: readonly {
    readonly range: ChartRange;
    readonly metrics: number;
    readonly calls: number;
  }[];
}

const monthSeconds = 30 * 86_400;

/**
 * Estimates what thirty days of looks would cost in CloudWatch: metrics are charged, listing alarms is free. Throughput
 * charts also query a table for each tenant to count the batches in progress; these queries are left out, because they
 * depend on the number of tenants.
 */
function pollBudget(asking: Asking, seconds: number, book: PriceBook): PollBudget {
  const { ranges } = asking;
  const usdAt = (interval: number, depthPace: number): string | null => {
    const metrics = ranges.reduce(
      (sum, { range, metrics: of }) =>
        sum + of * timesAMonth(Math.max(interval, rangeOf[range].periodSeconds, chartPaceMs / 1_000)),
      asking.metrics * timesAMonth(Math.max(interval, depthPace / 1_000)),
    );
    return usdFor(book, 'cloudwatch.getMetricData', metrics);
  };
  return {
    metrics: ranges.reduce((sum, { metrics }) => sum + metrics, asking.metrics),
    calls: ranges.reduce((sum, { calls }) => sum + calls, asking.calls),
    months: paceChoices(seconds).map((interval) => ({
      seconds: interval,
      quiet: usdAt(interval, depthPaceMs.quiet),
      wrong: usdAt(interval, depthPaceMs.wrong),
    })),
    priceBook: { id: book.id, name: book.name },
  };
}

function timesAMonth(seconds: number): number {
  return Math.floor(monthSeconds / seconds);
}
