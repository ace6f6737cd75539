import type { Charts } from '#shared/contract/monitor/charts.ts';
import type { Monitor } from '#shared/contract/monitor/poller.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import { counted } from '#shared/domain/grouped-number.ts';

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
