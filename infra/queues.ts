import { Aws, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { CfnQueue, CfnQueuePolicy } from 'aws-cdk-lib/aws-sqs';
import { deadLetterDays } from '../shared/domain/pipeline-limits.ts';
import { acknowledge, ownArn, secondsADay } from './deployment.ts';
import { bucketArn, toPolicy, type Statement } from './grants.ts';

interface QueueSettings {
  readonly name: string;
  readonly deadLetters: string;
  readonly deadLetterDays: number;
  /** A message becomes a dead letter after so many receives. */
  readonly receives: number;
  /** As long as its consumer may take, or a second one would begin with the same message. */
  readonly visibilitySeconds: number;
  /** The bucket that may send events to it. */
  readonly fromBucket?: string;
}

/** Defines a queue and its dead-letter queue: `DocumentQueue` and `DocumentQueueDeadLetters`. */
export function defineQueue(stack: Stack, id: string, settings: QueueSettings): CfnQueue {
  const deadLetters = new CfnQueue(stack, `${id}DeadLetters`, {
    queueName: settings.deadLetters,
    messageRetentionPeriod: settings.deadLetterDays * secondsADay,
    sqsManagedSseEnabled: true,
  });
  const queue = new CfnQueue(stack, id, {
    queueName: settings.name,
    visibilityTimeout: settings.visibilitySeconds,
    messageRetentionPeriod: waitingDays * secondsADay,
    redrivePolicy: { deadLetterTargetArn: deadLetters.attrArn, maxReceiveCount: settings.receives },
    sqsManagedSseEnabled: true,
  });
  // Messages name what the tables and the bucket hold, which stay.
  for (const one of [queue, deadLetters]) one.applyRemovalPolicy(RemovalPolicy.DESTROY);
  definePolicy(stack, `${id}DeadLetters`, deadLetters);
  definePolicy(
    stack,
    id,
    queue,
    settings.fromBucket === undefined ? [] : [allowBucket(queue, settings.fromBucket)],
  );
  return queue;
}

/**
 * Defines the queue that is told what a consumer of a stream could not use, or that keeps the events which a function
 * could not use or was not given. `fromRule` is the rule whose events EventBridge may keep there.
 */
export function defineFailureQueue(stack: Stack, id: string, name: string, fromRule?: string): CfnQueue {
  const queue = new CfnQueue(stack, id, {
    queueName: name,
    messageRetentionPeriod: deadLetterDays * secondsADay,
    sqsManagedSseEnabled: true,
  });
  queue.applyRemovalPolicy(RemovalPolicy.DESTROY);
  acknowledge(queue, { SQS3: 'It is a dead-letter queue itself: people read it, and no consumer does.' });
  definePolicy(stack, id, queue, fromRule === undefined ? [] : [allowRule(queue, fromRule)]);
  return queue;
}

/** A consumer that fails for so long has been noticed by the alarm on the queue's age. */
const waitingDays = 4;

function definePolicy(stack: Stack, id: string, queue: CfnQueue, allowed: readonly Statement[] = []): void {
  new CfnQueuePolicy(stack, `${id}Policy`, {
    queues: [queue.ref],
    policyDocument: toPolicy([
      {
        Effect: 'Deny',
        Principal: '*',
        Action: 'sqs:*',
        Resource: queue.attrArn,
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
      ...allowed,
    ]),
  });
}

/**
 * S3 takes no queue that it may not send to. The bucket is in a stack that is made after this one.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/grant-destinations-permissions-to-s3.html
 */
function allowBucket(queue: CfnQueue, bucket: string): Statement {
  return allowSending(queue, 's3', {
    ArnLike: { 'aws:SourceArn': bucketArn(bucket) },
    StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
  });
}

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html#eb-dlq-perms */
function allowRule(queue: CfnQueue, rule: string): Statement {
  return allowSending(queue, 'events', { ArnEquals: { 'aws:SourceArn': ownArn('events', `rule/${rule}`) } });
}

function allowSending(
  queue: CfnQueue,
  service: 's3' | 'events',
  Condition: Statement['Condition'],
): Statement {
  return {
    Effect: 'Allow',
    Principal: { Service: `${service}.amazonaws.com` },
    Action: 'sqs:SendMessage',
    Resource: queue.attrArn,
    Condition,
  };
}
