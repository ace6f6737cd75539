import { isDeepStrictEqual } from 'node:util';
import type { PropertyShape } from './property-shapes.ts';
import {
  callUnlessRefused,
  compareTags,
  generateName,
  pick,
  readTags,
  readText,
  tagsShape,
  omit,
  type ResourceType,
  type CallService,
  type Properties,
  type Tag,
  type WantedResource,
} from './resource-type.ts';
import { ValueProblem } from './template-errors.ts';
import { isObject } from './template-functions.ts';
import { bucketTypes } from './types/bucket-types.ts';
import { functionTypes } from './types/function-types.ts';
import { queueTypes } from './types/queue-types.ts';
import { recordedTypes } from './types/recorded-types.ts';
import { tableTypes } from './types/table-types.ts';

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

const alarmTypes: Readonly<Record<string, ResourceType>> = { 'AWS::CloudWatch::Alarm': alarm };

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

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-stepfunctions-statemachine.html */
const stateMachine: ResourceType = {
  properties: {
    StateMachineName: 'text',
    StateMachineType: 'text',
    DefinitionString: 'text',
    Definition: 'json',
    DefinitionSubstitutions: { '*': 'text' },
    RoleArn: 'text',
    LoggingConfiguration: {
      Level: 'text',
      IncludeExecutionData: 'flag',
      Destinations: [{ CloudWatchLogsLogGroup: { LogGroupArn: 'text' } }],
    },
    TracingConfiguration: { Enabled: 'flag' },
    EncryptionConfiguration: { Type: 'text', KmsKeyId: 'text', KmsDataKeyReusePeriodSeconds: 'number' },
    Tags: tagsShape,
  },
  required: ['RoleArn'],
  fixed: ['StateMachineName', 'StateMachineType'],
  // There are no logs, traces or keys here.
  kept: ['LoggingConfiguration', 'TracingConfiguration', 'EncryptionConfiguration'],
  attributes: ['Arn', 'Name'],
  identify(wanted) {
    const name = readText(wanted.properties, 'StateMachineName') ?? generateName(wanted, 80);
    const arn = `arn:aws:states:${wanted.region}:${wanted.account}:stateMachine:${name}`;
    return { physicalId: arn, attributes: { Arn: arn, Name: name } };
  },
  engine: {
    service: 'sfn',
    async make(call, wanted) {
      const { physicalId: stateMachineArn, attributes, properties } = wanted;
      const definition = writeDefinition(wanted);
      const roleArn = readText(properties, 'RoleArn');
      const found = (await callUnlessRefused(
        ['StateMachineDoesNotExist'],
        call('sfn', 'DescribeStateMachine', { stateMachineArn }),
      )) as { definition: string; roleArn: string } | undefined;
      if (!found) {
        const type = readText(properties, 'StateMachineType');
        const tags = readTags(properties).map(toOwnTag);
        await call('sfn', 'CreateStateMachine', {
          name: attributes['Name'],
          definition,
          roleArn,
          ...(type !== undefined && { type }),
          ...(tags.length > 0 && { tags }),
        });
      } else if (found.definition !== definition || found.roleArn !== roleArn) {
        await call('sfn', 'UpdateStateMachine', { stateMachineArn, definition, roleArn });
      }
    },
    async change(call, wanted, before) {
      const { physicalId: stateMachineArn, properties } = wanted;
      const definition = writeDefinition(wanted);
      const roleArn = readText(properties, 'RoleArn');
      const isSame =
        definition === writeDefinition({ ...wanted, properties: before }) && roleArn === before['RoleArn'];
      if (!isSame) await call('sfn', 'UpdateStateMachine', { stateMachineArn, definition, roleArn });
      const { set, remove } = compareTags(before, properties);
      const resourceArn = stateMachineArn;
      if (set.length > 0) await call('sfn', 'TagResource', { resourceArn, tags: set.map(toOwnTag) });
      if (remove.length > 0) await call('sfn', 'UntagResource', { resourceArn, tagKeys: remove });
    },
    async remove(call, { physicalId: stateMachineArn }) {
      await call('sfn', 'DeleteStateMachine', { stateMachineArn });
    },
  },
};

const stateMachineTypes: Readonly<Record<string, ResourceType>> = {
  'AWS::StepFunctions::StateMachine': stateMachine,
};

/** Step Functions spells the members of a tag differently. */
function toOwnTag({ Key, Value }: Tag): { readonly key: string; readonly value: string } {
  return { key: Key, value: Value };
}

/** Returns the definition as text, with each `${name}` of DefinitionSubstitutions replaced. */
function writeDefinition({ properties }: Pick<WantedResource, 'properties'>): string {
  const { DefinitionString, Definition, DefinitionSubstitutions } = properties;
  if ((DefinitionString === undefined) === (Definition === undefined)) {
    throw new ValueProblem('either DefinitionString or Definition is required');
  }
  const text = typeof DefinitionString === 'string' ? DefinitionString : JSON.stringify(Definition);
  if (!isObject(DefinitionSubstitutions)) return text;
  return text.replace(/\$\{([\w-]+)\}/g, (whole, name: string) =>
    Object.hasOwn(DefinitionSubstitutions, name) ? String(DefinitionSubstitutions[name]) : whole,
  );
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-events-rule.html */
const rule: ResourceType = {
  properties: {
    Name: 'text',
    Description: 'text',
    EventPattern: 'json',
    ScheduleExpression: 'text',
    State: 'text',
    RoleArn: 'text',
    Targets: [
      {
        Id: 'text',
        Arn: 'text',
        RoleArn: 'text',
        Input: 'text',
        InputPath: 'text',
        InputTransformer: { InputPathsMap: { '*': 'text' }, InputTemplate: 'text' },
        RetryPolicy: { MaximumRetryAttempts: 'number', MaximumEventAgeInSeconds: 'number' },
        DeadLetterConfig: { Arn: 'text' },
      },
    ],
    Tags: tagsShape,
  },
  fixed: ['Name'],
  attributes: ['Arn'],
  identify(wanted) {
    const name = readText(wanted.properties, 'Name') ?? generateName(wanted);
    const Arn = `arn:aws:events:${wanted.region}:${wanted.account}:rule/${name}`;
    return { physicalId: name, attributes: { Arn } };
  },
  engine: {
    service: 'events',
    async make(call, { physicalId: Name, properties }) {
      await putRule(call, Name, properties);
      const Targets = readTargets(properties);
      if (Targets.length > 0) await call('events', 'PutTargets', { Rule: Name, Targets });
    },
    async change(call, { physicalId: Name, properties, attributes }, before) {
      await putRule(call, Name, properties);
      const targets = readTargets(properties);
      const old = readTargets(before);
      const gone = old.filter(({ Id }) => !targets.some((target) => target.Id === Id));
      if (gone.length > 0)
        await call('events', 'RemoveTargets', { Rule: Name, Ids: gone.map(({ Id }) => Id) });
      const Targets = targets.filter((target) => !old.some((other) => isDeepStrictEqual(target, other)));
      if (Targets.length > 0) await call('events', 'PutTargets', { Rule: Name, Targets });
      const { set, remove } = compareTags(before, properties);
      const ResourceARN = attributes['Arn'];
      if (set.length > 0) await call('events', 'TagResource', { ResourceARN, Tags: set });
      if (remove.length > 0) await call('events', 'UntagResource', { ResourceARN, TagKeys: remove });
    },
    // A rule that has targets is not deleted.
    async remove(call, { physicalId: Name, properties }) {
      const Ids = readTargets(properties).map(({ Id }) => Id);
      const refusals = ['ResourceNotFoundException'];
      if (Ids.length > 0) {
        await callUnlessRefused(refusals, call('events', 'RemoveTargets', { Rule: Name, Ids }));
      }
      await callUnlessRefused(refusals, call('events', 'DeleteRule', { Name }));
    },
  },
};

const ruleTypes: Readonly<Record<string, ResourceType>> = { 'AWS::Events::Rule': rule };

async function putRule(call: CallService, Name: string, properties: Properties): Promise<void> {
  const { EventPattern } = properties;
  await call('events', 'PutRule', {
    Name,
    ...pick(properties, ['Description', 'ScheduleExpression', 'State', 'RoleArn']),
    ...(EventPattern !== undefined && { EventPattern: JSON.stringify(EventPattern) }),
    ...(readTags(properties).length > 0 && { Tags: readTags(properties) }),
  });
}

function readTargets(properties: Properties): readonly { readonly Id: string }[] {
  return (properties['Targets'] as readonly { readonly Id: string }[] | undefined) ?? [];
}

/** The types of resources that a template may have. Any other is refused by its name. */
export const resourceTypes: Readonly<Record<string, ResourceType>> = {
  ...tableTypes,
  ...queueTypes,
  ...bucketTypes,
  ...stateMachineTypes,
  ...alarmTypes,
  ...functionTypes,
  ...ruleTypes,
  ...recordedTypes,
};
