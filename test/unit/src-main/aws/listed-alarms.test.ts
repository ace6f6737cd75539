import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aQueueService, bad, good } from './a-queue-service.ts';

const onDepth = {
  AlarmName: 'letters-not-empty',
  AlarmDescription: 'There are dead letters.',
  StateValue: 'ALARM',
  StateReason: 'Threshold Crossed',
  StateTransitionedTimestamp: 1_763_640_000,
  // AWS updates this time even if only the reason has changed, so it shows no change of state.
  StateUpdatedTimestamp: 1_763_640_600,
  Namespace: 'AWS/SQS',
  MetricName: 'ApproximateNumberOfMessagesVisible',
  Dimensions: [{ Name: 'QueueName', Value: 'letters' }],
  Statistic: 'Maximum',
  Period: 60,
  EvaluationPeriods: 3,
  DatapointsToAlarm: 2,
  Threshold: 0,
  ComparisonOperator: 'GreaterThanThreshold',
  ActionsEnabled: true,
  AlarmActions: ['arn:aws:sns:local:000000000000:pagers'],
};

async function listed(...MetricAlarms: object[]) {
  const { alarms } = aQueueService({ DescribeAlarms: [good({ MetricAlarms })] });
  return valueOf(await alarms.list()).alarms;
}

describe('the list of alarms', () => {
  it('shows what each watches, since when it has its state, and what makes it fire', async () => {
    expect(await listed(onDepth)).toEqual([
      {
        name: 'letters-not-empty',
        description: 'There are dead letters.',
        state: 'ALARM',
        reason: 'Threshold Crossed',
        since: '2025-11-20T12:00:00.000Z',
        metric: {
          namespace: 'AWS/SQS',
          name: 'ApproximateNumberOfMessagesVisible',
          dimensions: { QueueName: 'letters' },
        },
        rule: 'Maximum greater than 0, in 2 of 3 periods of 60 s',
        hasActions: true,
        onFirst: true,
      },
    ]);
  });

  it('leaves missing values out', async () => {
    expect(await listed({ AlarmName: 'over-an-expression', Metrics: [] })).toEqual([
      {
        name: 'over-an-expression',
        description: null,
        state: 'INSUFFICIENT_DATA',
        reason: null,
        since: null,
        metric: null,
        rule: null,
        hasActions: false,
        onFirst: false,
      },
    ]);
  });

  it.each([
    [{ ActionsEnabled: false }, false],
    [{ AlarmActions: [] }, false],
    [{ AlarmActions: [], OKActions: ['arn'] }, true],
  ])('shows for %j whether it has actions: %s', async (change, hasActions) => {
    expect(await listed({ ...onDepth, ...change })).toMatchObject([{ hasActions }]);
  });

  it.each([
    ['GreaterThanThreshold', 0, 'Maximum greater than 0', true],
    ['GreaterThanThreshold', 1, 'Maximum greater than 1', false],
    ['GreaterThanOrEqualToThreshold', 1, 'Maximum at least 1', true],
    ['GreaterThanOrEqualToThreshold', 2, 'Maximum at least 2', false],
    ['LessThanThreshold', 1, 'Maximum less than 1', false],
    ['LessThanOrEqualToThreshold', 0, 'Maximum at most 0', false],
  ])('with %s %d is "%s", by the first message: %s', async (ComparisonOperator, Threshold, rule, onFirst) => {
    const [alarm] = await listed({ ...onDepth, ComparisonOperator, Threshold });
    expect(alarm?.rule).toBe(`${rule}, in 2 of 3 periods of 60 s`);
    expect(alarm?.onFirst).toBe(onFirst);
  });

  it('reads all pages, and says where it stops', async () => {
    const two = aQueueService({
      DescribeAlarms: [
        good({ MetricAlarms: [onDepth], NextToken: 'more' }),
        good({ MetricAlarms: [onDepth] }),
      ],
    });
    expect(valueOf(await two.alarms.list())).toMatchObject({ alarms: [{}, {}], isAll: true, calls: 2 });
    const endless = aQueueService({ DescribeAlarms: [good({ MetricAlarms: [onDepth], NextToken: 'more' })] });
    const cut = await endless.alarms.list();
    expect(valueOf(cut)).toMatchObject({ isAll: false, calls: 10 });
    expect(cut).toMatchObject({ receipt: { pattern: 'CloudWatch: DescribeAlarms', pages: 10 } });
  });

  it('uses this machine’s time if the answer has no date', async () => {
    const { alarms } = aQueueService({ DescribeAlarms: [good({ MetricAlarms: [] })] });
    expect(valueOf(await alarms.list()).asOf).toBe(Date.parse('2026-11-20T14:42:00.000Z'));
  });
});

describe('the history of an alarm', () => {
  const change = (data: object | string) => ({
    AlarmName: 'a',
    Timestamp: 1_763_640_000,
    HistoryItemType: 'StateUpdate',
    HistorySummary: 'Alarm updated from OK to ALARM',
    HistoryData: typeof data === 'string' ? data : JSON.stringify(data),
  });

  async function changes(...AlarmHistoryItems: object[]) {
    const { alarms } = aQueueService({ DescribeAlarmHistory: [good({ AlarmHistoryItems })] });
    return valueOf(await alarms.history('a')).changes;
  }

  it('shows each change of state, with the reason of the new one', async () => {
    const data = {
      oldState: { stateValue: 'OK', stateReason: 'before' },
      newState: { stateValue: 'ALARM', stateReason: 'Threshold Crossed' },
    };
    expect(await changes(change(data))).toEqual([
      { at: '2025-11-20T12:00:00.000Z', kind: 'state', from: 'OK', to: 'ALARM', says: 'Threshold Crossed' },
    ]);
  });

  it.each(['', 'no JSON', 'null', '[]', '{"newState":7}', '{"newState":{"stateValue":"NEW"}}'])(
    'shows the summary if its data is %j',
    async (data) => {
      expect(await changes(change(data))).toMatchObject([
        { from: null, to: null, says: 'Alarm updated from OK to ALARM' },
      ]);
    },
  );

  it('includes configurations and actions, and no unknown kinds', async () => {
    const of = (HistoryItemType: string) => ({
      ...change(''),
      HistoryItemType,
      HistorySummary: HistoryItemType,
    });
    expect(
      await changes(of('ConfigurationUpdate'), of('Action'), of('AlarmContributorStateUpdate')),
    ).toMatchObject([
      { kind: 'configuration', says: 'ConfigurationUpdate' },
      { kind: 'action', says: 'Action' },
    ]);
  });

  it('continues with a cursor of this alarm only', async () => {
    const { alarms, sent } = aQueueService({
      DescribeAlarmHistory: [good({ AlarmHistoryItems: [], NextToken: 'token-of-aws' }), good({})],
    });
    const { cursor } = valueOf(await alarms.history('a'));
    expect(cursor).not.toContain('token-of-aws');
    expect(await alarms.history('b', cursor ?? '')).toMatchObject({ failure: { code: 'cursor-refused' } });
    expect(valueOf(await alarms.history('a', cursor ?? '')).cursor).toBeNull();
    expect(sent.map(({ input }) => input['NextToken'])).toEqual([undefined, 'token-of-aws']);
    expect(sent[0]?.input).toMatchObject({ AlarmName: 'a', ScanBy: 'TimestampDescending' });
  });

  it('may be denied', async () => {
    const { alarms } = aQueueService({ DescribeAlarmHistory: [bad('AccessDenied', 403)] });
    expect(await alarms.history('a')).toMatchObject({
      failure: { code: 'read-denied', action: 'cloudwatch:DescribeAlarmHistory' },
    });
  });
});
