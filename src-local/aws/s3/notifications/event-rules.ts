import type { QueueNotification } from '../records.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-filtering.html */
export const supportedEvents: readonly string[] = [
  's3:ObjectCreated:*',
  's3:ObjectCreated:Put',
  's3:ObjectCreated:Copy',
  's3:ObjectCreated:CompleteMultipartUpload',
  's3:ObjectRemoved:*',
  's3:ObjectRemoved:Delete',
];

export function wants(
  notification: QueueNotification,
  event: { readonly name: string; readonly key: string },
): boolean {
  return (
    notification.events.some((type) => includes(type, `s3:${event.name}`)) &&
    event.key.startsWith(filterOf(notification, 'prefix')) &&
    event.key.endsWith(filterOf(notification, 'suffix'))
  );
}

/** Whether one event could go to both: S3 refuses a configuration in which that may be. */
export function overlap(one: QueueNotification, other: QueueNotification): boolean {
  const prefixes = [filterOf(one, 'prefix'), filterOf(other, 'prefix')] as const;
  const suffixes = [filterOf(one, 'suffix'), filterOf(other, 'suffix')] as const;
  return (
    one.events.some((type) => other.events.some((its) => includes(type, its) || includes(its, type))) &&
    (prefixes[0].startsWith(prefixes[1]) || prefixes[1].startsWith(prefixes[0])) &&
    (suffixes[0].endsWith(suffixes[1]) || suffixes[1].endsWith(suffixes[0]))
  );
}

function includes(type: string, event: string): boolean {
  return type === event || (type.endsWith(':*') && event.startsWith(type.slice(0, -1)));
}

function filterOf({ filters }: QueueNotification, name: 'prefix' | 'suffix'): string {
  return filters?.find((filter) => filter.name === name)?.value ?? '';
}
