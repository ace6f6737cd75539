import { list, map, required, string, structure } from '../../protocol/shapes.ts';
import { checkRedrive } from '../check-redrive.ts';
import { queueArnOf } from '../queue-address.ts';
import { readAttributes, settableAttributes, withChanges } from '../queue-attributes.ts';
import type { Queue } from '../queue.ts';
import { invalidAttributeValue, unknownAttribute } from '../sqs-errors.ts';
import { operation } from './sqs-operation.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html */
export const getQueueAttributes = operation({
  name: 'GetQueueAttributes',
  input: structure({ QueueUrl: required(string()), AttributeNames: list(string()) }),
  run({ world, queues }, { QueueUrl, AttributeNames: names = [] }) {
    const queue = queues.at(QueueUrl);
    const computed = computedAttributes(queue, queueArnOf(world, queue.name));
    const unknown = names.find(
      (name) => name !== 'All' && !computed.has(name) && !settableAttributes.has(name),
    );
    if (unknown !== undefined) throw unknownAttribute(unknown);
    const all = [...computed, ...Object.entries(queue.record.attributes)];
    const wanted = names.includes('All') ? all : all.filter(([name]) => names.includes(name));
    return wanted.length > 0 ? { Attributes: Object.fromEntries(wanted) } : {};
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
export const setQueueAttributes = operation({
  name: 'SetQueueAttributes',
  input: structure({ QueueUrl: required(string()), Attributes: required(map(string())) }),
  run({ world, queues }, { QueueUrl, Attributes }) {
    const queue = queues.at(QueueUrl);
    const { isFifo, delay } = queue.settings;
    const changes = readAttributes(Attributes, isFifo);
    if (changes['FifoQueue'] === 'false') {
      throw invalidAttributeValue('FifoQueue', 'Modifying queue type is not supported.');
    }
    const attributes = withChanges(queue.record.attributes, changes);
    if (changes['RedrivePolicy'] !== undefined) checkRedrive(world, queues, queue.name, attributes);
    queues.update(queue, { attributes, modifiedAt: world.clock.now() });
    // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-delay-queues.html
    if (isFifo && queue.settings.delay !== delay) delayAnew(queue);
  },
});

/** Only in a FIFO queue does a new delay hold for the messages that are already in it. */
function delayAnew(queue: Queue): void {
  for (const message of queue.messages.values()) {
    if (!message.receipt) queue.setDelayEnd(message, message.content.arrivedAt + queue.settings.delay);
  }
  queue.catchUp();
}

function computedAttributes({ counts, record }: Queue, arn: string): Map<string, string> {
  return new Map([
    ['QueueArn', arn],
    ['ApproximateNumberOfMessages', String(counts.ready)],
    ['ApproximateNumberOfMessagesNotVisible', String(counts.inFlight)],
    ['ApproximateNumberOfMessagesDelayed', String(counts.delayed)],
    ['CreatedTimestamp', String(Math.floor(record.createdAt / 1000))],
    ['LastModifiedTimestamp', String(Math.floor(record.modifiedAt / 1000))],
  ]);
}
