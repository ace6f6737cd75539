import type { PolicyDocument, PolicyStatement } from './policy-statements.ts';

interface DiscoveryNeed {
  readonly sid: string;
  readonly actions: readonly string[];
  /** Says what a person has to do by hand without the actions. */
  readonly means: string;
}

/**
 * Lists what discovery asks when a connection is added. No role needs it later, so it is a policy of its own. Lists and tags
 * are asked of names that are not known yet, so no resource can be named.
 */
export const discoveryNeeds: readonly DiscoveryNeed[] = [
  {
    sid: 'DiscoverTables',
    actions: ['dynamodb:DescribeTable', 'dynamodb:ListTables', 'dynamodb:ListTagsOfResource'],
    means: 'Tables are found only by their names, or not at all; name them by hand.',
  },
  {
    sid: 'DiscoverQueues',
    actions: ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:ListQueueTags', 'sqs:ListQueues'],
    means: 'Queues are found only by the names of the convention, or not at all; name them by hand.',
  },
  {
    sid: 'DiscoverStateMachines',
    actions: ['states:ListStateMachines', 'states:ListTagsForResource'],
    means: 'The state machine is not found; name it by hand if it differs from the convention.',
  },
  {
    sid: 'DiscoverBuckets',
    actions: ['s3:GetBucketTagging', 's3:ListAllMyBuckets'],
    means: 'The bucket is not found; name it by hand if it differs from the convention.',
  },
  {
    sid: 'DiscoverFunctions',
    actions: ['lambda:ListFunctions'],
    means: 'Functions are not found; the charts of a function go by the convention.',
  },
  {
    sid: 'DiscoverAlarms',
    actions: ['cloudwatch:DescribeAlarms'],
    means: 'Alarms are not listed here; Monitor asks for them again.',
  },
];

/** Returns what is missing without an action of discovery. */
export function meansWithout(action: string): string {
  const need = discoveryNeeds.find(({ actions }) => actions.includes(action));
  if (/Tag/.test(action)) return 'Nothing of it is found by a tag.';
  return need?.means ?? 'It is not found; name it by hand.';
}

/** Returns the policy of discovery, or the part of it that allows some actions. */
export function discoveryPolicy(only?: readonly string[]): PolicyDocument {
  const Statement = discoveryNeeds.flatMap(({ sid: Sid, actions }): PolicyStatement[] => {
    const Action = actions.filter((action) => only === undefined || only.includes(action));
    return Action.length === 0 ? [] : [{ Sid, Effect: 'Allow', Action, Resource: ['*'] }];
  });
  return { Version: '2012-10-17', Statement };
}
