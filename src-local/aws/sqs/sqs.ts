import type { World } from '../../world/world.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';
import { MoveTasks } from './move-tasks.ts';
import {
  changeMessageVisibility,
  changeMessageVisibilityBatch,
  deleteMessage,
  deleteMessageBatch,
  sendMessage,
  sendMessageBatch,
} from './message-operations.ts';
import {
  createQueue,
  deleteQueue,
  getQueueAttributes,
  getQueueUrl,
  listDeadLetterSourceQueues,
  listQueues,
  purgeQueue,
  setQueueAttributes,
} from './queue-operations.ts';
import { cancelMessageMoveTask, listMessageMoveTasks, startMessageMoveTask } from './move-task-operations.ts';
import { listQueueTags, tagQueue, untagQueue } from './queue-tags.ts';
import { receiveMessage } from './receive-message.ts';
import { Queues } from './queues.ts';
import { refuseAsSqs } from './sqs-errors.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html */
const operations = [
  createQueue,
  deleteQueue,
  purgeQueue,
  getQueueUrl,
  listQueues,
  listDeadLetterSourceQueues,
  getQueueAttributes,
  setQueueAttributes,
  tagQueue,
  untagQueue,
  listQueueTags,
  sendMessage,
  sendMessageBatch,
  receiveMessage,
  deleteMessage,
  deleteMessageBatch,
  changeMessageVisibility,
  changeMessageVisibilityBatch,
  startMessageMoveTask,
  listMessageMoveTasks,
  cancelMessageMoveTask,
];

/** Amazon SQS: standard and FIFO queues. Only policies and encryption have no effect here. */
export function sqs(world: World): JsonService {
  const queues = new Queues(world);
  return jsonService({
    name: 'sqs',
    target: 'AmazonSQS',
    jsonVersion: '1.0',
    engine: { world, queues, tasks: new MoveTasks(world, queues) },
    operations,
    refuse: refuseAsSqs,
  });
}
