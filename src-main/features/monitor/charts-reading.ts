import type { ChartGroup, ChartRange, Series } from '#shared/contract/monitor/charts.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { seriesOfGroup, shownValue, type SeriesWanted } from '#shared/domain/monitor/chart-series.ts';
import { gapFilled } from '#shared/domain/monitor/gap-filled.ts';
import { rangeOf, windowOf } from '#shared/domain/monitor/periods.ts';
import type { WatchedNames } from '#shared/domain/monitor/watched-names.ts';
import type { MetricsRead, QueueAlarms } from '../../aws/alarms.ts';

/** Series of some groups over the window of a range. */
export interface ChartsRead {
  readonly window: { readonly from: number; readonly to: number };
  readonly groups: ReadonlySet<ChartGroup>;
  readonly series: readonly Series[];
  readonly calls: number;
  readonly metrics: number;
}

interface Asked {
  readonly names: WatchedNames;
  readonly range: ChartRange;
  readonly groups: ReadonlySet<ChartGroup>;
  readonly asOf: number;
}

/** In one call: CloudWatch takes one window, and up to 500 metrics, at a time. */
export async function readCharts(
  alarms: Pick<QueueAlarms, 'metrics'>,
  { names, range, groups, asOf }: Asked,
): Promise<Result<ChartsRead>> {
  const wanted = seriesWanted(groups, names);
  const window = windowOf(range, asOf);
  const { periodSeconds } = rangeOf[range];
  const read = await alarms.metrics({
    ...window,
    periodSeconds,
    queries: wanted.map(({ id, metric, statistic }) => ({ id, metric, statistic })),
  });
  if (!read.ok) return read;
  const series = wanted.map((one) => seriesOf(one, read.value, { ...window, periodSeconds }));
  return ok({ window, groups, series, calls: read.value.calls, metrics: wanted.length }, read.receipt);
}

export function seriesWanted(groups: ReadonlySet<ChartGroup>, names: WatchedNames): SeriesWanted[] {
  return [...groups].flatMap((group) => seriesOfGroup(group, names));
}

function seriesOf(
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
