import { isDeepStrictEqual } from 'node:util';
import type { PropertyShape } from '../property-shapes.ts';
import {
  compareTags,
  generateName,
  omit,
  readText,
  tagsShape,
  type CallService,
  type ResourceType,
  type WantedResource,
} from '../resource-type.ts';

const dimensions: PropertyShape = [{ Name: 'text', Value: 'text' }];

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudwatch-alarm.html */
const alarm: ResourceType = {
  properties: {
    AlarmName: 'text',
    AlarmDescription: 'text',
    ActionsEnabled: 'flag',
    OKActions: ['text'],
    AlarmActions: ['text'],
    InsufficientDataActions: ['text'],
    MetricName: 'text',
    Namespace: 'text',
    Statistic: 'text',
    ExtendedStatistic: 'text',
    Dimensions: dimensions,
    Period: 'number',
    Unit: 'text',
    EvaluationPeriods: 'number',
    DatapointsToAlarm: 'number',
    Threshold: 'number',
    ComparisonOperator: 'text',
    TreatMissingData: 'text',
    EvaluateLowSampleCountPercentile: 'text',
    Metrics: [
      {
        Id: 'text',
        Expression: 'text',
        Label: 'text',
        Period: 'number',
        ReturnData: 'flag',
        MetricStat: {
          Metric: { Namespace: 'text', MetricName: 'text', Dimensions: dimensions },
          Period: 'number',
          Stat: 'text',
          Unit: 'text',
        },
      },
    ],
    Tags: tagsShape,
  },
  required: ['ComparisonOperator', 'EvaluationPeriods'],
  fixed: ['AlarmName'],
  attributes: ['Arn'],
  identify(wanted) {
    const name = readText(wanted.properties, 'AlarmName') ?? generateName(wanted, 255);
    const Arn = `arn:aws:cloudwatch:${wanted.region}:${wanted.account}:alarm:${name}`;
    return { physicalId: name, attributes: { Arn } };
  },
  engine: {
    service: 'cloudwatch',
    // An alarm that is put again loses its state, so one that is there as it is wanted stays.
    async make(call, wanted) {
      const AlarmName = wanted.physicalId;
      const { MetricAlarms = [] } = (await call('cloudwatch', 'DescribeAlarms', {
        AlarmNames: [AlarmName],
      })) as { MetricAlarms?: readonly Readonly<Record<string, unknown>>[] };
      const [there] = MetricAlarms;
      const settings = omit(wanted.properties, ['AlarmName', 'Tags']);
      const isSame =
        there &&
        Object.entries({ ...listDefaults(there), ...settings }).every(([name, value]) =>
          isDeepStrictEqual(there[name], value),
        );
      if (!isSame) await putAlarm(call, wanted);
    },
    async change(call, wanted, before) {
      const isChanged = !isDeepStrictEqual(omit(before, ['Tags']), omit(wanted.properties, ['Tags']));
      if (isChanged) await putAlarm(call, wanted);
      const { set, remove } = compareTags(before, wanted.properties);
      const ResourceARN = wanted.attributes['Arn'];
      if (set.length > 0) await call('cloudwatch', 'TagResource', { ResourceARN, Tags: set });
      if (remove.length > 0) await call('cloudwatch', 'UntagResource', { ResourceARN, TagKeys: remove });
    },
    async remove(call, { physicalId }) {
      await call('cloudwatch', 'DeleteAlarms', { AlarmNames: [physicalId] });
    },
  },
};

export const alarmTypes: Readonly<Record<string, ResourceType>> = { 'AWS::CloudWatch::Alarm': alarm };

async function putAlarm(call: CallService, { physicalId, properties }: WantedResource): Promise<void> {
  await call('cloudwatch', 'PutMetricAlarm', { ...properties, AlarmName: physicalId });
}

/** Settings that an alarm has and a template leaves out must be at their defaults. */
function listDefaults(there: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const defaults: Record<string, unknown> = {
    ActionsEnabled: true,
    OKActions: [],
    AlarmActions: [],
    InsufficientDataActions: [],
    Dimensions: [],
  };
  const settings = Object.keys(there).filter(
    (name) => Object.hasOwn(alarm.properties, name) && name !== 'AlarmName',
  );
  return Object.fromEntries(settings.map((name) => [name, defaults[name]]));
}
