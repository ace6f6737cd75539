import {
  chartGroups,
  type ChartGroup,
  type ChartRange,
  type Charts,
  type Series,
} from '#shared/contract/monitor.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import {
  gapFilled,
  rangeOf,
  seriesOfGroup,
  shownValue,
  toWindow,
  type SeriesWanted,
} from '#shared/domain/monitor/chart-series.ts';
import type { WatchedNames } from '#shared/domain/monitor/place-of-alarm.ts';
import { documentsAtOnce } from '#shared/domain/pipeline-limits.ts';
import type { MetricsRead, QueueAlarms } from '../../aws/alarms.ts';
import { passingReader, type CatalogueReader } from '../../aws/dynamodb/reading.ts';
import { inLanes } from '../../reads/in-lanes.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { tenantFacts } from '../../rows/tenant-rows.ts';

export interface ChartsSeen {
  readonly charts: Charts | null;
  readonly failure: string | null;
}

/** Reads a range; the shelf only knows what is wanted and what is there. */
export interface ChartsRoad {
  readonly asOf: number;
  /** A window is given for groups that join lines already drawn. */
  readonly read: (
    range: ChartRange,
    groups: ReadonlySet<ChartGroup>,
    window: ChartsWindow | undefined,
  ) => Promise<Result<ChartsRead>>;
  readonly running: () => Promise<RunningBatches>;
  readonly isCurrent: () => boolean;
  /** A range is not read again for a new period before so much time has passed: each of its metrics is charged. */
  readonly paceMs: number;
}

/** In a real account. The sandbox charges nothing. */
export const chartPaceMs = 10 * 60_000;

/** Holds the charts that pages have open. Queries of one range are shared; each range takes a call of its own. */
interface ChartsShelf {
  join(range: ChartRange, groups: readonly ChartGroup[], emit: (seen: ChartsSeen) => void): () => void;
  wanted(): readonly { readonly range: ChartRange; readonly groups: ReadonlySet<ChartGroup> }[];
  /**
   * Reads what is wanted but missing. A look also reads ranges with a new period, and `asked` reads everything wanted.
   * Returns how many calls of CloudWatch it took.
   */
  fill(road: ChartsRoad, why: Why): Promise<number>;
  clear(): void;
}

export type Why = 'look' | 'asked' | 'joined';

interface Kept {
  readonly read: ChartsRead | null;
  readonly running: RunningBatches;
  readonly readAt: number;
  readonly failure: string | null;
}

interface Page {
  readonly range: ChartRange;
  readonly groups: ReadonlySet<ChartGroup>;
  readonly emit: (seen: ChartsSeen) => void;
}

const notCounted: RunningBatches = { running: null, isAtLeast: false };

export function openChartsShelf(now: () => number): ChartsShelf {
  const pages = new Set<Page>();
  const kept = new Map<ChartRange, Kept>();
  let last: Promise<unknown> = Promise.resolve();

  function wanted() {
    const ranges = new Set([...pages].map(({ range }) => range));
    return [...ranges].map((range) => {
      const of = [...pages].filter((page) => page.range === range);
      const groups = new Set(chartGroups.filter((group) => of.some((page) => page.groups.has(group))));
      return { range, groups };
    });
  }

  function seenBy({ range, groups }: Page): ChartsSeen {
    const found = kept.get(range);
    if (found === undefined) return { charts: null, failure: null };
    const { read, running, failure } = found;
    if (read === null || ![...groups].every((group) => read.groups.has(group))) {
      return { charts: null, failure };
    }
    const charts: Charts = {
      range,
      from: new Date(read.window.from).toISOString(),
      to: new Date(read.window.to).toISOString(),
      periodSeconds: rangeOf[range].periodSeconds,
      series: read.series.filter(({ group }) => groups.has(group)),
      throughput: {
        maxConcurrency: documentsAtOnce,
        running: running.running,
        isAtLeast: running.isAtLeast,
      },
      readAt: new Date(found.readAt).toISOString(),
      calls: read.calls,
      metrics: read.metrics,
    };
    return { charts, failure };
  }

  async function fillRange(
    range: ChartRange,
    groups: ReadonlySet<ChartGroup>,
    { road, why }: { readonly road: ChartsRoad; readonly why: Why },
  ): Promise<number> {
    const before = kept.get(range);
    const missing = listMissing(groups, before, { range, road, why });
    if (missing.size === 0) return 0;
    const counting = missing.has('throughput') ? road.running() : undefined;
    const old = before?.read ?? null;
    const beside = missing.size < groups.size ? old : null;
    // The lines of a range share a window, or those already drawn would move.
    const answer = await road.read(range, missing, beside?.window);
    if (!road.isCurrent()) return 0;
    keep(range, {
      read: answer.ok ? joined(beside, answer.value) : old,
      running: before?.running ?? notCounted,
      // Lines that were read at different times are as old as the oldest.
      readAt: answer.ok && beside === null ? now() : (before?.readAt ?? now()),
      failure: answer.ok ? null : answer.failure.message,
    });
    // Batches are counted tenant by tenant, and the lines need not wait for that.
    const running = await counting;
    const latest = kept.get(range);
    if (running !== undefined && latest !== undefined && road.isCurrent())
      keep(range, { ...latest, running });
    return answer.ok ? answer.value.calls : 1;
  }

  function keep(range: ChartRange, seen: Kept): void {
    kept.set(range, seen);
    for (const page of pages) if (page.range === range) page.emit(seenBy(page));
  }

  /** Drops ranges that no page has open, because looks leave them out; they are read again when a page opens them. */
  function forgetOld(road: ChartsRoad): void {
    const ranges = new Set(wanted().map(({ range }) => range));
    for (const [range, { read }] of kept) {
      if (!ranges.has(range) && isOld(read, { range, road })) kept.delete(range);
    }
  }

  async function fillAll(road: ChartsRoad, why: Why): Promise<number> {
    if (!road.isCurrent()) return 0;
    if (why !== 'joined') forgetOld(road);
    const calls = await Promise.all(
      wanted().map(({ range, groups }) => fillRange(range, groups, { road, why })),
    );
    return calls.reduce((sum, one) => sum + one, 0);
  }

  return {
    join(range, groups, emit) {
      const page = { range, groups: new Set(groups), emit };
      pages.add(page);
      emit(seenBy(page));
      return () => void pages.delete(page);
    },
    wanted,
    fill(road, why) {
      // Fills run one after the other, so that a page that has just joined need not read what a look is reading.
      const filled = last.then(() => fillAll(road, why));
      last = filled.catch(() => 0);
      return filled;
    },
    clear() {
      kept.clear();
      last = Promise.resolve();
      for (const page of pages) page.emit({ charts: null, failure: null });
    },
  };
}

/** Once a range is old, everything is missing, because its lines share a window. */
function listMissing(
  groups: ReadonlySet<ChartGroup>,
  before: Kept | undefined,
  { range, road, why }: { readonly range: ChartRange; readonly road: ChartsRoad; readonly why: Why },
): ReadonlySet<ChartGroup> {
  const read = before?.read ?? null;
  if (read === null || why === 'asked') return groups;
  const missing = new Set([...groups].filter((group) => !read.groups.has(group)));
  if (isOld(read, { range, road }) && (why === 'look' || missing.size > 0)) return groups;
  return missing;
}

function isOld(
  read: ChartsRead | null,
  { range, road: { asOf, paceMs } }: { readonly range: ChartRange; readonly road: ChartsRoad },
): boolean {
  if (read === null) return false;
  const { to } = toWindow(range, asOf);
  // A clock that was set back shows an earlier window.
  return to < read.window.to || to - read.window.to >= Math.max(paceMs, rangeOf[range].periodSeconds * 1_000);
}

function joined(before: ChartsRead | null, read: ChartsRead): ChartsRead {
  if (before === null) return read;
  return {
    window: read.window,
    groups: new Set([...before.groups, ...read.groups]),
    series: [...before.series, ...read.series],
    calls: before.calls + read.calls,
    metrics: before.metrics + read.metrics,
  };
}

interface ChartsWindow {
  readonly from: number;
  readonly to: number;
}

/** Holds the series of some groups over the window of a range. */
interface ChartsRead {
  readonly window: ChartsWindow;
  readonly groups: ReadonlySet<ChartGroup>;
  readonly series: readonly Series[];
  readonly calls: number;
  readonly metrics: number;
}

interface Asked {
  readonly names: WatchedNames;
  readonly range: ChartRange;
  readonly groups: ReadonlySet<ChartGroup>;
  readonly window: ChartsWindow;
}

/** Reads in one call: CloudWatch takes one window and up to 500 metrics at a time. */
export async function readCharts(
  alarms: Pick<QueueAlarms, 'metrics'>,
  { names, range, groups, window }: Asked,
): Promise<Result<ChartsRead>> {
  const wanted = seriesWanted(groups, names);
  const { periodSeconds } = rangeOf[range];
  const read = await alarms.metrics({
    ...window,
    periodSeconds,
    queries: wanted.map(({ id, metric, statistic }) => ({ id, metric, statistic })),
  });
  if (!read.ok) return read;
  const series = wanted.map((one) => toSeries(one, read.value, { ...window, periodSeconds }));
  return ok({ window, groups, series, calls: read.value.calls, metrics: wanted.length }, read.receipt);
}

export function seriesWanted(groups: ReadonlySet<ChartGroup>, names: WatchedNames): SeriesWanted[] {
  return [...groups].flatMap((group) => seriesOfGroup(group, names));
}

function toSeries(
  wanted: SeriesWanted,
  { series }: MetricsRead,
  window: { readonly from: number; readonly to: number; readonly periodSeconds: number },
): Series {
  const { id, group, chart, label, metric, statistic, unit } = wanted;
  const found = series.get(id);
  const values = gapFilled(found?.points ?? [], window).map((value) =>
    value === null ? null : shownValue(wanted, value, window.periodSeconds),
  );
  return { id, group, chart, label, metric, statistic, unit, values, problem: found?.problem ?? null };
}

interface RunningBatches {
  /** Null means that they could not be counted. */
  readonly running: number | null;
  readonly isAtLeast: boolean;
}

const mostTenants = 12;
const atOnce = 4;

/** Counts the batches in progress: for each tenant the first page of those in status PROCESSING. */
export async function runningBatches(of: Pick<CatalogueReader, 'run'>): Promise<RunningBatches> {
  const reader = passingReader(of);
  const directory = await reader.run('extraction.tenants', {}, {});
  if (!directory.ok) return { running: null, isAtLeast: false };
  const tenants = directory.value.items.map((item) => tenantFacts(item, 'TenantInDirectory').tenantId);
  let running = 0;
  let read = 0;
  let isAtLeast = directory.value.cursor !== null || tenants.length > mostTenants;
  await inLanes(tenants.slice(0, mostTenants), atOnce, async (tenantId) => {
    const page = await reader.run('extraction.batchesByStatus', { tenantId, status: 'PROCESSING' });
    if (page.ok) {
      read += 1;
      running += itemsOfKind(page.value.items, 'Batch').own.length;
    }
    if (!page.ok || page.value.cursor !== null) isAtLeast = true;
  });
  const asked = Math.min(tenants.length, mostTenants);
  return { running: read === 0 && asked > 0 ? null : running, isAtLeast };
}
