import { invalidParameterValue } from './sqs-errors.ts';

/** Pairs, because the tags' names are the client's. */
export type Tags = readonly (readonly [string, string])[];

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-queues.html */
export function tagsOf(given: Readonly<Record<string, string>>): Tags {
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

export function withTags(tags: Tags, more: Tags): Tags {
  return [...new Map([...tags, ...more])];
}

export function withoutTags(tags: Tags, keys: readonly string[]): Tags {
  return tags.filter(([key]) => !keys.includes(key));
}
