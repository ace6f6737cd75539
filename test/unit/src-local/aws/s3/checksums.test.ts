import { createHash } from 'node:crypto';
import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type ChecksumAlgorithm,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { checksumAlgorithms, computeChecksum } from '#local/aws/s3/checksums.ts';
import { aBucket, bucket, putText, raw, readText } from './a-bucket.ts';

const place = { Bucket: bucket, Key: 'k' };

test.each([
  ['CRC32', 'cbf43926'],
  ['CRC32C', 'e3069283'],
  ['CRC64NVME', 'ae8b14860a799888'],
] as const)('%s of the digits 1 to 9 is the well-known one', (algorithm, hex) => {
  const { value } = computeChecksum(algorithm, Buffer.from('123456789'));

  expect(Buffer.from(value, 'base64').toString('hex')).toBe(hex);
});

test.each<ChecksumAlgorithm>(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'])(
  "the SDK's %s is verified, stored, and returned on request",
  async (ChecksumAlgorithm) => {
    const { s3 } = await aBucket();
    const member = `Checksum${ChecksumAlgorithm}`;
    const put = await s3.send(new PutObjectCommand({ ...place, Body: 'some pixels', ChecksumAlgorithm }));
    const head = await s3.send(new HeadObjectCommand({ ...place, ChecksumMode: 'ENABLED' }));

    expect(put).toMatchObject({ ChecksumType: 'FULL_OBJECT', [member]: expect.any(String) });
    expect(head).toMatchObject({ ChecksumType: 'FULL_OBJECT', [member]: Reflect.get(put, member) });
    expect(await s3.send(new HeadObjectCommand(place))).not.toHaveProperty(member);
    // The SDK compares the checksum with the bytes that it reads.
    expect(await readText(s3, 'k')).toBe('some pixels');
  },
);

test('of a part of an object no checksum is given', async () => {
  const { s3 } = await aBucket();
  await putText(s3, 'k', 'pixels');
  const part = await s3.send(new GetObjectCommand({ ...place, Range: 'bytes=0-1', ChecksumMode: 'ENABLED' }));

  expect(part.ChecksumCRC32).toBeUndefined();
});

test('an object that comes without a checksum gets one', async () => {
  const { s3, aws } = await aBucket();
  await raw(aws, 'PUT', `/${bucket}/k`, { body: '123456789' });

  const head = await s3.send(new HeadObjectCommand({ ...place, ChecksumMode: 'ENABLED' }));
  expect(head.ChecksumCRC64NVME).toBe(Buffer.from('ae8b14860a799888', 'hex').toString('base64'));
});

test('a copy may have another checksum', async () => {
  const { s3 } = await aBucket();
  await putText(s3, 'k', 'pixels');
  const copy = { Bucket: bucket, Key: 'to', CopySource: `${bucket}/k`, ChecksumAlgorithm: 'SHA256' as const };
  const { CopyObjectResult } = await s3.send(new CopyObjectCommand(copy));

  expect(CopyObjectResult?.ChecksumSHA256).toBe(createHash('sha256').update('pixels').digest('base64'));
});

const wrong = computeChecksum('CRC32', Buffer.from('other')).value;

test.each<readonly [string, string, string]>([
  ['content-md5', createHash('md5').update('other').digest('base64'), 'BadDigest'],
  ['content-md5', 'short', 'InvalidDigest'],
  ['x-amz-content-sha256', '0'.repeat(64), 'XAmzContentSHA256Mismatch'],
  ['x-amz-checksum-crc32', 'short', 'InvalidRequest'],
  ['x-amz-sdk-checksum-algorithm', 'CRC32', 'InvalidRequest'],
  ['x-amz-sdk-checksum-algorithm', 'CRC99', 'InvalidRequest'],
  ...checksumAlgorithms.map(
    (algorithm) =>
      [
        `x-amz-checksum-${algorithm.toLowerCase()}`,
        computeChecksum(algorithm, Buffer.from('other')).value,
        'BadDigest',
      ] as const,
  ),
])('a body that is not what its %s says (%s) is refused: %s', async (header, value, code) => {
  const { s3, aws } = await aBucket();
  const { status, text } = await raw(aws, 'PUT', `/${bucket}/k`, {
    headers: { [header]: value },
    body: 'pixels',
  });

  expect(status).toBe(400);
  expect(text).toContain(`<Code>${code}</Code>`);
  await expect(readText(s3, 'k')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('one checksum is enough, and two are too many', async () => {
  const { aws } = await aBucket();
  const headers = {
    'content-md5': createHash('md5').update('pixels').digest('base64'),
    'x-amz-checksum-crc32': computeChecksum('CRC32', Buffer.from('pixels')).value,
  };

  expect(await raw(aws, 'PUT', `/${bucket}/k`, { headers, body: 'pixels' })).toMatchObject({ status: 200 });
  const both = { ...headers, 'x-amz-checksum-sha1': computeChecksum('SHA1', Buffer.from('pixels')).value };
  const { text } = await raw(aws, 'PUT', `/${bucket}/k`, { headers: both, body: 'pixels' });
  expect(text).toContain('Multiple checksum Types are not allowed');
});

test('a deletion of many must prove what it asks for', async () => {
  const { aws } = await aBucket();
  const body = '<Delete><Object><Key>k</Key></Object></Delete>';

  expect((await raw(aws, 'POST', `/${bucket}?delete`, { body })).text).toContain(
    '<Code>InvalidRequest</Code>',
  );
  const headers = { 'x-amz-checksum-crc32': wrong };
  expect((await raw(aws, 'POST', `/${bucket}?delete`, { body, headers })).text).toContain('BadDigest');
});
