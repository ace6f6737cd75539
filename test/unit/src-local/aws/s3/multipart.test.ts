import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  type ChecksumAlgorithm,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { computeChecksum } from '#local/aws/s3/checksums.ts';
import { aBucket, bucket, putText, readText } from './a-bucket.ts';

const place = { Bucket: bucket, Key: 'large' };
const large = Buffer.alloc(5 * 1024 ** 2, 'a');
const small = Buffer.from('the rest');

async function anUpload(s3: S3Client, ChecksumAlgorithm?: ChecksumAlgorithm): Promise<string> {
  const { UploadId } = await s3.send(
    new CreateMultipartUploadCommand({
      ...place,
      Metadata: { batch: 'b-1' },
      ContentType: 'image/tiff',
      ChecksumAlgorithm,
    }),
  );
  return UploadId ?? '';
}

async function aPart(
  s3: S3Client,
  UploadId: string,
  PartNumber: number,
  Body: Uint8Array,
  ChecksumAlgorithm?: ChecksumAlgorithm,
): Promise<CompletedPart> {
  const part = new UploadPartCommand({ ...place, UploadId, PartNumber, Body, ChecksumAlgorithm });
  const { ETag, ChecksumCRC32, ChecksumSHA256 } = await s3.send(part);
  return { PartNumber, ETag, ChecksumCRC32, ChecksumSHA256 };
}

function complete(
  s3: S3Client,
  UploadId: string,
  Parts: CompletedPart[],
  more: object = {},
): Promise<object> {
  const command = new CompleteMultipartUploadCommand({
    ...place,
    UploadId,
    MultipartUpload: { Parts },
    ...more,
  });
  return s3.send(command);
}

const md5 = (bytes: Uint8Array): Buffer => createHash('md5').update(bytes).digest();

test('parts become one object', async () => {
  const { s3 } = await aBucket();
  const upload = await anUpload(s3);
  const second = await aPart(s3, upload, 7, small);
  const first = await aPart(s3, upload, 2, large);
  await expect(readText(s3, 'large')).rejects.toMatchObject({ name: 'NoSuchKey' });
  const done = await complete(s3, upload, [first, second]);

  const etag = `"${md5(Buffer.concat([md5(large), md5(small)])).toString('hex')}-2"`;
  const whole = Buffer.concat([large, small]);
  expect(done).toMatchObject({ ETag: etag, ChecksumCRC64NVME: computeChecksum('CRC64NVME', whole).value });
  const got = await s3.send(new GetObjectCommand(place));
  expect(got).toMatchObject({ ETag: etag, ContentType: 'image/tiff', Metadata: { batch: 'b-1' } });
  expect(whole.equals((await got.Body?.transformToByteArray()) ?? small)).toBe(true);
  const across = await s3.send(
    new GetObjectCommand({ ...place, Range: `bytes=${large.length - 2}-${large.length + 2}` }),
  );
  expect(await across.Body?.transformToString()).toBe('aathe');
  const part = await s3.send(new GetObjectCommand({ ...place, PartNumber: 2 }));
  expect(part).toMatchObject({ PartsCount: 2, ContentLength: small.length });
  expect(await part.Body?.transformToString()).toBe('the rest');
  await expect(complete(s3, upload, [first, second])).rejects.toMatchObject({ name: 'NoSuchUpload' });
});

test('a checksum of parts is made from those of each', async () => {
  const { s3 } = await aBucket();
  const upload = await anUpload(s3, 'SHA256');
  const first = await aPart(s3, upload, 1, large, 'SHA256');
  const second = await aPart(s3, upload, 2, small, 'SHA256');
  await expect(complete(s3, upload, [{ PartNumber: 1, ETag: first.ETag }, second])).rejects.toMatchObject({
    name: 'InvalidRequest',
    message: expect.stringContaining('missing for part 1'),
  });
  const done = await complete(s3, upload, [first, second]);

  const sha = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
  const value = `${sha(Buffer.concat([sha(large), sha(small)])).toString('base64')}-2`;
  expect(done).toMatchObject({ ChecksumSHA256: value, ChecksumType: 'COMPOSITE' });
  const head = await s3.send(new HeadObjectCommand({ ...place, ChecksumMode: 'ENABLED' }));
  expect(head).toMatchObject({ ChecksumSHA256: value, ChecksumType: 'COMPOSITE' });
  await expect(
    s3.send(new GetObjectCommand(place)).then((got) => got.Body?.transformToByteArray()),
  ).resolves.toBeDefined();
});

test('a part in another algorithm than the upload is refused', async () => {
  const { s3 } = await aBucket();
  const upload = await anUpload(s3, 'SHA256');

  await expect(aPart(s3, upload, 1, small, 'CRC32')).rejects.toMatchObject({ name: 'InvalidRequest' });
});

test('a part that comes again replaces the one before', async () => {
  const { s3 } = await aBucket();
  const upload = await anUpload(s3);
  const stale = await aPart(s3, upload, 1, large);
  const part = await aPart(s3, upload, 1, small);

  await expect(complete(s3, upload, [stale])).rejects.toMatchObject({ name: 'InvalidPart' });
  await complete(s3, upload, [part]);
  expect(await readText(s3, 'large')).toBe('the rest');
});

test('parts must be in order, be there, and be large enough', async () => {
  const { s3 } = await aBucket();
  const upload = await anUpload(s3);
  const first = await aPart(s3, upload, 1, small);
  const second = await aPart(s3, upload, 2, small);

  await expect(complete(s3, upload, [second, first])).rejects.toMatchObject({ name: 'InvalidPartOrder' });
  await expect(complete(s3, upload, [first, second])).rejects.toMatchObject({ name: 'EntityTooSmall' });
  await expect(complete(s3, upload, [{ ...second, PartNumber: 3 }])).rejects.toMatchObject({
    name: 'InvalidPart',
  });
  await expect(aPart(s3, upload, 10_001, small)).rejects.toMatchObject({ name: 'InvalidArgument' });
  await expect(complete(s3, upload, [second], { MpuObjectSize: 9 })).rejects.toMatchObject({
    name: 'InvalidRequest',
  });
});

test('an upload that loses to another writer leaves what is there', async () => {
  const { s3 } = await aBucket();
  const upload = await anUpload(s3);
  const part = await aPart(s3, upload, 1, small);
  await putText(s3, 'large', 'first');

  await expect(complete(s3, upload, [part], { IfNoneMatch: '*' })).rejects.toMatchObject({
    name: 'PreconditionFailed',
  });
  expect(await readText(s3, 'large')).toBe('first');
});

test('a part may be cut from an object', async () => {
  const { s3 } = await aBucket();
  await putText(s3, 'source', '0123456789');
  const upload = await anUpload(s3);
  const copy = { ...place, UploadId: upload, PartNumber: 1, CopySource: `${bucket}/source` };
  const { CopyPartResult } = await s3.send(
    new UploadPartCopyCommand({ ...copy, CopySourceRange: 'bytes=2-4' }),
  );

  for (const CopySourceRange of ['bytes=2-10', 'bytes=2-', 'bytes=12-13']) {
    await expect(s3.send(new UploadPartCopyCommand({ ...copy, CopySourceRange }))).rejects.toThrow();
  }
  await complete(s3, upload, [{ PartNumber: 1, ETag: CopyPartResult?.ETag }]);
  expect(await readText(s3, 'large')).toBe('234');
});

test('an upload that was aborted takes no more parts', async () => {
  const { s3 } = await aBucket();
  const UploadId = await anUpload(s3);
  await aPart(s3, UploadId, 1, small);
  await s3.send(new AbortMultipartUploadCommand({ ...place, UploadId }));
  await expect(aPart(s3, UploadId, 2, small)).rejects.toMatchObject({ name: 'NoSuchUpload' });
});

test('lists of uploads and of parts are refused', async () => {
  const { s3 } = await aBucket();
  const UploadId = await anUpload(s3);
  for (const list of [
    new ListPartsCommand({ ...place, UploadId }),
    new ListMultipartUploadsCommand({ Bucket: bucket }),
  ]) {
    await expect(s3.send(list as ListPartsCommand)).rejects.toMatchObject({ name: 'NotImplemented' });
  }
});
