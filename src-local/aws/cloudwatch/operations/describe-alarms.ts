import { integer, list, required, string, structure } from '../../protocol/shapes.ts';
import { describedAlarm, stateValues, type Alarm } from '../alarms/alarm.ts';
import { operation } from '../cloud-watch-engine.ts';
import { invalidCombination } from '../cloud-watch-errors.ts';
import { dimensionsShape, keyOf, metricNameShape, namespaceShape, unitShape } from '../metrics/metric.ts';
import { statistics } from '../metrics/statistic-name.ts';
import { pageOf } from '../page-token.ts';

export const alarmTypesShape = list(string({ oneOf: ['CompositeAlarm', 'MetricAlarm', 'LogAlarm'] }));

const nameShape = string({ min: 1, max: 255 });

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_DescribeAlarms.html */
export const describeAlarms = operation({
  name: 'DescribeAlarms',
  input: structure({
    AlarmNames: list(nameShape, { max: 100 }),
    AlarmNamePrefix: nameShape,
    AlarmTypes: alarmTypesShape,
    StateValue: string({ oneOf: stateValues }),
    ActionPrefix: string({ min: 1, max: 1_024 }),
    MaxRecords: integer({ min: 1, max: 100 }),
    NextToken: string(),
  }),
  run({ alarms }, input) {
    const { AlarmNames, AlarmNamePrefix = '', AlarmTypes, StateValue, ActionPrefix } = input;
    if (AlarmNames && AlarmNamePrefix !== '') {
      throw invalidCombination('AlarmNamePrefix and AlarmNames are mutually exclusive');
    }
    const names = AlarmNames && new Set(AlarmNames);
    // Composite and log alarms cannot be made here, so there are none of them.
    const isAsked = AlarmTypes?.includes('MetricAlarm') ?? true;
    const found = alarms
      .all()
      .filter(
        ({ settings, state }) =>
          isAsked &&
          (names?.has(settings.AlarmName) ?? true) &&
          settings.AlarmName.startsWith(AlarmNamePrefix) &&
          (StateValue === undefined || state.StateValue === StateValue) &&
          (ActionPrefix === undefined ||
            actionsOf(settings).some((action) => action.startsWith(ActionPrefix))),
      );
    const size = input.MaxRecords ?? (names ? 100 : 50);
    const { page, ...more } = pageOf(found, ({ settings }) => settings.AlarmName, size, input.NextToken);
    return { CompositeAlarms: [], LogAlarms: [], MetricAlarms: page.map(describedAlarm), ...more };
  },
});

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_DescribeAlarmsForMetric.html */
export const describeAlarmsForMetric = operation({
  name: 'DescribeAlarmsForMetric',
  input: structure({
    MetricName: required(metricNameShape),
    Namespace: required(namespaceShape),
    Dimensions: dimensionsShape,
    Statistic: string({ oneOf: statistics }),
    ExtendedStatistic: string(),
    Period: integer({ min: 1 }),
    Unit: unitShape,
  }),
  run({ alarms }, { MetricName, Namespace, Dimensions = [], ...wanted }) {
    const key = keyOf({ MetricName, Namespace, Dimensions });
    const found = alarms.all().filter(({ settings }) => {
      const { MetricName: name = '', Namespace: space = '' } = settings;
      return (
        keyOf({ MetricName: name, Namespace: space, Dimensions: settings.Dimensions }) === key &&
        (wanted.Statistic === undefined || settings.Statistic === wanted.Statistic) &&
        (wanted.ExtendedStatistic === undefined || settings.ExtendedStatistic === wanted.ExtendedStatistic) &&
        (wanted.Period === undefined || settings.Period === wanted.Period) &&
        (wanted.Unit === undefined || settings.Unit === wanted.Unit)
      );
    });
    return { MetricAlarms: found.map(describedAlarm) };
  },
});

function actionsOf({
  OKActions,
  AlarmActions,
  InsufficientDataActions,
}: Alarm['settings']): readonly string[] {
  return [...OKActions, ...AlarmActions, ...InsufficientDataActions];
}
