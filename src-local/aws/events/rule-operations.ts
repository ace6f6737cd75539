import type { World } from '../../world/world.ts';
import { AwsError, validationException } from '../protocol/aws-error.ts';
import { bindOperation } from '../protocol/operation.ts';
import { boolean, integer, list, required, string, structure } from '../protocol/shapes.ts';
import { parseEventPattern } from '../protocol/event-pattern.ts';
import type { RuleRecord, Rules, Target } from './rules.ts';
import { parseSchedule } from './schedule-expression.ts';

interface EventsEngine {
  readonly world: World;
  readonly rules: Rules;
}

const operation = bindOperation<EventsEngine>();

const ruleName = string({ min: 1, max: 64, pattern: /^[.\-_A-Za-z0-9]+$/ });
/** Only the default bus exists. */
const bus = string({ oneOf: ['default'] });
const oneRule = structure({ Name: required(ruleName), EventBusName: bus });
const mostTargets = 5;
const tagList = list(
  structure({ Key: required(string({ min: 1, max: 128 })), Value: required(string({ max: 256 })) }),
);

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutRule.html */
export const putRule = operation({
  name: 'PutRule',
  input: structure({
    Name: required(ruleName),
    EventBusName: bus,
    ScheduleExpression: string({ max: 256 }),
    EventPattern: string({ max: 4_096 }),
    State: string({ oneOf: ['ENABLED', 'DISABLED'] }),
    Description: string({ max: 512 }),
    Tags: tagList,
  }),
  run({ rules }, { Name, ScheduleExpression, EventPattern, State = 'ENABLED', Description = '', Tags = [] }) {
    if (ScheduleExpression === undefined && EventPattern === undefined) {
      throw validationException('Parameter(s) EventPattern or ScheduleExpression must be specified.');
    }
    if (ScheduleExpression !== undefined && !parseSchedule(ScheduleExpression)) {
      throw validationException('Parameter ScheduleExpression is not valid.');
    }
    if (EventPattern !== undefined) parseEventPattern(EventPattern);
    rules.put({
      name: Name,
      description: Description,
      isEnabled: State === 'ENABLED',
      ...(ScheduleExpression !== undefined && { schedule: ScheduleExpression }),
      ...(EventPattern !== undefined && { pattern: EventPattern }),
      targets: rules.get(Name)?.targets ?? [],
      // Tags are given to a rule when it is made, and by TagResource afterwards.
      tags: rules.get(Name)?.tags ?? toTags(Tags),
    });
    return { RuleArn: rules.arn(Name) };
  },
});

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_EnableRule.html */
export const enableRule = operation({
  name: 'EnableRule',
  input: oneRule,
  run({ rules }, { Name }) {
    rules.put({ ...requireRule(rules, Name), isEnabled: true });
  },
});

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_DisableRule.html */
export const disableRule = operation({
  name: 'DisableRule',
  input: oneRule,
  run({ rules }, { Name }) {
    rules.put({ ...requireRule(rules, Name), isEnabled: false });
  },
});

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_DescribeRule.html */
export const describeRule = operation({
  name: 'DescribeRule',
  input: oneRule,
  run: ({ rules, world }, { Name }) => ({
    ...toRule(rules, requireRule(rules, Name)),
    CreatedBy: world.account,
  }),
});

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_ListRules.html */
export const listRules = operation({
  name: 'ListRules',
  input: structure({
    NamePrefix: ruleName,
    EventBusName: bus,
    NextToken: string(),
    Limit: integer({ min: 1, max: 100 }),
  }),
  run({ rules }, { NamePrefix = '', NextToken = '', Limit = 100 }) {
    const matching = rules.all().filter(({ name }) => name.startsWith(NamePrefix) && name > NextToken);
    const page = matching.slice(0, Limit);
    return {
      Rules: page.map((record) => toRule(rules, record)),
      ...(page.length < matching.length && { NextToken: page.at(-1)?.name }),
    };
  },
});

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_DeleteRule.html */
export const deleteRule = operation({
  name: 'DeleteRule',
  input: structure({ Name: required(ruleName), EventBusName: bus, Force: boolean() }),
  run({ rules }, { Name }) {
    const record = rules.get(Name);
    // AWS does not mind that a rule is gone already.
    if (!record) return;
    if (record.targets.length > 0) {
      throw validationException("Rule can't be deleted since it has targets.");
    }
    rules.delete(Name);
  },
});

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutTargets.html */
export const putTargets = operation({
  name: 'PutTargets',
  input: structure({
    Rule: required(ruleName),
    EventBusName: bus,
    Targets: required(
      list(
        structure({
          Id: required(ruleName),
          Arn: required(string({ pattern: /^arn:aws[a-z-]*:lambda:[^:]*:\d{12}:function:[A-Za-z0-9_-]+$/ })),
          Input: string({ max: 8_192 }),
          RetryPolicy: structure({
            MaximumRetryAttempts: integer({ min: 0, max: 185 }),
            MaximumEventAgeInSeconds: integer({ min: 60, max: 86_400 }),
          }),
          DeadLetterConfig: structure({ Arn: string({ pattern: /^arn:aws[a-z-]*:sqs:/ }) }),
        }),
        { min: 1, max: 100 },
      ),
    ),
  }),
  run({ rules }, { Rule, Targets }) {
    const record = requireRule(rules, Rule);
    const targets = new Map<string, Target>(record.targets.map((target) => [target.id, target]));
    for (const { Id, Arn, Input, RetryPolicy, DeadLetterConfig } of Targets) {
      targets.set(Id, {
        id: Id,
        arn: Arn,
        ...(Input !== undefined && { input: Input }),
        ...(RetryPolicy && { retries: RetryPolicy }),
        ...(DeadLetterConfig?.Arn !== undefined && { deadLetterArn: DeadLetterConfig.Arn }),
      });
    }
    if (targets.size > mostTargets) {
      const message = 'The requested resource exceeds the maximum number allowed.';
      throw new AwsError('LimitExceededException', message);
    }
    rules.put({ ...record, targets: [...targets.values()] });
    return { FailedEntryCount: 0, FailedEntries: [] };
  },
});

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_ListTargetsByRule.html */
export const listTargetsByRule = operation({
  name: 'ListTargetsByRule',
  input: structure({ Rule: required(ruleName), EventBusName: bus, Limit: integer({ min: 1, max: 100 }) }),
  run: ({ rules }, { Rule }) => ({
    Targets: requireRule(rules, Rule).targets.map(({ id, arn, input, retries, deadLetterArn }) => ({
      Id: id,
      Arn: arn,
      ...(input !== undefined && { Input: input }),
      ...(retries && { RetryPolicy: retries }),
      ...(deadLetterArn !== undefined && { DeadLetterConfig: { Arn: deadLetterArn } }),
    })),
  }),
});

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_RemoveTargets.html */
export const removeTargets = operation({
  name: 'RemoveTargets',
  input: structure({
    Rule: required(ruleName),
    EventBusName: bus,
    Ids: required(list(string(), { min: 1, max: 100 })),
    Force: boolean(),
  }),
  run({ rules }, { Rule, Ids }) {
    const record = requireRule(rules, Rule);
    rules.put({ ...record, targets: record.targets.filter(({ id }) => !Ids.includes(id)) });
    return { FailedEntryCount: 0, FailedEntries: [] };
  },
});

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_TagResource.html */
export const tagResource = operation({
  name: 'TagResource',
  input: structure({ ResourceARN: required(string()), Tags: required(tagList) }),
  run({ rules }, { ResourceARN, Tags }) {
    const record = requireRule(rules, parseRuleName(ResourceARN));
    rules.put({ ...record, tags: { ...record.tags, ...toTags(Tags) } });
  },
});

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_UntagResource.html */
export const untagResource = operation({
  name: 'UntagResource',
  input: structure({ ResourceARN: required(string()), TagKeys: required(list(string())) }),
  run({ rules }, { ResourceARN, TagKeys }) {
    const record = requireRule(rules, parseRuleName(ResourceARN));
    const left = Object.entries(record.tags).filter(([key]) => !TagKeys.includes(key));
    rules.put({ ...record, tags: Object.fromEntries(left) });
  },
});

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_ListTagsForResource.html */
export const listTagsForResource = operation({
  name: 'ListTagsForResource',
  input: structure({ ResourceARN: required(string()) }),
  run({ rules }, { ResourceARN }) {
    const { tags } = requireRule(rules, parseRuleName(ResourceARN));
    return { Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })) };
  },
});

function toTags(
  tags: readonly { readonly Key: string; readonly Value: string }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value]));
}

function parseRuleName(arn: string): string {
  return arn.split('rule/').at(-1) ?? arn;
}

function requireRule(rules: Rules, name: string): RuleRecord {
  const record = rules.get(name);
  if (record) return record;
  const message = `Rule ${name} does not exist on EventBus default.`;
  throw new AwsError('ResourceNotFoundException', message);
}

function toRule(rules: Rules, { name, description, isEnabled, schedule, pattern }: RuleRecord): object {
  return {
    Name: name,
    Arn: rules.arn(name),
    State: isEnabled ? 'ENABLED' : 'DISABLED',
    EventBusName: 'default',
    ...(description !== '' && { Description: description }),
    ...(schedule !== undefined && { ScheduleExpression: schedule }),
    ...(pattern !== undefined && { EventPattern: pattern }),
  };
}
