import type {
  ChartGroup,
  ChartRange,
  Monitor,
  monitorOperations,
  Notice,
  PollBudget,
} from '#shared/contract/monitor.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import { ok } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { rangeOf, toWindow } from '#shared/domain/monitor/chart-series.ts';
import type { WatchedNames } from '#shared/domain/monitor/place-of-alarm.ts';
import { getBookInUse } from '#shared/pricing/book-in-use.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { usdFor } from '#shared/pricing/price-names.ts';
import { paceChoices } from '#shared/pricing/request-costs.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { Handlers, Watchers } from '../../gate/gate.ts';
import type { TellNews } from '../../home/hourly-news.ts';
import type { Log } from '../../log/open-log.ts';
import {
  chartPaceMs,
  openChartsShelf,
  readCharts,
  runningBatches,
  seriesWanted,
  type ChartsRoad,
  type ChartsSeen,
  type Why,
} from './charts-shelf.ts';
import { look, newWorld, depthPaceMs, shownAlarms, type WatchedWorld } from './look.ts';
import { openedNotices, openNoticeboard, type Happening, type Opened } from './notices.ts';
import { readObjectives } from './objectives.ts';
import { openPoller, type PollerStanding } from './poller.ts';
import { metricsOfAQueue } from './queue-depths.ts';

export interface MonitorParts {
  /** Uses the open connection, limited to what the current person may see. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
  readonly preferences: () => Preferences;
  readonly onPreferences: (listener: (preferences: Preferences) => void) => () => void;
  /** Shows it on the desktop, where there is one and no window is in front; returns true if it was shown. */
  readonly notify: ((notice: Notice, onClick: () => void) => boolean) | undefined;
  readonly now: () => number;
  readonly after: (ms: number, work: () => void) => () => void;
  /** Counts the poller's own reads as Monitor's, whatever set them off. */
  readonly asMonitor: <T>(work: () => T) => T;
  /** Find what other features have to tell with a look. */
  readonly alsoHappened?: readonly ((tell: TellNews<Happening>) => Promise<void>)[] | undefined;
  readonly log: Pick<Log, 'error'>;
}

type Names = keyof typeof monitorOperations;

export interface MonitorFeature {
  readonly handlers: Pick<Handlers, Names & keyof Handlers> & Pick<Watchers, Names & keyof Watchers>;
  close(): void;
}

export function openMonitor(parts: MonitorParts): MonitorFeature {
  const watch = openWatch(parts);
  return {
    handlers: {
      'monitor.watch': ({ shown }, emit) => watch.join(shown, emit),
      'monitor.charts': ({ range, groups }, emit) => watch.joinCharts(range, groups, emit),
      'monitor.look': async () => {
        await watch.lookNow();
        return ok(watch.seen());
      },
      'monitor.alarmHistory': async ({ name, cursor }) => {
        const page = await parts.doors().alarms.history(name, cursor);
        if (!page.ok) return page;
        const { changes, cursor: next } = page.value;
        return ok({ changes: [...changes], cursor: next }, page.receipt);
      },
      'monitor.objectives': (input) => readObjectives(input, parts),
      'monitor.opened': (_input, emit) => watch.opened((opened) => emit({ opened })),
    },
    close: () => watch.close(),
  };
}

interface Watch {
  join(shown: boolean, emit: (monitor: Monitor) => void): () => void;
  joinCharts(range: ChartRange, groups: readonly ChartGroup[], emit: (seen: ChartsSeen) => void): () => void;
  lookNow(): Promise<void>;
  seen(): Monitor;
  opened(emit: (opened: Opened | null) => void): () => void;
  close(): void;
}

/** Shares one watch among all windows: what is seen, when the next look is, and what was reported. */
function openWatch(parts: MonitorParts): Watch {
  const { doors, preferences, now, after, asMonitor, log } = parts;
  const pages = new Set<(monitor: Monitor) => void>();
  const charts = openChartsShelf(now);
  const opened = openedNotices(now);
  const board = openNoticeboard({
    notify: parts.notify,
    isOn: () => preferences().notices === 'on',
    clicked: (notice) => opened.open(notice),
  });
  let world = newWorld();
  let whose = identifyViewer(parts);

  const poller = openPoller({
    now,
    after,
    seconds: () => preferences().pollSeconds,
    goesOnHidden: () => preferences().pollHidden === 'go on',
    look: ({ isCurrent, isAsked }) => asMonitor(() => lookOnce(isCurrent, isAsked ? 'asked' : 'look')),
    changed: tellPages,
    broke: (error) => log.error({ err: error }, 'a look of the poller met an unexpected error'),
  });

  async function lookOnce(isCurrent: () => boolean, why: Why) {
    const mine = world;
    const open = doors();
    const { became, happened } = await look(mine, {
      doors: open,
      now,
      isCurrent,
      isAsked: why === 'asked',
      charts: (asOf) => charts.fill(roadTo(mine, asOf, isCurrent), why),
    });
    if (isCurrent()) board.tell(happened);
    if (isCurrent() && became === 'done') await tellOthers(isCurrent);
    return became;
  }

  /** These never end a look: what they read belongs to another desk, which says what failed. */
  async function tellOthers(isCurrent: () => boolean): Promise<void> {
    for (const tellNews of parts.alsoHappened ?? []) {
      try {
        await tellNews((others) => {
          if (isCurrent()) board.tell(others);
          return isCurrent();
        });
      } catch (error) {
        log.error({ err: error }, 'what else happened was not found');
      }
    }
  }

  function roadTo(mine: WatchedWorld, asOf: number, isCurrent: () => boolean): ChartsRoad {
    const { alarms, reader } = doors();
    return {
      asOf,
      isCurrent,
      paceMs: parts.session().connection.kind === 'sandbox' ? 0 : chartPaceMs,
      read: (range, groups, window = toWindow(range, asOf)) =>
        readCharts(alarms, { names: listNames(mine), range, groups, window }),
      running: () => runningBatches(reader),
    };
  }

  /** Reads a newly opened chart at once, so that it need not wait for the next look. */
  function readNewCharts(): void {
    const mine = world;
    const { aheadMs } = mine;
    if (aheadMs === null || !poller.isWanted()) return;
    asMonitor(() =>
      charts.fill(
        roadTo(mine, now() + aheadMs, () => mine === world),
        'joined',
      ),
    )
      .then((calls) => {
        mine.calls += calls;
        return tellPages();
      })
      .catch((error: unknown) => log.error({ err: error }, 'charts met an unexpected error'));
  }

  function seen(): Monitor {
    const { pollSeconds: seconds } = preferences();
    return seenMonitor(world, {
      poller: poller.standing(),
      seconds,
      notices: board.all(),
      wanted: charts.wanted(),
    });
  }

  function tellPages(): void {
    if (pages.size === 0) return;
    const monitor = seen();
    for (const emit of pages) emit(monitor);
  }

  function beginAnew(): void {
    world = newWorld();
    board.clear();
    opened.clear();
    charts.clear();
    poller.beginAnew();
  }

  const stops = [
    parts.onSession(() => {
      const before = whose;
      whose = identifyViewer(parts);
      if (whose !== before) beginAnew();
    }),
    parts.onPreferences(() => poller.settingsChanged()),
  ];

  return {
    join(shown, emit) {
      const leave = poller.join(shown);
      pages.add(emit);
      emit(seen());
      // A page opens its charts before it says that it is in sight.
      if (shown) readNewCharts();
      return () => {
        pages.delete(emit);
        leave();
      };
    },
    joinCharts(range, groups, emit) {
      const leave = charts.join(range, groups, emit);
      readNewCharts();
      tellPages();
      return () => {
        leave();
        tellPages();
      };
    },
    lookNow: () => poller.lookNow(),
    seen,
    opened: (emit) => opened.watch(emit),
    close() {
      for (const stop of stops) stop();
      poller.close();
    },
  };
}

/** Nothing is read of a world before its names are known. */
function listNames({ names }: WatchedWorld): WatchedNames {
  if (names === null) throw new Error('Charts were asked for before the names were known.');
  return names;
}

/** Combines connection, person and world, because what was seen of one does not apply to another. */
function identifyViewer({ session }: Pick<MonitorParts, 'session'>): string {
  const { connection, who, sandboxResets } = session();
  return JSON.stringify([connection.id, who, sandboxResets]);
}

interface Beside {
  readonly poller: PollerStanding;
  readonly seconds: number;
  readonly notices: readonly Notice[];
  readonly wanted: readonly { readonly range: ChartRange; readonly groups: ReadonlySet<ChartGroup> }[];
}

/** Builds what pages get of a world. */
function seenMonitor(world: WatchedWorld, { poller, seconds, notices, wanted }: Beside): Monitor {
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
