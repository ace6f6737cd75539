import { required, string, structure } from '../../protocol/shapes.ts';
import { queueArnOf } from '../queue-address.ts';
import { purgeQueueInProgress } from '../sqs-errors.ts';
import { operation } from './sqs-operation.ts';

/** Both take up to 60 seconds on AWS; here they are through at once. */
const purgeTime = 60_000;

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_PurgeQueue.html */
export const purgeQueue = operation({
  name: 'PurgeQueue',
  input: structure({ QueueUrl: required(string()) }),
  run({ world, queues }, { QueueUrl }) {
    const queue = queues.at(QueueUrl);
    const now = world.clock.now();
    const { purgedAt } = queue.record;
    if (purgedAt !== undefined && now - purgedAt < purgeTime) throw purgeQueueInProgress(queue.name);
    queue.clear();
    queues.update(queue, { purgedAt: now });
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteQueue.html */
export const deleteQueue = operation({
  name: 'DeleteQueue',
  input: structure({ QueueUrl: required(string()) }),
  run({ world, queues, tasks }, { QueueUrl }) {
    const queue = queues.at(QueueUrl);
    queues.delete(queue);
    tasks.forget(queueArnOf(world, queue.name));
  },
});
