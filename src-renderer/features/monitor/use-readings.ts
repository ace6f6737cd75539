import { useState } from 'react';
import { useMonitor } from '#renderer/contract/monitor-provider.tsx';
import { useWatch } from '#renderer/contract/use-operation.ts';
import { useNow } from '#renderer/ui/relative-time.tsx';
import type { ChartGroup, ChartRange, Charts, Monitor } from '#shared/contract/monitor.ts';
import type { Receipt } from '#shared/contract/result.ts';
import { counted } from '#shared/domain/formatting.ts';
import { lookTrouble } from './monitor-messages.ts';
import type { MonitorAddress } from './monitor-address.ts';

interface Readings {
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

interface ChartsReading {
  /** Of this range; the last ones while a further group is on its way. */
  readonly charts: Charts | undefined;
  /** Why they are not there, or old. */
  readonly failure: string | null;
}

/** The metrics of the groups that are unfolded, at the pace of the one poller. */
function useCharts(range: ChartRange, groups: readonly ChartGroup[]): ChartsReading {
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

/** CloudWatch has no read units; what a look takes is calls and metrics, and the receipts' names say how many. */
export function pollerReceipt({ poller, alarms, deadLetters, readAt }: Monitor): Receipt | undefined {
  if (poller.lastAt === null) return undefined;
  return receipt(
    `DescribeAlarms and depths, ${counted(poller.looks, 'look')}`,
    poller.calls,
    (alarms?.length ?? 0) + (deadLetters?.length ?? 0),
    // A look that failed makes nothing younger.
    readAt ?? poller.lastAt,
  );
}

export function chartsReceipt({ calls, metrics, readAt }: Charts): Receipt {
  return receipt(
    `GetMetricData, ${counted(metrics, 'metric')}, ${counted(calls, 'call')}`,
    calls,
    metrics,
    readAt,
  );
}

function receipt(pattern: string, pages: number, items: number, asOf: string): Receipt {
  return { pattern, index: 'CloudWatch', pages, items, rru: 0, bytes: 0, ms: 0, asOf };
}

/**
 * What time it is by the clock that stamped what is shown: a computer's clock may be wrong, and a sandbox may have been
 * moved. A few seconds are the way of an answer, and no difference.
 */
export function awsTime(monitor: Pick<Monitor, 'aheadMs'> | undefined, now: number): number {
  const ahead = monitor?.aheadMs ?? 0;
  return Math.abs(ahead) <= toleranceMs ? now : now + ahead;
}

const toleranceMs = 5_000;
