import type { World } from '../../../world/world.ts';
import { canonicalUserId } from '../buckets/owner.ts';
import { urlEncodeKey } from '../listing/url-encode.ts';
import { hostIdOf } from '../protocol/refuse.ts';
import type { ObjectRecord } from '../records.ts';

export interface ObjectEvent {
  /** As in a message; a configuration puts `s3:` before it. */
  readonly name:
    | 'ObjectCreated:Put'
    | 'ObjectCreated:Copy'
    | 'ObjectCreated:CompleteMultipartUpload'
    | 'ObjectRemoved:Delete';
  readonly bucket: string;
  readonly key: string;
  /** What there is now; nothing after a removal. */
  readonly object?: ObjectRecord;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
export function eventMessage(
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
    responseElements: { 'x-amz-request-id': requestId, 'x-amz-id-2': hostIdOf(requestId) },
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

/** What a queue is sent when a configuration first names it. */
export function testMessage(world: World, bucket: string, requestId: string): string {
  return JSON.stringify({
    Service: 'Amazon S3',
    Event: 's3:TestEvent',
    Time: new Date(world.clock.now()).toISOString(),
    Bucket: bucket,
    RequestId: requestId,
    HostId: hostIdOf(requestId),
  });
}
