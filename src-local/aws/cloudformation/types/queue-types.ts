import type { PropertyShape } from '../property-shapes.ts';
import {
  callUnlessRefused,
  compareTags,
  generateName,
  hashText,
  readTags,
  readText,
  tagsShape,
  toTagMap,
  type CallService,
  type Properties,
  type ResourceType,
  type WantedResource,
} from '../resource-type.ts';

/** The attributes of a queue, with the value that one has when a template leaves it out. */
const attributeDefaults: Readonly<Record<string, string>> = {
  DelaySeconds: '0',
  MaximumMessageSize: '1048576',
  MessageRetentionPeriod: '345600',
  ReceiveMessageWaitTimeSeconds: '0',
  VisibilityTimeout: '30',
  RedrivePolicy: '',
  RedriveAllowPolicy: '',
  KmsMasterKeyId: '',
  KmsDataKeyReusePeriodSeconds: '300',
  SqsManagedSseEnabled: 'true',
  FifoQueue: 'false',
  ContentBasedDeduplication: 'false',
  DeduplicationScope: 'queue',
  FifoThroughputLimit: 'perQueue',
};

const redrivePolicy: PropertyShape = { deadLetterTargetArn: 'text', maxReceiveCount: 'number' };
const redriveAllowPolicy: PropertyShape = { redrivePermission: 'text', sourceQueueArns: ['text'] };

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-sqs-queue.html */
const queue: ResourceType = {
  properties: {
    ...Object.fromEntries(Object.keys(attributeDefaults).map((name) => [name, 'text'])),
    RedrivePolicy: redrivePolicy,
    RedriveAllowPolicy: redriveAllowPolicy,
    QueueName: 'text',
    Tags: tagsShape,
  },
  fixed: ['QueueName', 'FifoQueue'],
  attributes: ['Arn', 'QueueName', 'QueueUrl'],
  identify(wanted) {
    const { region, account, endpoint, properties } = wanted;
    const isFifo = properties['FifoQueue'] === 'true';
    const name =
      readText(properties, 'QueueName') ??
      (isFifo ? `${generateName(wanted, 75)}.fifo` : generateName(wanted, 80));
    const url = `${endpoint}/${account}/${name}`;
    const Arn = `arn:aws:sqs:${region}:${account}:${name}`;
    return { physicalId: url, attributes: { Arn, QueueName: name, QueueUrl: url } };
  },
  engine: {
    service: 'sqs',
    async make(call, { physicalId: QueueUrl, attributes, properties }) {
      const QueueName = String(attributes['QueueName']);
      const wanted = toAttributes(properties);
      const found = await callUnlessRefused(['QueueDoesNotExist'], call('sqs', 'GetQueueUrl', { QueueName }));
      if (!found) {
        const tags = toTagMap(readTags(properties));
        await call('sqs', 'CreateQueue', { QueueName, Attributes: wanted, tags });
        return;
      }
      const { Attributes: current = {} } = (await call('sqs', 'GetQueueAttributes', {
        QueueUrl,
        AttributeNames: ['All'],
      })) as { Attributes?: Readonly<Record<string, string>> };
      await setAttributes(call, QueueUrl, current, wanted);
    },
    async change(call, { physicalId: QueueUrl, properties }, before) {
      const old = toAttributes(before);
      const reset = Object.keys(old).map((name) => [name, attributeDefaults[name] ?? ''] as const);
      await setAttributes(call, QueueUrl, old, { ...Object.fromEntries(reset), ...toAttributes(properties) });
      const { set, remove } = compareTags(before, properties);
      if (set.length > 0) await call('sqs', 'TagQueue', { QueueUrl, Tags: toTagMap(set) });
      if (remove.length > 0) await call('sqs', 'UntagQueue', { QueueUrl, TagKeys: remove });
    },
    async remove(call, { physicalId: QueueUrl }) {
      await callUnlessRefused(['QueueDoesNotExist'], call('sqs', 'DeleteQueue', { QueueUrl }));
    },
  },
};

/** Sets the attributes that differ. */
async function setAttributes(
  call: CallService,
  QueueUrl: string,
  current: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>>,
): Promise<void> {
  const changed = Object.entries(wanted).filter(([name, value]) => (current[name] ?? '') !== value);
  if (changed.length === 0) return;
  await call('sqs', 'SetQueueAttributes', { QueueUrl, Attributes: Object.fromEntries(changed) });
}

/** Attributes are text, and policies among them JSON. */
function toAttributes(properties: Properties): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const name of Object.keys(attributeDefaults)) {
    const value = properties[name];
    // A standard queue says so by leaving this out.
    if (value === undefined || (name === 'FifoQueue' && value === 'false')) continue;
    attributes[name] = typeof value === 'string' ? value : JSON.stringify(value);
  }
  return attributes;
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-sqs-queuepolicy.html */
const queuePolicy: ResourceType = {
  properties: { Queues: ['text'], PolicyDocument: 'json' },
  required: ['Queues', 'PolicyDocument'],
  attributes: ['Id'],
  identify(wanted) {
    const id = `${wanted.stack}-${wanted.logicalId}-${hashText(wanted.stack + wanted.logicalId).slice(0, 12)}`;
    return { physicalId: id, attributes: { Id: id } };
  },
  engine: {
    service: 'sqs',
    make: (call, wanted) => setPolicy(call, wanted.properties),
    async change(call, wanted: WantedResource, before) {
      await setPolicy(call, wanted.properties);
      const stays = readQueues(wanted.properties);
      await removePolicy(
        call,
        readQueues(before).filter((url) => !stays.includes(url)),
      );
    },
    remove: (call, { properties }) => removePolicy(call, readQueues(properties)),
  },
};

export const queueTypes: Readonly<Record<string, ResourceType>> = {
  'AWS::SQS::Queue': queue,
  'AWS::SQS::QueuePolicy': queuePolicy,
};

function readQueues(properties: Properties): readonly string[] {
  return properties['Queues'] as readonly string[];
}

async function setPolicy(call: CallService, properties: Properties): Promise<void> {
  const Attributes = { Policy: JSON.stringify(properties['PolicyDocument']) };
  for (const QueueUrl of readQueues(properties)) {
    await call('sqs', 'SetQueueAttributes', { QueueUrl, Attributes });
  }
}

async function removePolicy(call: CallService, queues: readonly string[]): Promise<void> {
  for (const QueueUrl of queues) {
    const asked = { QueueUrl, Attributes: { Policy: '' } };
    await callUnlessRefused(['QueueDoesNotExist'], call('sqs', 'SetQueueAttributes', asked));
  }
}
