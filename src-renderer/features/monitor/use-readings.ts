import { useState } from 'react';
import { useMonitor } from '#renderer/contract/monitor-provider.tsx';
import { useWatch } from '#renderer/contract/use-operation.ts';
import { useNow } from '#renderer/ui/relative-time.tsx';
import type { ChartGroup, ChartRange, Charts, Monitor } from '#shared/contract/monitor.ts';
import type { Receipt } from '#shared/contract/result.ts';
import { counted } from '#shared/domain/formatting.ts';
import { describeLookTrouble } from './messages.ts';
import type { MonitorAddress } from './address.ts';

interface Readings {
  readonly monitor: Monitor | undefined;
  readonly charts: Charts | undefined;
  /** The reason why some of the data is missing or old. */
  readonly trouble: string | null;
  /** The time by this computer's clock, which stamps readings. */
  readonly here: number;
  /** The time by AWS's clock, which stamps the data. */
  readonly now: number;
}

/** Returns the results of the poller and the charts that are unfolded here. */
export function useReadings({ range, open }: MonitorAddress): Readings {
  const { value: monitor, failure } = useMonitor();
  const read = useCharts(range, open);
  const trouble = failure?.message ?? (monitor && describeLookTrouble(monitor)) ?? read.failure;
  const here = useNow(10_000);
  return { monitor, charts: read.charts, trouble, here, now: computeAwsTime(monitor, here) };
}

interface ChartsReading {
  /** The charts of this range. The previous ones stay while a further group is loading. */
  readonly charts: Charts | undefined;
  /** The reason why the charts are missing or old. */
  readonly failure: string | null;
}

/** Reads the metrics of the unfolded groups at the pace of the poller. */
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

/**
 * CloudWatch has no read units. A look consists of calls and metrics, so the names of its receipts give their
 * numbers.
 */
export function toPollerReceipt({ poller, alarms, deadLetters, readAt }: Monitor): Receipt | undefined {
  if (poller.lastAt === null) return undefined;
  return toReceipt(
    `DescribeAlarms and depths, ${counted(poller.looks, 'check')}`,
    poller.calls,
    (alarms?.length ?? 0) + (deadLetters?.length ?? 0),
    // A failed look does not make the data newer.
    readAt ?? poller.lastAt,
  );
}

export function toChartsReceipt({ calls, metrics, readAt }: Charts): Receipt {
  return toReceipt(
    `GetMetricData, ${counted(metrics, 'metric')}, ${counted(calls, 'call')}`,
    calls,
    metrics,
    readAt,
  );
}

function toReceipt(pattern: string, pages: number, items: number, asOf: string): Receipt {
  return { pattern, index: 'CloudWatch', pages, items, rru: 0, bytes: 0, ms: 0, asOf };
}

/**
 * Returns the time by the clock that stamped the data, because a computer's clock may be wrong and a sandbox
 * may have been moved. A few seconds of difference are the latency of the answer.
 */
export function computeAwsTime(monitor: Pick<Monitor, 'aheadMs'> | undefined, now: number): number {
  const ahead = monitor?.aheadMs ?? 0;
  return Math.abs(ahead) <= toleranceMs ? now : now + ahead;
}

const toleranceMs = 5_000;
