import { GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { describe, expect, it } from 'vitest';
import { contract, type OutputOf } from '#shared/contract/contract.ts';
import { chartGroups } from '#shared/contract/monitor.ts';
import { chartsOfGroups } from '#shared/domain/monitor/charts-of-group.ts';
import { aMonitorDesk } from './a-monitor-desk.ts';

const patient = { timeout: 120_000 };
const hour = 3_600_000;

type Charts = NonNullable<OutputOf<'monitor.charts'>['charts']>;

async function read() {
  const desk = await aMonitorDesk();
  desk.watch(true);
  const { seen } = desk.charts({ range: '14d', groups: [...chartGroups] });
  await desk.look();
  const last = seen.at(-1);
  contract['monitor.charts'].output.parse(last);
  if (!last?.charts) throw new Error(last?.failure ?? 'Nothing was read.');
  return { desk, charts: last.charts };
}

function sumPoints(charts: Charts, id: string): number {
  const { values = [] } = charts.series.find((one) => one.id === id) ?? {};
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

describe('charts of two weeks', patient, () => {
  it('show the figures that CloudWatch itself sums up, with gaps where it has none', async () => {
    const { desk, charts } = await read();
    expect(desk.asked().filter((one) => one === 'GetMetricData')).toHaveLength(2);
    expect(charts.series.every(({ values }) => values.length === 14 * 24)).toBe(true);
    for (const id of ['executions/Started', 'documents/Succeeded', 'errors/Document processor']) {
      const { metric, values } = charts.series.find((one) => one.id === id) ?? {};
      if (metric === undefined || values === undefined) throw new Error(`There is no ${id}.`);
      const { Datapoints = [] } = await desk.world.cloudwatch.send(
        new GetMetricStatisticsCommand({
          Namespace: metric.namespace,
          MetricName: metric.name,
          Dimensions: Object.entries(metric.dimensions).map(([Name, Value]) => ({ Name, Value })),
          StartTime: new Date(charts.from),
          EndTime: new Date(charts.to),
          Period: 3_600,
          Statistics: ['Sum'],
        }),
      );
      expect(values.filter((value) => value !== null)).toHaveLength(Datapoints.length);
      for (const { Timestamp, Sum } of Datapoints) {
        expect(values[((Timestamp?.getTime() ?? 0) - Date.parse(charts.from)) / hour]).toBe(Sum);
      }
      expect(Datapoints.length).toBeGreaterThan(0);
      expect(values).toContain(null);
    }
  });

  it('have lines in each chart, and agree with one another', async () => {
    const { charts } = await read();
    expect(new Set(charts.series.map(({ chart }) => chart))).toEqual(
      new Set(chartsOfGroups.map(({ id }) => id)),
    );
    expect(new Set(charts.series.map(({ id }) => id)).size).toBe(charts.series.length);
    const ended =
      sumPoints(charts, 'documents/Succeeded') +
      sumPoints(charts, 'documents/For review') +
      sumPoints(charts, 'documents/Failed');
    expect(ended).toBeGreaterThan(1_000);
    const started = sumPoints(charts, 'executions/Started');
    const over = ['Succeeded', 'Failed', 'Timed out', 'Stopped'].map((how) =>
      sumPoints(charts, `executions/${how}`),
    );
    expect(over.reduce((sum, one) => sum + one, 0)).toBe(started);
    // A batch runs ten workers at once, so the busy workers derived from Lambda's durations stay below the
    // maximum for that many batches.
    const busy = charts.series.find(({ id }) => id === 'workers/Busy workers')?.values ?? [];
    const most = busy.reduce<number>((top, value) => Math.max(top, value ?? 0), 0);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(charts.throughput.maxConcurrency * 10);
    expect(charts.throughput).toMatchObject({ maxConcurrency: 10, isAtLeast: false });
  });
});
