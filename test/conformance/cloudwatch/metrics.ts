import assert from 'node:assert/strict';
import { ListMetricsCommand, PutMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { aNamespace, minute } from './a-metric.ts';
import { pages } from './pages.ts';

const statistics: readonly [stat: string, value: number][] = [
  ['Sum', 30],
  ['Average', 7.5],
  ['Minimum', 1],
  ['Maximum', 20],
  ['SampleCount', 4],
  ['p50', 4.5],
];

export const metrics: readonly Assertion[] = [
  ...statistics.map(([stat, value]): Assertion => ({
    id: `cloudwatch.statistic.${stat}`,
    says: `${stat} of 1, 3, 6 and 20 in one period is ${value}${stat === 'p50' ? ', about' : ''}.`,
    doc: pages.concepts,
    async run(aws, tools) {
      const space = aNamespace(aws, tools);
      await space.put(...[1, 3, 6, 20].map((each) => space.value('Load', each, 1)));
      const [found] = await tools.eventually(
        () => space.data([space.metric('m', 'Load', stat)]),
        ([result]) => (result?.Values?.length ?? 0) > 0,
      );
      assert.equal(found?.Values?.length, 1);
      const [seen = Number.NaN] = found.Values;
      // Percentiles are estimated from buckets with a width of about one in a hundred.
      assert.ok(stat === 'p50' ? seen >= 2.9 && seen <= 6.1 : seen === value, `${stat} is ${seen}`);
      assert.deepEqual(found.Timestamps, [space.at(1)]);
    },
  })),
  {
    id: 'cloudwatch.data.periods',
    says: 'Each period has its own value at its beginning; periods without data have none.',
    doc: pages.api('GetMetricData'),
    async run(aws, tools) {
      const space = aNamespace(aws, tools);
      await space.put(space.value('Load', 1, 1), space.value('Load', 2, 1), space.value('Load', 5, 4));
      const [found] = await tools.eventually(
        () => space.data([space.metric('m', 'Load', 'Sum')]),
        ([result]) => result?.Values?.length === 2,
      );
      assert.deepEqual(found?.Values, [3, 5]);
      assert.deepEqual(found.Timestamps, [space.at(1), space.at(4)]);
      assert.equal(found.StatusCode, 'Complete');
    },
  },
  {
    id: 'cloudwatch.data.order',
    says: 'The latest value comes first unless the earliest is asked for.',
    doc: pages.api('GetMetricData'),
    async run(aws, tools) {
      const space = aNamespace(aws, tools);
      await space.put(space.value('Load', 1, 1), space.value('Load', 2, 2));
      const [found] = await tools.eventually(
        () => space.data([space.metric('m', 'Load', 'Sum')], { ScanBy: 'TimestampDescending' }),
        ([result]) => result?.Values?.length === 2,
      );
      assert.deepEqual(found?.Values, [2, 1]);
    },
  },
  {
    id: 'cloudwatch.data.longer-period',
    says: 'A longer period takes together what falls into it.',
    doc: pages.concepts,
    async run(aws, tools) {
      const space = aNamespace(aws, tools);
      const base = Math.ceil(space.at(0).getTime() / (5 * minute)) * 5 * minute;
      const at = (minutes: number, as = 'Timestamp') => ({ [as]: new Date(base + minutes * minute) });
      const values = [
        space.value('Load', 1, 0, at(0)),
        space.value('Load', 2, 0, at(4)),
        space.value('Load', 4, 0, at(5)),
      ];
      await space.put(...values);
      const Metric = { Namespace: space.name, MetricName: 'Load' };
      const [found] = await tools.eventually(
        () => space.data([{ Id: 'm', MetricStat: { Metric, Period: 300, Stat: 'Sum' } }], at(0, 'StartTime')),
        ([result]) => result?.Values?.length === 2,
      );
      assert.deepEqual(found?.Values, [3, 4]);
      assert.deepEqual(found.Timestamps, [new Date(base), new Date(base + 5 * minute)]);
    },
  },
  {
    id: 'cloudwatch.data.dimensions',
    says: 'A metric is its name with exactly its dimensions: other dimensions are another metric.',
    doc: pages.concepts,
    async run(aws, tools) {
      const space = aNamespace(aws, tools);
      const red = { Dimensions: [{ Name: 'Team', Value: 'red' }] };
      await space.put(space.value('Load', 1, 1), space.value('Load', 10, 1, red));
      const queries = [
        space.metric('bare', 'Load', 'Sum'),
        {
          Id: 'red',
          MetricStat: {
            Metric: { Namespace: space.name, MetricName: 'Load', ...red },
            Period: 60,
            Stat: 'Sum',
          },
        },
      ];
      const found = await tools.eventually(
        () => space.data(queries),
        (results) => results.every(({ Values }) => Values?.length === 1),
      );
      assert.deepEqual(
        found.map(({ Id, Values }) => [Id, Values]),
        [
          ['bare', [1]],
          ['red', [10]],
        ],
      );
    },
  },
  {
    id: 'cloudwatch.data.values-and-counts',
    says: 'A datum may hold many values with how often each was seen, or a set of statistics.',
    doc: pages.api('MetricDatum'),
    async run(aws, tools) {
      const space = aNamespace(aws, tools);
      const Timestamp = space.at(1, 5);
      const StatisticValues = { SampleCount: 2, Sum: 10, Minimum: 3, Maximum: 7 };
      await space.put(
        { MetricName: 'Load', Timestamp, Values: [1, 2], Counts: [3, 1] },
        { MetricName: 'Load', Timestamp, StatisticValues },
      );
      const stats = ['Sum', 'SampleCount', 'Maximum', 'Minimum'];
      const found = await tools.eventually(
        () => space.data(stats.map((stat) => space.metric(stat.toLowerCase(), 'Load', stat))),
        ([sum]) => sum?.Values?.length === 1,
      );
      assert.deepEqual(
        found.map(({ Values }) => Values?.[0]),
        [15, 6, 7, 1],
      );
    },
  },
  {
    id: 'cloudwatch.data.math',
    says: 'An expression computes with other queries, period by period; what is not to be returned is not.',
    doc: pages.math,
    async run(aws, tools) {
      const space = aNamespace(aws, tools);
      await space.put(
        space.value('Bad', 1, 1),
        space.value('All', 4, 1),
        space.value('Bad', 3, 2),
        space.value('All', 6, 2),
      );
      const hidden = { ReturnData: false };
      const queries = [
        space.metric('bad', 'Bad', 'Sum', hidden),
        space.metric('all', 'All', 'Sum', hidden),
        { Id: 'rate', Expression: '100 * bad / all', Label: 'Rate' },
      ];
      const found = await tools.eventually(
        () => space.data(queries),
        ([rate]) => rate?.Values?.length === 2,
      );
      assert.deepEqual(
        found.map(({ Id, Label, Values }) => [Id, Label, Values]),
        [['rate', 'Rate', [25, 50]]],
      );
    },
  },
  {
    id: 'cloudwatch.data.refused',
    says: 'A query without id, with a malformed id, or of a metric that an expression does not find is refused.',
    doc: pages.api('MetricDataQuery'),
    async run(aws, tools) {
      const space = aNamespace(aws, tools);
      const refusal = /^(?:Validation|InvalidParameter|MissingParameter)/;
      await refuses(space.data([space.metric('Upper', 'Load', 'Sum')]), refusal);
      await refuses(space.data([{ Id: 'e', Expression: 'unknown + 1' }]), refusal);
      const twins = [space.metric('m', 'Load', 'Sum'), space.metric('m', 'Load', 'Average')];
      await refuses(space.data(twins), refusal);
    },
  },
  {
    id: 'cloudwatch.data.end-before-start',
    says: 'A range that ends before it starts is refused.',
    doc: pages.api('GetMetricData'),
    async run(aws, tools) {
      const space = aNamespace(aws, tools);
      const turned = { StartTime: space.at(9), EndTime: space.at(1) };
      const call = space.data([space.metric('m', 'Load', 'Sum')], turned);
      await refuses(call, /^(?:Validation|InvalidParameter)/);
    },
  },
  {
    id: 'cloudwatch.list.by-name-and-dimension',
    says: 'ListMetrics finds by namespace, name and dimensions.',
    doc: pages.api('ListMetrics'),
    async run(aws, tools) {
      const space = aNamespace(aws, tools);
      const of = (Value: string) => ({ Dimensions: [{ Name: 'Team', Value }] });
      await space.put(
        space.value('Load', 1, 1, of('red')),
        space.value('Load', 1, 1, of('blue')),
        space.value('Other', 1, 1, of('red')),
      );
      const list = async (more: object) => {
        const call = new ListMetricsCommand({ Namespace: space.name, ...more });
        const { Metrics = [] } = await aws.cloudwatch.send(call);
        return Metrics.map(
          ({ MetricName, Dimensions }) => `${MetricName}/${Dimensions?.[0]?.Value}`,
        ).toSorted();
      };
      const all = await tools.eventually(
        () => list({}),
        ({ length }) => length === 3,
      );
      assert.deepEqual(all, ['Load/blue', 'Load/red', 'Other/red']);
      assert.deepEqual(await list({ MetricName: 'Load' }), ['Load/blue', 'Load/red']);
      assert.deepEqual(await list(of('red')), ['Load/red', 'Other/red']);
      assert.deepEqual(await list({ Dimensions: [{ Name: 'Team' }] }), [
        'Load/blue',
        'Load/red',
        'Other/red',
      ]);
      assert.deepEqual(await list({ Dimensions: [{ Name: 'Colour' }] }), []);
    },
  },
  {
    id: 'cloudwatch.put.refused',
    says: 'Data for a namespace of AWS, without value, or of no number is refused.',
    doc: pages.api('PutMetricData'),
    async run(aws, tools) {
      const space = aNamespace(aws, tools);
      const refusal = /^(?:Validation|InvalidParameter|MissingParameter|MissingRequiredParameter)/;
      await refuses(space.put({ MetricName: 'Load', Value: 1, Values: [2] }), refusal);
      await refuses(space.put({ MetricName: 'Load', Values: [1, 2], Counts: [1] }), refusal);
      const own = new PutMetricDataCommand({
        Namespace: 'AWS/SQS',
        MetricData: [{ MetricName: 'Load', Value: 1 }],
      });
      await refuses(aws.cloudwatch.send(own), refusal);
    },
  },
  {
    id: 'cloudwatch.put.too-old',
    says: 'Data of more than two weeks ago or of more than two hours ahead is refused.',
    doc: pages.api('PutMetricData'),
    async run(aws, tools) {
      const space = aNamespace(aws, tools);
      const at = (ms: number) => ({ MetricName: 'Load', Value: 1, Timestamp: new Date(tools.now() + ms) });
      const refusal = /^(?:Validation|InvalidParameter)/;
      await refuses(space.put(at(-15 * 86_400_000)), refusal);
      await refuses(space.put(at(3 * 3_600_000)), refusal);
      await space.put(at(-13 * 86_400_000), at(3_600_000));
    },
  },
];
