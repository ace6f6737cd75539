import { list, map, required, string, structure } from '../../protocol/shapes.ts';
import { tagsOf, withoutTags, withTags } from '../queue-tags.ts';
import { operation } from './sqs-operation.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_TagQueue.html */
export const tagQueue = operation({
  name: 'TagQueue',
  input: structure({ QueueUrl: required(string()), Tags: required(map(string())) }),
  run({ queues }, { QueueUrl, Tags }) {
    const queue = queues.at(QueueUrl);
    queues.update(queue, { tags: withTags(queue.record.tags, tagsOf(Tags)) });
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_UntagQueue.html */
export const untagQueue = operation({
  name: 'UntagQueue',
  input: structure({ QueueUrl: required(string()), TagKeys: required(list(string())) }),
  run({ queues }, { QueueUrl, TagKeys }) {
    const queue = queues.at(QueueUrl);
    queues.update(queue, { tags: withoutTags(queue.record.tags, TagKeys) });
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ListQueueTags.html */
export const listQueueTags = operation({
  name: 'ListQueueTags',
  input: structure({ QueueUrl: required(string()) }),
  run({ queues }, { QueueUrl }) {
    const { tags } = queues.at(QueueUrl).record;
    return tags.length > 0 ? { Tags: Object.fromEntries(tags) } : {};
  },
});
