import { map, required, string, structure } from '../../protocol/shapes.ts';
import { checkRedrive } from '../check-redrive.ts';
import { queueUrlOf } from '../queue-address.ts';
import { defaultAttributes, readAttributes, withChanges } from '../queue-attributes.ts';
import { invalidAttributeName, invalidParameterValue, queueNameExists } from '../sqs-errors.ts';
import { tagsOf } from '../queue-tags.ts';
import { operation } from './sqs-operation.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html */
export const createQueue = operation({
  name: 'CreateQueue',
  input: structure({
    QueueName: required(string()),
    Attributes: map(string()),
    tags: map(string()),
  }),
  run({ world, queues }, { QueueName: name, Attributes = {}, tags = {} }) {
    const isFifo = Attributes['FifoQueue'] === 'true';
    checkName(name, isFifo);
    const given = readAttributes(withoutPlainKind(Attributes), isFifo);
    const existing = queues.named(name);
    if (existing) {
      const { attributes } = existing.record;
      const other = Object.keys(given).find((key) => (attributes[key] ?? '') !== given[key]);
      if (other !== undefined) throw queueNameExists(other);
    } else {
      const attributes = withChanges(defaultAttributes(isFifo), given);
      checkRedrive(world, queues, name, attributes);
      queues.create(name, attributes, tagsOf(tags));
    }
    return { QueueUrl: queueUrlOf(world, name) };
  },
});

function checkName(name: string, isFifo: boolean): void {
  if (isFifo && !(/^[\w-]+\.fifo$/.test(name) && name.length <= 80)) {
    throw invalidParameterValue(
      'The name of a FIFO queue can only include alphanumeric characters, hyphens, or underscores, ' +
        'must end with .fifo suffix and be 1 to 80 in length.',
    );
  }
  if (!isFifo && !/^[\w-]{1,80}$/.test(name)) {
    throw invalidParameterValue(
      'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length',
    );
  }
}

/** `FifoQueue: false` says no more than leaving it out. */
function withoutPlainKind(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const { FifoQueue, ...others } = attributes;
  if (FifoQueue === undefined || FifoQueue === 'false') return others;
  if (FifoQueue !== 'true') throw invalidAttributeName('Unknown Attribute FifoQueue.');
  return { ...others, FifoQueue };
}
