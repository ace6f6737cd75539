import type { ChartGroup, ChartRange, Monitor, Notice, PollBudget } from '#shared/contract/monitor.ts';
import { rangeOf } from '#shared/domain/monitor/chart-series.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { usdFor } from '#shared/pricing/price-names.ts';
import { seriesWanted } from './charts-shelf.ts';
import { shownAlarms, type WatchedWorld } from './look.ts';
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
  const [book] = priceBooks;
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
  /** Counts the metrics in each look. */
  readonly metrics: number;
  readonly calls: number;
  /** A range is read again when one of its periods has passed. */
  readonly ranges: readonly {
    readonly range: ChartRange;
    readonly metrics: number;
    readonly calls: number;
  }[];
}

const monthSeconds = 30 * 86_400;

/**
 * Estimates what thirty days of looks would cost in CloudWatch at the present settings: metrics are charged, listing
 * alarms is free. Throughput charts also query a table for each tenant to count the batches in progress; these queries are
 * left out, because they depend on the number of tenants.
 */
function pollBudget(asking: Asking, seconds: number, book: PriceBook): PollBudget {
  const { ranges } = asking;
  const aMonth = ranges.reduce(
    (sum, { range, metrics }) => sum + metrics * timesAMonth(Math.max(seconds, rangeOf[range].periodSeconds)),
    asking.metrics * timesAMonth(seconds),
  );
  return {
    metrics: ranges.reduce((sum, { metrics }) => sum + metrics, asking.metrics),
    calls: ranges.reduce((sum, { calls }) => sum + calls, asking.calls),
    usdAMonth: usdFor(book, 'cloudwatch.getMetricData', aMonth),
    priceBook: { id: book.id, name: book.name },
  };
}

function timesAMonth(seconds: number): number {
  return Math.floor(monthSeconds / seconds);
}
