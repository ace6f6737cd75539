import { AwsError } from '../protocol/aws-error.ts';
import { emptyAnswer, xmlAnswer, invalidArgument, notImplemented } from './answers.ts';
import { overlap, supportedEvents, testMessage } from './object-events.ts';
import { findQueueUrl, send } from './outbox.ts';
import type { S3Engine } from './s3-engine.ts';
import type { S3Operation } from './s3-operation.ts';
import type { KeyFilter, QueueNotification } from './s3-records.ts';
import {
  malformedXml,
  createElement,
  groupChildren,
  readXml,
  readRequiredText,
  textElement,
  readText,
  type XmlElement,
} from './xml.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketNotificationConfiguration.html */
export const putBucketNotification: S3Operation = {
  name: 'PutBucketNotificationConfiguration',
  method: 'PUT',
  on: 'bucket',
  marks: ['notification'],
  headers: { 'x-amz-skip-destination-validation': 'any' },
  async run(engine, { bucket, headers, body }, call) {
    engine.bucket(bucket);
    const notifications = readNotifications(body.bytes, () => engine.world.random.uuid());
    if (headers.get('x-amz-skip-destination-validation')?.toLowerCase() !== 'true') {
      for (const { queueArn } of notifications) await checkDestination(engine, queueArn);
      const message = testMessage(engine.world, bucket, call.requestId);
      for (const { queueArn } of notifications) {
        await send(engine.world, { queueArn, body: message }).catch((error: unknown) => {
          throw toDestinationRefusal(error, queueArn);
        });
      }
    }
    engine.changeBucket(bucket, { notifications });
    return emptyAnswer(200);
  },
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketNotificationConfiguration.html */
export const getBucketNotification: S3Operation = {
  name: 'GetBucketNotificationConfiguration',
  method: 'GET',
  on: 'bucket',
  marks: ['notification'],
  run(engine, { bucket }) {
    const { notifications } = engine.bucket(bucket);
    return xmlAnswer('NotificationConfiguration', notifications.map(notificationElement).join(''));
  },
};

async function checkDestination({ world }: S3Engine, queueArn: string): Promise<void> {
  const [, , , region, account, name] = queueArn.split(':');
  const isHere = region === world.region && account === world.account;
  // S3 sends no events to FIFO queues.
  if (!isHere || name?.endsWith('.fifo')) throw unableToValidate(queueArn);
  await findQueueUrl(world, queueArn).catch((error: unknown) => {
    throw toDestinationRefusal(error, queueArn);
  });
}

function toDestinationRefusal(error: unknown, queueArn: string): unknown {
  return error instanceof AwsError ? unableToValidate(queueArn) : error;
}

function unableToValidate(queueArn: string): AwsError {
  const message = 'Unable to validate the following destination configurations';
  return invalidArgument(message, queueArn, 'The destination queue does not exist');
}

function notificationElement({ id, queueArn, events, filters }: QueueNotification): string {
  return createElement(
    'QueueConfiguration',
    textElement('Id', id),
    textElement('Queue', queueArn),
    ...events.map((event) => textElement('Event', event)),
    filters ? createElement('Filter', createElement('S3Key', ...filters.map(filterElement))) : '',
  );
}

function filterElement({ name, value }: KeyFilter): string {
  // S3 answers with a capital letter whatever it was sent.
  const capitalised = name === 'prefix' ? 'Prefix' : 'Suffix';
  return createElement('FilterRule', textElement('Name', capitalised), textElement('Value', value));
}

/** The body of PutBucketNotificationConfiguration. Only queues are told of events here. */
function readNotifications(bytes: Uint8Array, newId: () => string): QueueNotification[] {
  const members = groupChildren(readXml(bytes, 'NotificationConfiguration'), [
    'QueueConfiguration',
    ...otherDestinations,
  ]);
  for (const name of otherDestinations) if (members.has(name)) throw notImplemented('XML element', name);
  const notifications = (members.get('QueueConfiguration') ?? []).map((element) =>
    readNotification(element, newId),
  );
  refuseConflicts(notifications);
  return notifications;
}

const otherDestinations = ['TopicConfiguration', 'CloudFunctionConfiguration', 'EventBridgeConfiguration'];
const mostNotifications = 100;

function readNotification(element: XmlElement, newId: () => string): QueueNotification {
  const members = groupChildren(element, ['Id', 'Queue', 'Event', 'Filter']);
  const events = (members.get('Event') ?? []).map(({ text }) => text);
  if (events.length === 0) throw malformedXml();
  for (const event of events) checkEvent(event);
  const queueArn = readRequiredText(members, 'Queue');
  if (!/^arn:aws[\w-]*:sqs:[\w-]+:\d{12}:[\w.-]+$/.test(queueArn)) {
    throw invalidArgument('The ARN could not be parsed', 'Queue', queueArn);
  }
  const [filter] = members.get('Filter') ?? [];
  return {
    id: readText(members, 'Id') || newId(),
    queueArn,
    events,
    filters: filter ? readFilters(filter) : undefined,
  };
}

function checkEvent(event: string): void {
  if (supportedEvents.includes(event)) return;
  if (/^s3:[A-Z]/.test(event)) {
    const message = `Events of the type ${event} do not happen here`;
    throw new AwsError('NotImplemented', message, { status: 501 });
  }
  throw invalidArgument('The event is not supported for notifications', 'Event', event);
}

function readFilters(element: XmlElement): KeyFilter[] {
  const [key] = groupChildren(element, ['S3Key']).get('S3Key') ?? [];
  if (!key) return [];
  const filters = (groupChildren(key, ['FilterRule']).get('FilterRule') ?? []).map((rule): KeyFilter => {
    const members = groupChildren(rule, ['Name', 'Value']);
    const name = readRequiredText(members, 'Name').toLowerCase();
    if (name !== 'prefix' && name !== 'suffix') {
      const message = 'filter rule name must be either prefix or suffix';
      throw invalidArgument(message, 'FilterRule.Name', name);
    }
    const value = readRequiredText(members, 'Value');
    if (value.length > 1024) {
      const message = 'Size of filter rule value cannot exceed 1024 bytes in UTF-8 representation';
      throw invalidArgument(message, 'FilterRule.Value', value);
    }
    return { name, value };
  });
  for (const name of ['prefix', 'suffix']) {
    if (filters.filter((filter) => filter.name === name).length > 1) {
      const message = `Cannot specify more than one ${name} rule in a filter.`;
      throw invalidArgument(message, 'FilterRule', name);
    }
  }
  return filters;
}

function refuseConflicts(notifications: readonly QueueNotification[]): void {
  if (notifications.length > mostNotifications) {
    throw invalidArgument(`Only ${mostNotifications} event notifications are allowed on a bucket`);
  }
  notifications.forEach((one, index) => {
    for (const other of notifications.slice(index + 1)) {
      if (one.id === other.id) {
        throw invalidArgument('Same ID used for multiple configurations. IDs must be unique', 'Id', one.id);
      }
      if (overlap(one, other)) {
        throw invalidArgument(
          'Configurations overlap. Configurations on the same bucket cannot share a common event type.',
          one.queueArn,
          other.queueArn,
        );
      }
    }
  });
}
