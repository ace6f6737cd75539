import {
  GetMetricDataCommand,
  PutMetricDataCommand,
  type MetricDataQuery,
  type MetricDatum,
} from '@aws-sdk/client-cloudwatch';
import { describe, expect, it } from 'vitest';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { at, metricQuery } from './metric-data.ts';

describe('metric math', () => {
  it.each<[string, unknown[]]>([
    [
      'a + b',
      [
        [at(-2), 22],
        [at(-3), 11],
      ],
    ],
    [
      'a * 2 - 1',
      [
        [at(-1), 5],
        [at(-2), 3],
        [at(-3), 1],
      ],
    ],
    [
      '-(a + 1) / 2',
      [
        [at(-1), -2],
        [at(-2), -1.5],
        [at(-3), -1],
      ],
    ],
    ['a / (b - 10)', [[at(-2), 0.2]]],
    [
      'e0 + 1',
      [
        [at(-2), 32],
        [at(-3), 21],
      ],
    ],
  ])('%s', async (Expression, expected) => {
    const { evaluate } = await aPairOfMetrics();
    const { MetricDataResults } = await evaluate([{ Id: 'result', Expression }]);
    const [result] = MetricDataResults ?? [];
    expect(result).toMatchObject({ Id: 'result', Label: 'result', StatusCode: 'Complete' });
    expect(result?.Timestamps?.map((time, index) => [time, result.Values?.[index]])).toEqual(expected);
  });

  it.each([
    ['a +', 'The expression ends too early'],
    ['a ? b', 'Unexpected character'],
    ['c + 1', "The id 'c' is not defined"],
    ['result + 1', 'refers to itself'],
    ['a ^ 2', 'Unexpected character'],
    ['1 + 1', 'The expression uses no metric'],
    ['ANOMALY_DETECTION_BAND(a)', 'The function ANOMALY_DETECTION_BAND is not supported here'],
    ['FILL(a, 0)', 'The function FILL is not supported here'],
    ['SELECT AVG(x) FROM y', 'Metrics Insights queries are not supported'],
    [`${'('.repeat(200)}a`, 'Nested too deeply'],
  ])('%s is refused', async (Expression, message) => {
    const { evaluate } = await aPairOfMetrics();
    const answer = evaluate([{ Id: 'result', Expression }]);
    await expect(answer).rejects.toThrow(message);
    await expect(answer).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it("refuses another operation's token", async () => {
    const { evaluate } = await aPairOfMetrics();
    const NextToken = Buffer.from('["name"]').toString('base64url');
    await expect(evaluate([], { NextToken, ReturnAll: true })).rejects.toMatchObject({
      name: 'InvalidNextToken',
    });
  });

  it('answers with pages that no newer data moves', async () => {
    const { evaluate, cloudwatch } = await aPairOfMetrics();
    const ask = (NextToken?: string) =>
      evaluate([{ Id: 'result', Expression: 'a + 0' }], {
        MaxDatapoints: 2,
        ReturnAll: true,
        ...(NextToken ? { NextToken } : {}),
      });
    const first = await ask();
    expect(first.MetricDataResults?.map(({ Values, StatusCode }) => [Values, StatusCode])).toEqual([
      [[3, 2], 'PartialData'],
      [[], 'PartialData'],
      [[], 'PartialData'],
      [[], 'PartialData'],
    ]);
    await cloudwatch.send(
      new PutMetricDataCommand({
        Namespace: 'N',
        MetricData: [{ MetricName: 'A', Value: 9, Timestamp: at(-0.5) }],
      }),
    );
    const seen: unknown[] = [];
    for (let page = first; ; page = await ask(page.NextToken)) {
      seen.push(
        ...(page.MetricDataResults ?? []).flatMap(({ Id, Values = [] }) =>
          Values.map((value) => [Id, value]),
        ),
      );
      if (page.NextToken === undefined) break;
    }
    expect(seen.slice(0, 5)).toEqual([
      ['a', 3],
      ['a', 2],
      ['a', 1],
      ['b', 20],
      ['b', 10],
    ]);
  });
});

async function aPairOfMetrics() {
  const { cloudwatch } = aPocketAws();
  const datum = (MetricName: string, Value: number, minutes: number): MetricDatum => ({
    MetricName,
    Value,
    Timestamp: at(minutes),
  });
  const MetricData = [
    datum('A', 1, -3),
    datum('A', 2, -2),
    datum('A', 3, -1),
    datum('B', 10, -3),
    datum('B', 20, -2),
  ];
  await cloudwatch.send(new PutMetricDataCommand({ Namespace: 'N', MetricData }));
  return {
    cloudwatch,
    evaluate: (
      queries: MetricDataQuery[],
      {
        ReturnAll = false,
        ...more
      }: { ReturnAll?: boolean; MaxDatapoints?: number; NextToken?: string } = {},
    ) => {
      const ReturnData = ReturnAll;
      const MetricDataQueries = [
        { ...metricQuery('a', 'N', 'A', 'Sum', 60), ReturnData },
        { ...metricQuery('b', 'N', 'B', 'Sum', 60), ReturnData },
        { Id: 'e0', Expression: 'a + b + 9', ReturnData },
        ...queries,
      ];
      return cloudwatch.send(
        new GetMetricDataCommand({ MetricDataQueries, StartTime: at(-4), EndTime: at(0), ...more }),
      );
    },
  };
}
