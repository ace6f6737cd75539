import type { World } from '../../world/world.ts';

interface EmbeddedMetrics {
  readonly _aws: {
    readonly Timestamp?: number;
    readonly CloudWatchMetrics: readonly {
      readonly Namespace: string;
      readonly Dimensions: readonly (readonly string[])[];
      readonly Metrics: readonly { readonly Name: string; readonly Unit?: string }[];
    }[];
  };
  readonly [name: string]: unknown;
}

/**
 * Finds metrics in a line of a function's log, as CloudWatch does.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function recordEmbeddedMetrics({ metrics, clock }: World, line: string): void {
  const found = parseLine(line);
  if (!found) return;
  const time = found._aws.Timestamp ?? clock.now();
  for (const { Namespace, Dimensions, Metrics } of found._aws.CloudWatchMetrics) {
    for (const { Name, Unit = 'None' } of Metrics) {
      const given = found[Name];
      const values = (Array.isArray(given) ? given : [given]).filter((one) => typeof one === 'number');
      for (const names of Dimensions.length === 0 ? [[]] : Dimensions) {
        const dimensions = Object.fromEntries(names.map((name) => [name, String(found[name])]));
        for (const value of values) {
          metrics.record({ namespace: Namespace, name: Name, dimensions, unit: Unit, value, time });
        }
      }
    }
  }
}

function parseLine(line: string): EmbeddedMetrics | undefined {
  if (!line.includes('"_aws"')) return undefined;
  try {
    const parsed = JSON.parse(line) as Partial<EmbeddedMetrics> | null;
    return Array.isArray(parsed?._aws?.CloudWatchMetrics) ? (parsed as EmbeddedMetrics) : undefined;
  } catch {
    return undefined;
  }
}
