import type { Charts } from '#shared/contract/monitor/charts.ts';
import type { Monitor } from '#shared/contract/monitor/poller.ts';
import { useMonitor } from '#renderer/contract/use-monitor.ts';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { awsTime } from './aws-time.ts';
import { useCharts } from './charts/use-charts.ts';
import { lookTrouble } from './look-trouble.ts';
import type { MonitorAddress } from './monitor-address.ts';

export interface Readings {
  readonly monitor: Monitor | undefined;
  readonly charts: Charts | undefined;
  /** Why something of it is missing or old. */
  readonly trouble: string | null;
  /** By this computer's clock, which says when something was read. */
  readonly here: number;
  /** By AWS's, which stamps what was read. */
  readonly now: number;
}

/** What the one poller has seen, with the charts that are unfolded here. */
export function useReadings({ range, open }: MonitorAddress): Readings {
  const { value: monitor, failure } = useMonitor();
  const read = useCharts(range, open);
  const trouble = failure?.message ?? (monitor && lookTrouble(monitor)) ?? read.failure;
  const here = useNow(10_000);
  return { monitor, charts: read.charts, trouble, here, now: awsTime(monitor, here) };
}
