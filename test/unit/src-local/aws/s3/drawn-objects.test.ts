import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  UploadPartCopyCommand,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi, type Mock } from 'vitest';
import type { PocketAwsOptions } from '#local/aws/pocket-aws.ts';
import { nameObjectsCollection, type DrawnObject } from '#local/aws/s3/s3-records.ts';
import { aPast } from '#test/builders/a-past.ts';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aBucket, bucket, putText } from './a-bucket.ts';

const drawing = '0123456789 drawn by hand';
const etag = 'c0ffee00c0ffee00c0ffee00c0ffee00';

test('a drawn object is described and listed without being drawn', async () => {
  const { s3, drawObject } = await aDrawnBucket();
  expect(await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: 'a.pdf' }))).toMatchObject({
    ContentLength: drawing.length,
    ContentType: 'application/pdf',
    ETag: `"${etag}"`,
    LastModified: new Date(startOfTime - 1_000),
    Metadata: { sheet: 'invoice 1' },
  });
  const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }));
  expect(Contents).toMatchObject([{ Key: 'a.pdf', Size: drawing.length, ETag: `"${etag}"` }]);
  expect(Contents?.[0]).not.toHaveProperty('ChecksumAlgorithm');
  expect(drawObject).not.toHaveBeenCalled();
});

test('it is drawn when it is read, in ranges too, and not again for each of them', async () => {
  const { s3, drawObject } = await aDrawnBucket();
  const all = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'a.pdf' }));
  expect(all.Metadata).toEqual({ sheet: 'invoice 1' });
  expect(await textIn(all)).toBe(drawing);
  const ranges = await Promise.all(
    ['bytes=0-4', 'bytes=5-', 'bytes=-4'].map((Range) =>
      s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'a.pdf', Range })),
    ),
  );
  expect(ranges[0]?.ContentRange).toBe(`bytes 0-4/${drawing.length}`);
  expect(await Promise.all(ranges.map(textIn))).toEqual(['01234', drawing.slice(5), 'hand']);
  expect(drawObject.mock.calls).toEqual([['invoice 1']]);
});

test('the recent drawings are remembered, not all of them', async () => {
  const { s3, drawObject } = await aDrawnBucket({ objects: 20 });
  const read = (key: string): Promise<GetObjectCommandOutput> =>
    s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  for (let number = 0; number < 20; number += 1) await read(`${number}.pdf`);
  await read('19.pdf');
  expect(drawObject).toHaveBeenCalledTimes(20);
  await read('0.pdf');
  expect(drawObject).toHaveBeenCalledTimes(21);
});

test('a drawing of another length, or none at all, is an error; the next attempt may go well', async () => {
  const { s3, drawObject } = await aDrawnBucket();
  const read = (): Promise<GetObjectCommandOutput> =>
    s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'a.pdf' }));
  drawObject.mockResolvedValueOnce(Buffer.from('short'));
  await expect(read()).rejects.toMatchObject({ message: expect.stringContaining('drawn as 5') as string });
  drawObject.mockRejectedValueOnce(new Error('no ink'));
  await expect(read()).rejects.toMatchObject({ message: expect.stringContaining('no ink') as string });
  expect(await textIn(await read())).toBe(drawing);
});

test('a copy keeps the recipe, and is drawn only if a checksum is requested', async () => {
  const { s3, drawObject } = await aDrawnBucket();
  const copy = { Bucket: bucket, CopySource: `${bucket}/a.pdf` };
  const { CopyObjectResult } = await s3.send(new CopyObjectCommand({ ...copy, Key: 'b.pdf' }));
  expect(CopyObjectResult?.ETag).toBe(`"${etag}"`);
  expect(drawObject).not.toHaveBeenCalled();
  const summed = await s3.send(
    new CopyObjectCommand({ ...copy, Key: 'c.pdf', ChecksumAlgorithm: 'CRC32', IfNoneMatch: '*' }),
  );
  expect(summed.CopyObjectResult?.ChecksumCRC32).toBeDefined();
  for (const Key of ['b.pdf', 'c.pdf']) {
    const object = await s3.send(new GetObjectCommand({ Bucket: bucket, Key, ChecksumMode: 'ENABLED' }));
    expect(object.Metadata).toEqual({ sheet: 'invoice 1' });
    expect(await textIn(object)).toBe(drawing);
  }
  expect(drawObject).toHaveBeenCalledOnce();
});

test('a part can be copied from it', async () => {
  const { s3 } = await aDrawnBucket();
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'whole' }));
  const part = await s3.send(
    new UploadPartCopyCommand({
      Bucket: bucket,
      Key: 'whole',
      UploadId,
      PartNumber: 1,
      CopySource: `${bucket}/a.pdf`,
      CopySourceRange: 'bytes=0-9',
    }),
  );
  // This is the MD5 of 0123456789.
  expect(part.CopyPartResult?.ETag).toBe('"781e5e245d69b566979b86e28d23f2c7"');
});

test('its replacement is an ordinary object, also after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drawn-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const first = await aDrawnBucket({ folder, objects: 2 });
  await putText(first.s3, '0.pdf', 'typed');
  first.aws.close();
  const { s3 } = await aDrawnBucket({ folder, objects: 2 }, true);
  const texts = ['0.pdf', '1.pdf'].map(async (Key) =>
    textIn(await s3.send(new GetObjectCommand({ Bucket: bucket, Key }))),
  );
  expect(await Promise.all(texts)).toEqual(['typed', drawing]);
  await expect(s3.send(new DeleteBucketCommand({ Bucket: bucket }))).rejects.toMatchObject({
    name: 'BucketNotEmpty',
  });
});

test('time waits for a drawing', async () => {
  const { aws, s3, drawObject } = await aDrawnBucket();
  let drawnAt = 0;
  drawObject.mockImplementationOnce(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    drawnAt = aws.world.clock.now();
    return Buffer.from(drawing);
  });
  const read = s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'a.pdf' }));
  await vi.waitFor(() => expect(drawObject).toHaveBeenCalled());
  await aws.advance(60_000);
  await read;
  expect(drawnAt).toBe(startOfTime);
});

async function aDrawnBucket(
  { objects, ...options }: PocketAwsOptions & { objects?: number } = {},
  isThere = false,
): Promise<Awaited<ReturnType<typeof aBucket>> & { drawObject: ReturnType<typeof aPen> }> {
  const drawObject = aPen();
  const past = aPast({
    [nameObjectsCollection(bucket)]: () =>
      objects === undefined
        ? [['a.pdf', createDrawnObject(1)]]
        : Array.from(
            { length: objects },
            (_, number) => [`${number}.pdf`, createDrawnObject(number)] as const,
          ),
  });
  const asked = { ...options, past, drawObject };
  const world = isThere ? aPocketAws(asked) : await aBucket(asked);
  return { ...world, drawObject };
}

function aPen(): Mock<(recipe: string) => Promise<Uint8Array>> {
  return vi.fn(() => Promise.resolve(Buffer.from(drawing)));
}

function createDrawnObject(number: number): DrawnObject {
  const recipe = `invoice ${number}`;
  return {
    headers: [['content-type', 'application/pdf']],
    metadata: [['sheet', recipe]],
    tags: [],
    content: [],
    drawn: recipe,
    size: drawing.length,
    etag,
    modified: startOfTime - 1_000,
  };
}

async function textIn({ Body }: GetObjectCommandOutput): Promise<string> {
  return (await Body?.transformToString()) ?? '';
}
