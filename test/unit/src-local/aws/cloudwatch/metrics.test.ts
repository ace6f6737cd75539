import {
  GetMetricDataCommand,
  GetMetricStatisticsCommand,
  ListMetricsCommand,
  PutMetricDataCommand,
  type MetricDatum,
} from '@aws-sdk/client-cloudwatch';
import { describe, expect, it } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { at, day, metricQuery, minute } from './metric-data.ts';

describe('metrics that are put', () => {
  it('are kept by minute and read by period', async () => {
    const { put, read } = aCloudWatch();
    await put(
      { Value: 4, Timestamp: at(-9.5) },
      { Value: 6, Timestamp: at(-9.1) },
      { Value: 2, Timestamp: at(-8) },
    );
    expect(await read('Average', 60)).toEqual([
      [at(-8), 2],
      [at(-10), 5],
    ]);
    expect(await read('Sum', 300)).toEqual([[at(-10), 12]]);
    expect(await read('SampleCount', 300)).toEqual([[at(-10), 3]]);
    expect(await read('Maximum', 300)).toEqual([[at(-10), 6]]);
  });

  it('take values with counts, and statistic sets', async () => {
    const { put, read } = aCloudWatch();
    await put({ Values: [1, 10, 100], Counts: [90, 9, 1], Timestamp: at(-5) });
    expect(await read('Sum', 60)).toEqual([[at(-5), 280]]);
    expect(await read('p90', 60)).toEqual([[at(-5), 1]]);
    expect(await read('p99', 60)).toEqual([[at(-5), 10]]);
    expect(await read('p99.5', 60)).toEqual([[at(-5), 100]]);

    await put({ StatisticValues: { SampleCount: 2, Sum: 30, Minimum: 5, Maximum: 25 }, Timestamp: at(-4) });
    expect(await read('Average', 60)).toContainEqual([at(-4), 15]);
    // The single values of a statistic set are unknown, so it has no percentile.
    expect(await read('p50', 60)).toEqual([[at(-5), 1]]);
  });

  it('have percentiles by nearest rank, within what was put', async () => {
    const { put, read } = aCloudWatch();
    const upTo = (count: number): number[] => Array.from({ length: count }, (_none, index) => index + 1);
    await put({ Values: upTo(100), Timestamp: at(-5) });
    expect(await read('p7', 60)).toEqual([[at(-5), 7]]);
    expect(await read('p57', 60)).toEqual([[at(-5), 57]]);
    const parts = Array.from({ length: 10 }, (_none, part) => upTo(149).map((value) => value + 149 * part));
    await put(...parts.map((Values) => ({ Values, Timestamp: at(-4) })));
    expect(await read('p100', 60)).toContainEqual([at(-4), 1490]);
    await put(...parts.map((Values) => ({ Values: Values.map((value) => value / 7), Timestamp: at(-3) })));
    expect(await read('p100', 60)).toContainEqual([at(-3), 1490 / 7]);
    expect(await read('p0', 60)).toContainEqual([at(-3), 1 / 7]);
  });

  it('are read second by second where they were put so', async () => {
    const { put, read } = aCloudWatch();
    await put(
      { Value: 1, Timestamp: at(-1), StorageResolution: 1 },
      { Value: 3, Timestamp: at(-0.5), StorageResolution: 1 },
    );
    expect(await read('Sum', 10)).toEqual([
      [at(-0.5), 3],
      [at(-1), 1],
    ]);
    expect(await read('Sum', 60)).toEqual([[at(-1), 4]]);
  });

  it.each<[string, Partial<MetricDatum>, string]>([
    ['no value', {}, 'The parameter MetricData.member.1.Value is required.'],
    [
      'two forms of value',
      { MetricName: 'M', Value: 1, StatisticValues: { SampleCount: 1, Sum: 1, Minimum: 1, Maximum: 1 } },
      'MetricData.member.1.Value and MetricData.member.1.StatisticValues are mutually exclusive',
    ],
    ['more counts than values', { MetricName: 'M', Values: [1], Counts: [1, 2] }, 'must be of the same size'],
    [
      'a time too far ahead',
      { MetricName: 'M', Value: 1, Timestamp: at(121) },
      'no more than two hours in the future',
    ],
    [
      'a time long past',
      { MetricName: 'M', Value: 1, Timestamp: new Date(startOfTime - 15 * day) },
      'within the past two weeks',
    ],
    ['a number too large', { MetricName: 'M', Value: 2 ** 361 }, 'is invalid'],
    ['a name with control characters', { MetricName: 'M\0A', Value: 1 }, 'regular expression pattern'],
    ['an unknown unit', { MetricName: 'M', Value: 1, Unit: 'Pages' as 'Count' }, 'enum value set'],
    ['a resolution of its own', { MetricName: 'M', Value: 1, StorageResolution: 30 }, 'is invalid'],
    [
      'a dimension twice',
      {
        MetricName: 'M',
        Value: 1,
        Dimensions: [
          { Name: 'A', Value: '1' },
          { Name: 'A', Value: '2' },
        ],
      },
      'must not name a dimension twice',
    ],
  ])('are refused with %s, all of them', async (_what, datum, message) => {
    const { cloudwatch } = aPocketAws();
    const good = { MetricName: 'Good', Value: 1 };
    const MetricData = [{ MetricName: 'M', ...datum }, good];
    await expect(cloudwatch.send(new PutMetricDataCommand({ Namespace: 'N', MetricData }))).rejects.toThrow(
      message,
    );
    expect((await cloudwatch.send(new ListMetricsCommand({}))).Metrics).toEqual([]);
  });

  it('are refused under AWS’s own namespaces', async () => {
    const { cloudwatch } = aPocketAws();
    const put = new PutMetricDataCommand({
      Namespace: 'AWS/SQS',
      MetricData: [{ MetricName: 'M', Value: 1 }],
    });
    await expect(cloudwatch.send(put)).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: 'The value AWS/SQS for parameter Namespace is invalid.',
    });
  });

  it('grow coarser with age, and vanish', async () => {
    const { put, readRange, clock } = aCloudWatch();
    await put({ Value: 1, Timestamp: at(-3) }, { Value: 2, Timestamp: at(-2) });
    const age = async (days: number, period: number): Promise<unknown> => {
      await clock.advance(startOfTime + days * day - clock.now());
      return readRange('Sum', period, new Date(startOfTime - day), new Date(startOfTime + day));
    };
    expect(await age(14, 60)).toEqual([
      [at(-2), 2],
      [at(-3), 1],
    ]);
    expect(await age(16, 60)).toEqual([]);
    expect(await age(16, 300)).toEqual([[at(-5), 3]]);
    expect(await age(64, 300)).toEqual([]);
    expect(await age(64, 3600)).toEqual([[at(-60), 3]]);
    expect(await age(500, 3600)).toEqual([]);
  });

  it('that stay the same take hardly any room however old they grow', async () => {
    const { aws, clock } = aPocketAws();
    const gauge = { namespace: 'AWS/X', name: 'Depth', dimensions: {}, unit: 'Count', read: () => 2 };
    aws.world.metrics.gauge(gauge);
    await clock.advance(20 * day);
    expect(aws.world.store.collection('cloudwatch/points').size).toBeLessThan(5);
  });

  it('survive being closed and opened again', async () => {
    const { aws, cloudwatch } = aPocketAws();
    const metric = {
      Namespace: 'N',
      MetricName: 'M',
      Dimensions: [{ Name: '__proto__', Value: 'constructor' }],
    };
    const datum = { MetricName: 'M', Dimensions: metric.Dimensions, Values: [1, 2], Timestamp: at(-1) };
    await cloudwatch.send(new PutMetricDataCommand({ Namespace: 'N', MetricData: [datum] }));
    expect(aws.world.store.collection('cloudwatch/points').size).toBe(1);
    expect((await cloudwatch.send(new ListMetricsCommand({}))).Metrics).toEqual([metric]);
  });
});

describe('metric statistics', () => {
  it('come with their unit, one data point for each', async () => {
    const { put, cloudwatch } = aCloudWatch();
    await put({ Value: 1, Unit: 'Count', Timestamp: at(-1) }, { Value: 5, Unit: 'Bytes', Timestamp: at(-1) });
    const ask = { Namespace: 'N', MetricName: 'M', StartTime: at(-10), EndTime: at(0), Period: 60 };
    const { Datapoints, Label } = await cloudwatch.send(
      new GetMetricStatisticsCommand({ ...ask, Statistics: ['Sum', 'Average'] }),
    );
    expect(Label).toBe('M');
    expect(Datapoints).toEqual([
      { Timestamp: at(-1), Sum: 1, Average: 1, Unit: 'Count' },
      { Timestamp: at(-1), Sum: 5, Average: 5, Unit: 'Bytes' },
    ]);
    const percentiles = new GetMetricStatisticsCommand({
      ...ask,
      ExtendedStatistics: ['p50'],
      Unit: 'Bytes',
    });
    expect((await cloudwatch.send(percentiles)).Datapoints).toEqual([
      { Timestamp: at(-1), ExtendedStatistics: { p50: 5 }, Unit: 'Bytes' },
    ]);
  });

  it('are no more than 1,440', async () => {
    const { cloudwatch } = aPocketAws();
    const ask = {
      Namespace: 'N',
      MetricName: 'M',
      StartTime: new Date(startOfTime - 2 * day),
      EndTime: at(0),
    };
    const command = new GetMetricStatisticsCommand({ ...ask, Period: 60, Statistics: ['Sum'] });
    await expect(cloudwatch.send(command)).rejects.toMatchObject({
      name: 'InvalidParameterCombinationException',
      message: expect.stringContaining('up to 2,880 datapoints, which exceeds the limit of 1,440') as string,
    });
  });
});

describe('the list of metrics', () => {
  it('is filtered, paged, and forgets metrics of two weeks ago', async () => {
    const { cloudwatch, clock } = aPocketAws();
    const many = Array.from({ length: 501 }, (_none, index) => ({
      MetricName: 'Depth',
      Value: 1,
      Dimensions: [
        { Name: 'Queue', Value: `q${index}` },
        { Name: 'Stage', Value: index % 2 ? 'odd' : 'even' },
      ],
    }));
    await cloudwatch.send(new PutMetricDataCommand({ Namespace: 'N', MetricData: many }));
    await cloudwatch.send(
      new PutMetricDataCommand({ Namespace: 'Other', MetricData: [{ MetricName: 'Depth', Value: 1 }] }),
    );
    const listed = async (input: object): Promise<number | undefined> =>
      (await cloudwatch.send(new ListMetricsCommand(input))).Metrics?.length;
    expect(await listed({ Namespace: 'Other' })).toBe(1);
    expect(await listed({ Dimensions: [{ Name: 'Stage', Value: 'odd' }] })).toBe(250);
    expect(await listed({ Dimensions: [{ Name: 'Nothing' }] })).toBe(0);
    const first = await cloudwatch.send(new ListMetricsCommand({ Namespace: 'N' }));
    expect(first.Metrics).toHaveLength(500);
    expect(await listed({ Namespace: 'N', NextToken: first.NextToken })).toBe(1);

    await clock.advance(3.5 * 60 * minute);
    expect(await listed({ RecentlyActive: 'PT3H' })).toBe(0);
    await clock.advance(15 * day);
    expect(await listed({})).toBe(0);
  });

  it('refuses a token that it did not give', async () => {
    const { cloudwatch } = aPocketAws();
    await expect(cloudwatch.send(new ListMetricsCommand({ NextToken: 'x' }))).rejects.toMatchObject({
      name: 'InvalidNextToken',
    });
  });
});

function aCloudWatch() {
  const { cloudwatch, clock } = aPocketAws();
  const readRange = async (
    stat: string,
    period: number,
    StartTime: Date,
    EndTime: Date,
  ): Promise<unknown> => {
    const MetricDataQueries = [metricQuery('q', 'N', 'M', stat, period)];
    const answer = await cloudwatch.send(new GetMetricDataCommand({ MetricDataQueries, StartTime, EndTime }));
    const [result] = answer.MetricDataResults ?? [];
    return result?.Timestamps?.map((time, index) => [time, result.Values?.[index]]);
  };
  return {
    cloudwatch,
    clock,
    readRange,
    put: (...data: Partial<MetricDatum>[]) => {
      const MetricData = data.map((datum) => ({ MetricName: 'M', ...datum }));
      return cloudwatch.send(new PutMetricDataCommand({ Namespace: 'N', MetricData }));
    },
    read: (stat: string, period: number) => readRange(stat, period, at(-10), at(0)),
  };
}
