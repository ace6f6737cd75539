import { expect, it } from 'vitest';
import { recordEmbeddedMetrics } from '#local/host/functions/function-runtime.ts';
import type { MetricPoint } from '#local/world/world.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';

function record(line: string): readonly MetricPoint[] {
  const { world } = aPocketAws().aws;
  const points: MetricPoint[] = [];
  world.metrics.listen((point) => void points.push(point));
  recordEmbeddedMetrics(world, line);
  return points;
}

it('each value is recorded for each set of dimensions', () => {
  const directive = {
    Namespace: 'Autowired',
    Dimensions: [['Tenant'], ['Tenant', 'Stage']],
    Metrics: [{ Name: 'Reads', Unit: 'Count' }, { Name: 'Missing' }],
  };
  const line = { _aws: { CloudWatchMetrics: [directive] }, Tenant: 't', Stage: 's', Reads: [1, 2] };
  const points = record(JSON.stringify(line));
  expect(points.map(({ dimensions, value }) => [dimensions, value])).toEqual([
    [{ Tenant: 't' }, 1],
    [{ Tenant: 't' }, 2],
    [{ Tenant: 't', Stage: 's' }, 1],
    [{ Tenant: 't', Stage: 's' }, 2],
  ]);
  expect(points[0]).toMatchObject({
    namespace: 'Autowired',
    name: 'Reads',
    unit: 'Count',
    time: startOfTime,
  });
});

it('a metric may have no dimensions', () => {
  const directive = { Namespace: 'Autowired', Dimensions: [], Metrics: [{ Name: 'Reads' }] };
  const [point] = record(JSON.stringify({ _aws: { CloudWatchMetrics: [directive] }, Reads: 4 }));
  expect(point).toMatchObject({ dimensions: {}, value: 4, unit: 'None' });
});

it.each(['plain text', '{"_aws": broken', '{"_aws":{}}', '"_aws"', 'null'])('%s is only a line', (line) => {
  expect(record(line)).toEqual([]);
});
