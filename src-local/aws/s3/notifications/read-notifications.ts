import { AwsError } from '../../protocol/aws-error.ts';
import { invalidArgument, malformedXml, notImplemented } from '../protocol/refusals.ts';
import { membersOf, readXml, requiredTextOf, textOf, type XmlElement } from '../protocol/xml-read.ts';
import type { KeyFilter, QueueNotification } from '../records.ts';
import { overlap, supportedEvents } from './event-rules.ts';

/** The body of PutBucketNotificationConfiguration. Only queues are told of events here. */
export function readNotifications(bytes: Uint8Array, newId: () => string): QueueNotification[] {
  const members = membersOf(readXml(bytes, 'NotificationConfiguration'), [
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
  const members = membersOf(element, ['Id', 'Queue', 'Event', 'Filter']);
  const events = (members.get('Event') ?? []).map(({ text }) => text);
  if (events.length === 0) throw malformedXml();
  for (const event of events) checkEvent(event);
  const queueArn = requiredTextOf(members, 'Queue');
  if (!/^arn:aws[\w-]*:sqs:[\w-]+:\d{12}:[\w.-]+$/.test(queueArn)) {
    throw invalidArgument('The ARN could not be parsed', 'Queue', queueArn);
  }
  const [filter] = members.get('Filter') ?? [];
  return {
    id: textOf(members, 'Id') || newId(),
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
  const [key] = membersOf(element, ['S3Key']).get('S3Key') ?? [];
  if (!key) return [];
  const filters = (membersOf(key, ['FilterRule']).get('FilterRule') ?? []).map((rule): KeyFilter => {
    const members = membersOf(rule, ['Name', 'Value']);
    const name = requiredTextOf(members, 'Name').toLowerCase();
    if (name !== 'prefix' && name !== 'suffix') {
      const message = 'filter rule name must be either prefix or suffix';
      throw invalidArgument(message, 'FilterRule.Name', name);
    }
    const value = requiredTextOf(members, 'Value');
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
