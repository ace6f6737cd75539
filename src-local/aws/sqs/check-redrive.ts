import type { World } from '../../world/world.ts';
import { queueArnOf, queueNameInArn } from './queue-address.ts';
import type { QueueAttributes } from './queue-attributes.ts';
import type { Queues } from './queues.ts';
import { parseRedriveAllowPolicy, parseRedrivePolicy } from './redrive-policy.ts';
import { invalidValue } from './sqs-errors.ts';

/**
 * Whether the queue that dead letters are to go to is there, is of the same kind, and takes those of this one.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
 */
export function checkRedrive(world: World, queues: Queues, name: string, attributes: QueueAttributes): void {
  const text = attributes['RedrivePolicy'];
  if (text === undefined) return;
  const refuse = (reason: string) => invalidValue(text, 'RedrivePolicy', reason);
  const { deadLetterTargetArn } = parseRedrivePolicy(text);
  if (queueNameInArn(world, deadLetterTargetArn) === undefined) {
    throw refuse('Dead-letter target owner should be same as the source.');
  }
  const target = queues.withArn(deadLetterTargetArn);
  if (!target) throw refuse('Dead letter target does not exist.');
  if (target.settings.isFifo !== (attributes['FifoQueue'] === 'true')) {
    throw refuse('Dead-letter queue must be same type of queue as the source.');
  }
  const allowText = target.record.attributes['RedriveAllowPolicy'];
  if (allowText === undefined) return;
  const { redrivePermission, sourceQueueArns = [] } = parseRedriveAllowPolicy(allowText);
  const isAllowed =
    redrivePermission === 'allowAll' ||
    (redrivePermission === 'byQueue' && sourceQueueArns.includes(queueArnOf(world, name)));
  if (!isAllowed)
    throw refuse("The dead-letter queue's RedriveAllowPolicy does not allow this source queue.");
}
