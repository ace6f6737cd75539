import type { World } from '../../world/world.ts';
import type { Call } from '../protocol/operation.ts';
import { canonicalUserId, toHostId } from './answers.ts';
import { urlEncodeKey } from './object-keys.ts';
import type { S3Engine } from './s3-engine.ts';
import type { ObjectRecord, QueueNotification } from './s3-records.ts';

/** Notifies the queues in a bucket's configuration. Call it in the turn of the change itself. */
export function announce(engine: S3Engine, event: ObjectEvent, call: Call): Promise<void> {
  const { notifications } = engine.bucket(event.bucket);
  const wanted = notifications.filter((notification) => wants(notification, event));
  if (wanted.length === 0) return Promise.resolve();
  const sequencer = engine.outbox.nextSequencer();
  for (const { id, queueArn } of wanted) {
    engine.outbox.post(queueArn, eventMessage(engine.world, event, { id, sequencer }, call.requestId));
  }
  return engine.outbox.deliver();
}

interface ObjectEvent {
  /** The name as in a message; a configuration puts `s3:` before it. */
  readonly name:
    | 'ObjectCreated:Put'
    | 'ObjectCreated:Copy'
    | 'ObjectCreated:CompleteMultipartUpload'
    | 'ObjectRemoved:Delete';
  readonly bucket: string;
  readonly key: string;
  /** The object after the event; undefined after a removal. */
  readonly object?: ObjectRecord;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
function eventMessage(
  world: World,
  { name, bucket, key, object }: ObjectEvent,
  { id, sequencer }: { id: string; sequencer: string },
  requestId: string,
): string {
  const principal = { principalId: canonicalUserId(world) };
  const record = {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: world.region,
    eventTime: new Date(world.clock.now()).toISOString(),
    eventName: name,
    userIdentity: principal,
    requestParameters: { sourceIPAddress: '127.0.0.1' },
    responseElements: { 'x-amz-request-id': requestId, 'x-amz-id-2': toHostId(requestId) },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: id,
      bucket: { name: bucket, ownerIdentity: principal, arn: `arn:aws:s3:::${bucket}` },
      object: {
        key: urlEncodeKey(key),
        ...(object ? { size: object.size, eTag: object.etag } : {}),
        sequencer,
      },
    },
  };
  return JSON.stringify({ Records: [record] });
}

/** S3 sends this to a queue when a configuration first names it. */
export function testMessage(world: World, bucket: string, requestId: string): string {
  return JSON.stringify({
    Service: 'Amazon S3',
    Event: 's3:TestEvent',
    Time: new Date(world.clock.now()).toISOString(),
    Bucket: bucket,
    RequestId: requestId,
    HostId: toHostId(requestId),
  });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-filtering.html */
export const supportedEvents: readonly string[] = [
  's3:ObjectCreated:*',
  's3:ObjectCreated:Put',
  's3:ObjectCreated:Copy',
  's3:ObjectCreated:CompleteMultipartUpload',
  's3:ObjectRemoved:*',
  's3:ObjectRemoved:Delete',
];

function wants(
  notification: QueueNotification,
  event: { readonly name: string; readonly key: string },
): boolean {
  return (
    notification.events.some((type) => includes(type, `s3:${event.name}`)) &&
    event.key.startsWith(readFilter(notification, 'prefix')) &&
    event.key.endsWith(readFilter(notification, 'suffix'))
  );
}

/** Returns true if one event could go to both: S3 refuses a configuration in which that is possible. */
export function overlap(one: QueueNotification, other: QueueNotification): boolean {
  const prefixes = [readFilter(one, 'prefix'), readFilter(other, 'prefix')] as const;
  const suffixes = [readFilter(one, 'suffix'), readFilter(other, 'suffix')] as const;
  return (
    one.events.some((type) => other.events.some((its) => includes(type, its) || includes(its, type))) &&
    (prefixes[0].startsWith(prefixes[1]) || prefixes[1].startsWith(prefixes[0])) &&
    (suffixes[0].endsWith(suffixes[1]) || suffixes[1].endsWith(suffixes[0]))
  );
}

function includes(type: string, event: string): boolean {
  return type === event || (type.endsWith(':*') && event.startsWith(type.slice(0, -1)));
}

function readFilter({ filters }: QueueNotification, name: 'prefix' | 'suffix'): string {
  return filters?.find((filter) => filter.name === name)?.value ?? '';
}
