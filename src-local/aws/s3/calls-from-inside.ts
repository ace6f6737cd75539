import type { WireRequest } from '../protocol/wire.ts';
import { unknownOperation } from '../protocol/operation.ts';
import { createElement, textElement } from './xml.ts';

/** The members of these operations, as clients name them. */
export interface InsideInput {
  readonly Bucket?: string;
  readonly Tagging?: { readonly TagSet: readonly Tag[] };
  readonly NotificationConfiguration?: { readonly QueueConfigurations?: readonly QueueConfiguration[] };
}

interface Tag {
  readonly Key: string;
  readonly Value: string;
}

interface QueueConfiguration {
  readonly Id?: string;
  readonly QueueArn: string;
  readonly Events: readonly string[];
  readonly Filter?: { readonly Key: { readonly FilterRules: readonly FilterRule[] } };
}

interface FilterRule {
  readonly Name: string;
  readonly Value: string;
}

/**
 * Writes the request that a client would send. Other services here call S3 by the operations on buckets, and by no
 * others: objects come from clients.
 */
export function writeRequest(operation: string, input: InsideInput): WireRequest {
  const write = writers[operation];
  if (!write) throw unknownOperation(`s3:${operation}`);
  const { method, query = '', body = '' } = write(input);
  return {
    method,
    path: `/${encodeURIComponent(input.Bucket ?? '')}`,
    query,
    // Buckets are private, so that a request without a signature is refused.
    headers: { authorization: 'AWS4-HMAC-SHA256 from inside' },
    body: new TextEncoder().encode(body),
  };
}

type Written = { readonly method: string; readonly query?: string; readonly body?: string };

const writers: Readonly<Record<string, (input: InsideInput) => Written>> = {
  CreateBucket: () => ({ method: 'PUT' }),
  HeadBucket: () => ({ method: 'HEAD' }),
  DeleteBucket: () => ({ method: 'DELETE' }),
  PutBucketTagging: (input) => ({ method: 'PUT', query: 'tagging', body: writeTagging(input) }),
  DeleteBucketTagging: () => ({ method: 'DELETE', query: 'tagging' }),
  PutBucketNotificationConfiguration: (input) => ({
    method: 'PUT',
    query: 'notification',
    body: writeNotifications(input),
  }),
};

function writeTagging({ Tagging }: InsideInput): string {
  const tags = (Tagging?.TagSet ?? []).map(({ Key, Value }) =>
    createElement('Tag', textElement('Key', Key), textElement('Value', Value)),
  );
  return createElement('Tagging', createElement('TagSet', ...tags));
}

function writeNotifications({ NotificationConfiguration }: InsideInput): string {
  const { QueueConfigurations = [] } = NotificationConfiguration ?? {};
  const configurations = QueueConfigurations.map(({ Id, QueueArn, Events, Filter }) =>
    createElement(
      'QueueConfiguration',
      textElement('Id', Id),
      textElement('Queue', QueueArn),
      ...Events.map((event) => textElement('Event', event)),
      Filter ? createElement('Filter', createElement('S3Key', ...Filter.Key.FilterRules.map(writeRule))) : '',
    ),
  );
  return createElement('NotificationConfiguration', ...configurations);
}

function writeRule({ Name, Value }: FilterRule): string {
  return createElement('FilterRule', textElement('Name', Name), textElement('Value', Value));
}
