import type { ChartGroup, ChartRange } from '#shared/contract/monitor/charts.ts';
import type { Monitor, Notice } from '#shared/contract/monitor/poller.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { seriesWanted } from './charts-reading.ts';
import { metricsOfAQueue } from './dead-letter-depths.ts';
import { pollBudget, type Asking } from './poll-budget.ts';
import type { PollerStanding } from './poller.ts';
import { shownAlarms, type WatchedWorld } from './watched-world.ts';

interface Beside {
  readonly poller: PollerStanding;
  readonly seconds: number;
  readonly notices: readonly Notice[];
  readonly wanted: readonly { readonly range: ChartRange; readonly groups: ReadonlySet<ChartGroup> }[];
}

/** What pages are told of a world. */
export function seenMonitor(world: WatchedWorld, { poller, seconds, notices, wanted }: Beside): Monitor {
  const { state, lastAt, nextAt, looks } = poller;
  const [book] = priceBooks;
  return {
    poller: {
      state,
      why: state === 'off' ? (world.failure?.message ?? null) : null,
      seconds,
      lastAt: isoOf(lastAt),
      nextAt: isoOf(nextAt),
      looks,
      calls: world.calls,
      budget: pollBudget(state === 'off' ? asksNothing : askingOf(world, wanted), seconds, book),
    },
    alarms: shownAlarms(world),
    isAll: world.isAll,
    deadLetters: world.deadLetters && [...world.deadLetters],
    notices: [...notices],
    failure: state === 'off' ? null : (world.failure?.message ?? null),
    readAt: isoOf(world.readAt),
    aheadMs: world.aheadMs ?? 0,
  };
}

const asksNothing: Asking = { metrics: 0, calls: 0, ranges: [] };

function askingOf({ names, queues, alarmCalls }: WatchedWorld, wanted: Beside['wanted']): Asking {
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

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
