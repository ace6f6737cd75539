import { isDeepStrictEqual } from 'node:util';
import {
  callUnlessRefused,
  compareTags,
  generateName,
  pick,
  readTags,
  readText,
  tagsShape,
  type CallService,
  type Properties,
  type ResourceType,
} from '../resource-type.ts';

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

export const ruleTypes: Readonly<Record<string, ResourceType>> = { 'AWS::Events::Rule': rule };

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
