import { useState } from 'react';
import type { Charts, ChartGroup, ChartRange } from '#shared/contract/monitor/charts.ts';
import { useWatch } from '#renderer/contract/use-watch.ts';

export interface ChartsReading {
  /** Of this range; the last ones while a further group is on its way. */
  readonly charts: Charts | undefined;
  /** Why they are not there, or old. */
  readonly failure: string | null;
}

/** The metrics of the groups that are unfolded, at the pace of the one poller. */
export function useCharts(range: ChartRange, groups: readonly ChartGroup[]): ChartsReading {
  const { value, failure } = useWatch('monitor.charts', { range, groups: [...groups] });
  const [kept, setKept] = useState<Charts | null>(null);
  const latest = value?.charts ?? null;
  if (latest !== null && latest !== kept) setKept(latest);
  const shown = latest ?? kept;
  return {
    charts: shown?.range === range ? shown : undefined,
    failure: failure?.message ?? value?.failure ?? null,
  };
}
