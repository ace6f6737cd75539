import type { PollBudget } from '#shared/contract/monitor/poller.ts';
import type { ChartRange } from '#shared/contract/monitor/charts.ts';
import { rangeOf } from '#shared/domain/monitor/periods.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { usdFor } from '#shared/pricing/usd-for.ts';

export interface Asking {
  /** In each look. */
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
 * What thirty days of looking would cost in CloudWatch, as it is asked for now: metrics are charged, alarms are listed
 * free. The batches in work, which the charts of throughput count with a query of a table for each tenant, are left out:
 * they go by how many tenants there are.
 */
export function pollBudget(asking: Asking, seconds: number, book: PriceBook): PollBudget {
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
