import assert from 'node:assert/strict';
import {
  DeleteAlarmsCommand,
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
  PutMetricAlarmCommand,
  SetAlarmStateCommand,
  type PutMetricAlarmCommandInput,
} from '@aws-sdk/client-cloudwatch';
import type { Assertion, Clients, Tools } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { aNamespace, minute } from './a-metric.ts';
import { pages } from './pages.ts';

export const alarms: readonly Assertion[] = [
  {
    id: 'cloudwatch.alarm.describe',
    says: 'A new alarm has INSUFFICIENT_DATA and describes itself as it was put.',
    doc: pages.api('PutMetricAlarm'),
    async run(aws, tools) {
      const alarm = await anAlarm(aws, tools, {
        AlarmDescription: 'too much',
        EvaluationPeriods: 3,
        DatapointsToAlarm: 2,
      });
      const found = await alarm.describe();
      assert.deepEqual(
        [
          found?.StateValue,
          found?.AlarmDescription,
          found?.Threshold,
          found?.EvaluationPeriods,
          found?.DatapointsToAlarm,
        ],
        ['INSUFFICIENT_DATA', 'too much', 10, 3, 2],
      );
      assert.match(
        found?.AlarmArn ?? '',
        new RegExp(`^arn:aws:cloudwatch:[^:]+:\\d{12}:alarm:${alarm.name}$`),
      );
      assert.equal(found?.ActionsEnabled, true);
    },
  },
  {
    id: 'cloudwatch.alarm.put-again',
    says: 'Putting an alarm again replaces it as a whole and keeps its state.',
    doc: pages.api('PutMetricAlarm'),
    async run(aws, tools) {
      const alarm = await anAlarm(aws, tools, { AlarmDescription: 'first' });
      await alarm.set('ALARM', 'by hand');
      await alarm.put({ Threshold: 20 });
      const found = await alarm.describe();
      assert.deepEqual(
        [found?.Threshold, found?.AlarmDescription, found?.StateValue],
        [20, undefined, 'ALARM'],
      );
    },
  },
  {
    id: 'cloudwatch.alarm.set-state',
    says: 'A state that is set holds at once, with its reason.',
    doc: pages.api('SetAlarmState'),
    async run(aws, tools) {
      const alarm = await anAlarm(aws, tools);
      await alarm.set('ALARM', 'a drill');
      const found = await alarm.describe();
      assert.deepEqual([found?.StateValue, found?.StateReason], ['ALARM', 'a drill']);
    },
  },
  {
    id: 'cloudwatch.alarm.set-state-of-missing',
    says: 'Setting the state of an alarm that is not there gives ResourceNotFound.',
    doc: pages.api('SetAlarmState'),
    async run(aws, tools) {
      const set = new SetAlarmStateCommand({ AlarmName: tools.name(), StateValue: 'OK', StateReason: 'x' });
      await refuses(aws.cloudwatch.send(set), /^ResourceNotFound/);
    },
  },
  {
    id: 'cloudwatch.alarm.find',
    says: 'DescribeAlarms finds by name, by the beginning of the name and by state.',
    doc: pages.api('DescribeAlarms'),
    async run(aws, tools) {
      const first = await anAlarm(aws, tools);
      const second = await anAlarm(aws, tools, { AlarmName: `${first.name}-b` });
      await second.set('OK', 'fine');
      const find = async (input: object) => {
        const { MetricAlarms = [] } = await aws.cloudwatch.send(new DescribeAlarmsCommand(input));
        return MetricAlarms.map(({ AlarmName = '' }) => AlarmName).toSorted();
      };
      assert.deepEqual(await find({ AlarmNames: [first.name] }), [first.name]);
      assert.deepEqual(await find({ AlarmNamePrefix: first.name }), [first.name, second.name]);
      assert.deepEqual(await find({ AlarmNamePrefix: first.name, StateValue: 'OK' }), [second.name]);
    },
  },
  {
    id: 'cloudwatch.alarm.delete',
    says: 'A deleted alarm is gone.',
    doc: pages.api('DeleteAlarms'),
    async run(aws, tools) {
      const alarm = await anAlarm(aws, tools);
      await aws.cloudwatch.send(new DeleteAlarmsCommand({ AlarmNames: [alarm.name] }));
      assert.equal(await alarm.describe(), undefined);
    },
  },
  {
    id: 'cloudwatch.alarm.history',
    says: 'The history of an alarm holds its creation, its updates and its changes of state, latest first.',
    doc: pages.api('DescribeAlarmHistory'),
    async run(aws, tools) {
      const alarm = await anAlarm(aws, tools);
      await tools.pass(1_100);
      await alarm.set('ALARM', 'a drill');
      await tools.pass(1_100);
      await alarm.put({ Threshold: 20 });
      const history = async (HistoryItemType?: 'StateUpdate') => {
        const type = HistoryItemType ? { HistoryItemType } : {};
        const call = new DescribeAlarmHistoryCommand({ AlarmName: alarm.name, ...type });
        return (await aws.cloudwatch.send(call)).AlarmHistoryItems ?? [];
      };
      const all = await history();
      assert.deepEqual(
        all.map((item) => item.HistoryItemType),
        ['ConfigurationUpdate', 'StateUpdate', 'ConfigurationUpdate'],
      );
      const [change] = await history('StateUpdate');
      assert.match(change?.HistorySummary ?? '', /from INSUFFICIENT_DATA to ALARM/);
    },
  },
  {
    id: 'cloudwatch.alarm.refused',
    says: 'An alarm without comparison, with more datapoints than periods, or with an odd period is refused.',
    doc: pages.api('PutMetricAlarm'),
    async run(aws, tools) {
      const refusal = /^(?:Validation|InvalidParameter|MissingParameter|MissingRequiredParameter)/;
      await refuses(anAlarm(aws, tools, { ComparisonOperator: undefined }), refusal);
      await refuses(anAlarm(aws, tools, { EvaluationPeriods: 1, DatapointsToAlarm: 2 }), refusal);
      await refuses(anAlarm(aws, tools, { Period: 45 }), refusal);
    },
  },
  {
    id: 'cloudwatch.alarm.goes-off',
    says: 'An alarm goes off when enough periods breach its threshold, and is OK when they no longer do.',
    doc: pages.alarms,
    needs: 'clock',
    async run(aws, tools) {
      const space = aNamespace(aws, tools);
      const alarm = await anAlarm(aws, tools, { Namespace: space.name, EvaluationPeriods: 2 });
      const everyMinute = async (Value: number, minutes: number) => {
        for (let i = 0; i < minutes; i += 1) {
          await space.put({ MetricName: 'Load', Value });
          await tools.pass(minute);
        }
        return (await alarm.describe())?.StateValue;
      };
      assert.equal(await everyMinute(5, 4), 'OK');
      assert.equal(await everyMinute(50, 4), 'ALARM');
      assert.equal(await everyMinute(5, 4), 'OK');
    },
  },
  {
    id: 'cloudwatch.alarm.missing-data',
    says: 'Missing data is what the alarm says it is: breaching, not breaching, or nothing to judge by.',
    doc: pages.missingData,
    needs: 'clock',
    async run(aws, tools) {
      const space = aNamespace(aws, tools);
      const states: (string | undefined)[] = [];
      const treatments = ['breaching', 'notBreaching', 'missing'];
      const all = await Promise.all(
        treatments.map((TreatMissingData) =>
          anAlarm(aws, tools, { Namespace: space.name, TreatMissingData }),
        ),
      );
      await tools.pass(10 * minute);
      for (const alarm of all) states.push((await alarm.describe())?.StateValue);
      assert.deepEqual(states, ['ALARM', 'OK', 'INSUFFICIENT_DATA']);
    },
  },
  {
    id: 'cloudwatch.alarm.of-math',
    says: 'An alarm may watch an expression.',
    doc: pages.math,
    needs: 'clock',
    async run(aws, tools) {
      const space = aNamespace(aws, tools);
      const {
        MetricName: _name,
        Namespace: _space,
        Period: _period,
        Statistic: _stat,
        ...rest
      } = plain(tools.name('alarm'));
      const Metrics = [
        space.metric('bad', 'Bad', 'Sum', { ReturnData: false }),
        space.metric('all', 'All', 'Sum', { ReturnData: false }),
        { Id: 'rate', Expression: '100 * bad / all', ReturnData: true },
      ];
      await aws.cloudwatch.send(new PutMetricAlarmCommand({ ...rest, Metrics }));
      for (let i = 0; i < 4; i += 1) {
        await space.put({ MetricName: 'Bad', Value: 1 }, { MetricName: 'All', Value: 4 });
        await tools.pass(minute);
      }
      const call = new DescribeAlarmsCommand({ AlarmNames: [rest.AlarmName ?? ''] });
      assert.equal((await aws.cloudwatch.send(call)).MetricAlarms?.[0]?.StateValue, 'ALARM');
    },
  },
];

function plain(AlarmName: string): PutMetricAlarmCommandInput {
  return {
    AlarmName,
    Namespace: 'Conformance',
    MetricName: 'Load',
    Statistic: 'Average',
    Period: 60,
    EvaluationPeriods: 1,
    Threshold: 10,
    ComparisonOperator: 'GreaterThanThreshold',
  };
}

async function anAlarm(
  aws: Clients,
  tools: Tools,
  more: { [K in keyof PutMetricAlarmCommandInput]?: unknown } = {},
) {
  const input = { ...plain(tools.name('alarm')), ...more } as PutMetricAlarmCommandInput;
  const AlarmName = input.AlarmName ?? '';
  const put = (change: Partial<PutMetricAlarmCommandInput>) =>
    aws.cloudwatch.send(new PutMetricAlarmCommand({ ...plain(AlarmName), ...change }));
  await aws.cloudwatch.send(new PutMetricAlarmCommand(input));
  tools.afterwards(() => aws.cloudwatch.send(new DeleteAlarmsCommand({ AlarmNames: [AlarmName] })));
  return {
    name: AlarmName,
    put,
    set: (StateValue: 'OK' | 'ALARM', StateReason: string) =>
      aws.cloudwatch.send(new SetAlarmStateCommand({ AlarmName, StateValue, StateReason })),
    describe: async () => {
      const call = new DescribeAlarmsCommand({ AlarmNames: [AlarmName] });
      return (await aws.cloudwatch.send(call)).MetricAlarms?.[0];
    },
  };
}
