import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { drivenClock } from '#local/world/clock.ts';
import { aBucket, bucket, putText, readText } from './a-bucket.ts';

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-s3-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a process that does something with its bucket and ends. */
async function aLifeIn(folder: string, live: (s3: S3Client) => Promise<unknown>): Promise<void> {
  const aws = pocketAws({ folder, clock: drivenClock(startOfTime) });
  const { s3 } = clientsOver(requestHandler(aws.dispatch));
  await s3.send(new CreateBucketCommand({ Bucket: bucket }));
  await live(s3);
  aws.close();
}

test('objects are there after a restart, in order, and the bytes of deleted ones are gone', async () => {
  const folder = aFolder();
  await aLifeIn(folder, async (s3) => {
    for (const key of ['b', 'a', 'c']) await putText(s3, key, `text of ${key}`);
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'c' }));
  });

  const { s3 } = aPocketAws({ folder });
  const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }));
  expect(Contents?.map(({ Key }) => Key)).toEqual(['a', 'b']);
  expect(await readText(s3, 'a')).toBe('text of a');
  expect(readdirSync(join(folder, 'blobs'))).toHaveLength(2);
});

test('an upload continues after a restart', async () => {
  const folder = aFolder();
  const place = { Bucket: bucket, Key: 'k' };
  let part: { UploadId: string | undefined; ETag: string | undefined } | undefined;
  await aLifeIn(folder, async (s3) => {
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand(place));
    const upload = new UploadPartCommand({ ...place, UploadId, PartNumber: 1, Body: 'part' });
    const { ETag } = await s3.send(upload);
    part = { UploadId, ETag };
  });

  const { s3 } = aPocketAws({ folder });
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag: part?.ETag }] };
  await s3.send(new CompleteMultipartUploadCommand({ ...place, UploadId: part?.UploadId, MultipartUpload }));
  expect(await readText(s3, 'k')).toBe('part');
});

test('a reset forgets buckets and bytes', async () => {
  const folder = aFolder();
  const { s3, aws } = await aBucket({ folder });
  await putText(s3, 'k', 'text');
  aws.reset();

  await expect(readText(s3, 'k')).rejects.toMatchObject({ name: 'NoSuchBucket' });
  expect(readdirSync(join(folder, 'blobs'))).toEqual([]);
});

test('bytes go with the last object or part that refers to them', async () => {
  const folder = aFolder();
  const { s3 } = await aBucket({ folder });
  const kept = (): number => readdirSync(join(folder, 'blobs')).length;
  for (let n = 0; n < 5; n += 1) await putText(s3, 'same', `text ${n}`);
  expect(kept()).toBe(1);

  await putText(s3, 'other', 'text 4');
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'other' }));
  expect(await readText(s3, 'same')).toBe('text 4');

  const place = { Bucket: bucket, Key: 'large' };
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(place));
  for (const Body of ['text 4', 'another part']) {
    await s3.send(new UploadPartCommand({ ...place, UploadId, PartNumber: 1, Body }));
  }
  expect(kept()).toBe(2);
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'same' }));
  expect(kept()).toBe(1);
  await s3.send(new AbortMultipartUploadCommand({ ...place, UploadId }));
  expect(kept()).toBe(0);
});
