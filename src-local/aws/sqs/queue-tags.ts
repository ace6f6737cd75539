import { list, map, required, string, structure } from '../protocol/shapes.ts';
import { operation } from './sqs-engine.ts';
import { invalidParameterValue } from './sqs-errors.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_TagQueue.html */
export const tagQueue = operation({
  name: 'TagQueue',
  input: structure({ QueueUrl: required(string()), Tags: required(map(string())) }),
  run({ queues }, { QueueUrl, Tags }) {
    const queue = queues.at(QueueUrl);
    queues.update(queue, { tags: withTags(queue.record.tags, readTags(Tags)) });
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

/** Tags are pairs because clients choose their names. */
type Tags = readonly (readonly [string, string])[];

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-queues.html */
export function readTags(given: Readonly<Record<string, string>>): Tags {
  const tags = Object.entries(given);
  for (const [key, value] of tags) {
    if (key === '' || key.length > 128)
      throw invalidParameterValue('Tag keys must be between 1 and 128 characters in length.');
    if (value.length > 256)
      throw invalidParameterValue('Tag values must be between 0 and 256 characters in length.');
    if (/^aws:/i.test(key) || /^aws:/i.test(value)) {
      throw invalidParameterValue("Tag keys and values must not start with the reserved prefix 'aws:'.");
    }
    if (!/^[\p{L}\p{N}\s_.:/=+\-@]*$/u.test(key + value)) {
      throw invalidParameterValue('Tags can only contain letters, numbers, white space and _ . : / = + - @');
    }
  }
  return tags;
}

function withTags(tags: Tags, more: Tags): Tags {
  return [...new Map([...tags, ...more])];
}

function withoutTags(tags: Tags, keys: readonly string[]): Tags {
  return tags.filter(([key]) => !keys.includes(key));
}
