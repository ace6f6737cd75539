import type { World } from '../../world/world.ts';
import { integer, list, map, required, string, structure } from '../protocol/shapes.ts';
import {
  defaultAttributes,
  parseRedriveAllowPolicy,
  parseRedrivePolicy,
  readAttributes,
  settableAttributes,
  withChanges,
  type QueueAttributes,
} from './queue-attributes.ts';
import type { Queue } from './queue.ts';
import { formatQueueArn, queueNameInArn, formatQueueUrl, type Queues } from './queues.ts';
import { operation } from './sqs-engine.ts';
import {
  invalidAttributeValue,
  invalidParameterValue,
  invalidValue,
  purgeQueueInProgress,
  queueDoesNotExist,
  queueNameExists,
  unknownAttribute,
} from './sqs-errors.ts';

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
    const given = readAttributes(Attributes, isFifo);
    const existing = queues.named(name);
    if (existing) {
      const { attributes } = existing.record;
      const other = Object.keys(given).find((key) => (attributes[key] ?? '') !== given[key]);
      if (other !== undefined) throw queueNameExists(other);
    } else {
      const attributes = withChanges(defaultAttributes(isFifo), given);
      checkRedrive(world, queues, name, attributes);
      queues.create(name, attributes, readTags(tags));
    }
    return { QueueUrl: formatQueueUrl(world, name) };
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

/** Both take up to 60 seconds on AWS; here they take effect at once. */
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
    tasks.forget(formatQueueArn(world, queue.name));
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueUrl.html */
export const getQueueUrl = operation({
  name: 'GetQueueUrl',
  input: structure({ QueueName: required(string()), QueueOwnerAWSAccountId: string() }),
  run({ world, queues }, { QueueName: name, QueueOwnerAWSAccountId: owner = world.account }) {
    if (owner !== world.account || !queues.named(name)) throw queueDoesNotExist();
    return { QueueUrl: formatQueueUrl(world, name) };
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ListQueues.html */
export const listQueues = operation({
  name: 'ListQueues',
  input: structure({ QueueNamePrefix: string(), NextToken: string(), MaxResults: integer() }),
  run({ world, queues }, { QueueNamePrefix: prefix = '', NextToken, MaxResults }) {
    const names = queues.all().flatMap(({ name }) => (name.startsWith(prefix) ? name : []));
    const { page, next } = takePage(names, NextToken, MaxResults);
    return {
      ...(page.length > 0 && { QueueUrls: page.map((name) => formatQueueUrl(world, name)) }),
      ...(next !== undefined && { NextToken: next }),
    };
  },
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ListDeadLetterSourceQueues.html */
export const listDeadLetterSourceQueues = operation({
  name: 'ListDeadLetterSourceQueues',
  input: structure({ QueueUrl: required(string()), NextToken: string(), MaxResults: integer() }),
  run({ world, queues }, { QueueUrl, NextToken, MaxResults }) {
    const arn = formatQueueArn(world, queues.at(QueueUrl).name);
    const sources = queues.all().filter(({ settings }) => settings.redrive?.deadLetterTargetArn === arn);
    const names = sources.map(({ name }) => name);
    const { page, next } = takePage(names, NextToken, MaxResults);
    return {
      queueUrls: page.map((name) => formatQueueUrl(world, name)),
      ...(next !== undefined && { NextToken: next }),
    };
  },
});

const mostResults = 1_000;

/**
 * Returns a page of sorted names. Without MaxResults there is no token, and names that do not fit are left out.
 */
function takePage(
  names: readonly string[],
  token: string | undefined,
  maxResults: number | undefined,
): { page: readonly string[]; next?: string } {
  if (maxResults !== undefined && (maxResults < 1 || maxResults > mostResults)) {
    throw invalidParameterValue(
      'Value for parameter MaxResults is invalid. Reason: MaxResults must be an integer between 1 and 1000.',
    );
  }
  const after = token === undefined ? '' : nameIn(token);
  const rest = names.filter((name) => name > after);
  const page = rest.slice(0, maxResults ?? mostResults);
  const last = page.at(-1);
  if (maxResults === undefined || last === undefined || page.length === rest.length) return { page };
  return { page, next: Buffer.from(`after ${last}`).toString('base64') };
}

function nameIn(token: string): string {
  const [, name] = /^after (.+)$/.exec(Buffer.from(token, 'base64').toString('utf8')) ?? [];
  if (name === undefined) throw invalidParameterValue('Invalid or expired next token.');
  return name;
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html */
export const getQueueAttributes = operation({
  name: 'GetQueueAttributes',
  input: structure({ QueueUrl: required(string()), AttributeNames: list(string()) }),
  run({ world, queues }, { QueueUrl, AttributeNames: names = [] }) {
    const queue = queues.at(QueueUrl);
    const computed = computeAttributes(queue, formatQueueArn(world, queue.name));
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
    if (isFifo && queue.settings.delay !== delay) restartDelays(queue);
  },
});

/** A new delay applies to messages that are already in the queue only if it is a FIFO queue. */
function restartDelays(queue: Queue): void {
  for (const message of queue.messages.values()) {
    if (!message.receipt) queue.setDelayEnd(message, message.content.arrivedAt + queue.settings.delay);
  }
  queue.catchUp();
}

function computeAttributes({ counts, record }: Queue, arn: string): Map<string, string> {
  return new Map([
    ['QueueArn', arn],
    ['ApproximateNumberOfMessages', String(counts.ready)],
    ['ApproximateNumberOfMessagesNotVisible', String(counts.inFlight)],
    ['ApproximateNumberOfMessagesDelayed', String(counts.delayed)],
    ['CreatedTimestamp', String(Math.floor(record.createdAt / 1000))],
    ['LastModifiedTimestamp', String(Math.floor(record.modifiedAt / 1000))],
  ]);
}

/**
 * Whether the queue that dead letters are to go to is there, is of the same kind, and takes those of this one.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
 */
function checkRedrive(world: World, queues: Queues, name: string, attributes: QueueAttributes): void {
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
    (redrivePermission === 'byQueue' && sourceQueueArns.includes(formatQueueArn(world, name)));
  if (!isAllowed)
    throw refuse("The dead-letter queue's RedriveAllowPolicy does not allow this source queue.");
}

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
function readTags(given: Readonly<Record<string, string>>): Tags {
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
