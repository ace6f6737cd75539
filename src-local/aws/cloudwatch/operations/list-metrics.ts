import { list, required, string, structure } from '../../protocol/shapes.ts';
import { operation } from '../cloud-watch-engine.ts';
import { keyOf, metricNameShape, namespaceShape, type Metric } from '../metrics/metric.ts';
import { pageOf } from '../page-token.ts';

const hour = 3_600_000;
const pageSize = 500;

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_ListMetrics.html */
export const listMetrics = operation({
  name: 'ListMetrics',
  input: structure({
    Namespace: namespaceShape,
    MetricName: metricNameShape,
    Dimensions: list(
      structure({ Name: required(string({ min: 1, max: 255 })), Value: string({ min: 1, max: 1_024 }) }),
      { max: 10 },
    ),
    RecentlyActive: string({ oneOf: ['PT3H'] }),
    NextToken: string(),
  }),
  run({ world, metrics }, { Namespace, MetricName, Dimensions = [], RecentlyActive, NextToken }) {
    const now = world.clock.now();
    metrics.age(now);
    // "Metrics that have not had any new data points in the past two weeks do not appear."
    const since = now - (RecentlyActive ? 3 : 14 * 24) * hour;
    const found: Metric[] = [];
    for (const [series, ...others] of metrics.all()) {
      if (!series || ![series, ...others].some(({ lastTime = 0 }) => lastTime >= since)) continue;
      const { metric } = series;
      if (Namespace !== undefined && metric.Namespace !== Namespace) continue;
      if (MetricName !== undefined && metric.MetricName !== MetricName) continue;
      if (Dimensions.every((filter) => hasDimension(metric, filter))) found.push(metric);
    }
    found.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    const { page, ...more } = pageOf(found, keyOf, pageSize, NextToken);
    return { Metrics: page, ...more };
  },
});

function hasDimension(metric: Metric, { Name, Value }: { Name: string; Value?: string }): boolean {
  return metric.Dimensions.some(
    (dimension) => dimension.Name === Name && (Value === undefined || dimension.Value === Value),
  );
}
