import { createHash } from 'node:crypto';
import { Buffer } from 'node:buffer';
import { urlEncodeKey } from '../../../aws/s3/listing/url-encode.ts';
import type { PastFacts } from '../../../journal/told.ts';
import type { Randomness } from '../../randomness.ts';

export interface ToldUpload {
  readonly bucket: string;
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly at: number;
}

/** What S3 sent when a file arrived. https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
export function s3Event(
  { region, account }: Pick<PastFacts, 'region' | 'account'>,
  { bucket, key, size, etag, at }: ToldUpload,
  dice: Randomness,
): string {
  const principal = { principalId: createHash('sha256').update(account).digest('hex') };
  const requestId = dice.code(16);
  return JSON.stringify({
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: region,
        eventTime: new Date(at).toISOString(),
        eventName: 'ObjectCreated:Put',
        userIdentity: principal,
        requestParameters: { sourceIPAddress: '127.0.0.1' },
        responseElements: {
          'x-amz-request-id': requestId,
          'x-amz-id-2': Buffer.from(requestId).toString('base64'),
        },
        s3: {
          s3SchemaVersion: '1.0',
          configurationId: 'documents',
          bucket: { name: bucket, ownerIdentity: principal, arn: `arn:aws:s3:::${bucket}` },
          object: { key: urlEncodeKey(key), size, eTag: etag, sequencer: dice.hex(16).toUpperCase() },
        },
      },
    ],
  });
}
