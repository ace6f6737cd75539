import { createHash } from 'node:crypto';
import { AwsError } from '../protocol/aws-error.ts';
import { checksumHeaders, computeChecksum } from './checksums.ts';
import { announce } from './object-events.ts';
import { emptyAnswer } from './answers.ts';
import type { S3Operation } from './s3-operation.ts';
import type { ObjectRecord } from './s3-records.ts';
import { describingHeaders, readDescription } from './object-description.ts';
import { encryption } from './get-object.ts';
import { checkKey } from './object-keys.ts';
import { checkWriteConditions, writingConditions } from './preconditions.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
export const putObject: S3Operation = {
  name: 'PutObject',
  method: 'PUT',
  on: 'object',
  headers: { ...describingHeaders, ...writingConditions },
  async run(engine, { bucket, key, headers, body }, call) {
    checkKey(key);
    checkSize(body.bytes);
    checkWriteConditions(key, engine.findObject(bucket, key), headers);
    const description = readDescription(headers);
    const object = {
      ...description,
      content: [engine.bytes.keep(body.bytes)],
      size: body.bytes.length,
      etag: computeMd5(body.bytes),
      modified: engine.world.clock.now(),
      // Every object has a checksum: S3 computes this one if the client sends none.
      checksum: body.checksum ?? computeChecksum('CRC64NVME', body.bytes),
    } satisfies ObjectRecord;
    engine.setObject(bucket, key, object);
    await announce(engine, { name: 'ObjectCreated:Put', bucket, key, object }, call);
    const answer = { etag: `"${object.etag}"`, ...encryption, ...checksumHeaders(object.checksum) };
    return emptyAnswer(200, answer);
  },
};

export function computeMd5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}

const largestPut = 5 * 1024 ** 3;

export function checkSize(bytes: Uint8Array): void {
  if (bytes.length <= largestPut) return;
  const fields = { ProposedSize: bytes.length, MaxSizeAllowed: largestPut };
  const message = 'Your proposed upload exceeds the maximum allowed size';
  throw new AwsError('EntityTooLarge', message, { fields });
}
