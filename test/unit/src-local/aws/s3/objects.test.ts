import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aBucket, bucket, putText, raw, readText } from './a-bucket.ts';

test('an object comes back as it was put, with its metadata', async () => {
  const { s3 } = await aBucket();
  const said = {
    CacheControl: 'max-age=60',
    ContentDisposition: 'attachment; filename="page 1.png"',
    ContentEncoding: 'gzip',
    ContentLanguage: 'cy',
    ContentType: 'image/png',
    Metadata: { batch: 'b-1', constructor: 'kept too' },
  };
  const put = await s3.send(
    new PutObjectCommand({ Bucket: bucket, Key: 'page.png', Body: 'pixels', ...said }),
  );
  const got = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'page.png' }));

  expect(got).toMatchObject({
    ...said,
    ContentLength: 6,
    ETag: `"${createHash('md5').update('pixels').digest('hex')}"`,
    LastModified: new Date(startOfTime),
    ServerSideEncryption: 'AES256',
    AcceptRanges: 'bytes',
  });
  expect(put.ETag).toBe(got.ETag);
  expect(await got.Body?.transformToString()).toBe('pixels');
});

test('what was put stays as it was, though the client writes over its buffer', async () => {
  const { s3 } = await aBucket();
  const buffer = Buffer.from('pixels');
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'k', Body: buffer }));
  buffer.fill('x');

  expect(await readText(s3, 'k')).toBe('pixels');
});

test('metadata may have any name', async () => {
  const { aws } = await aBucket();
  await raw(aws, 'PUT', `/${bucket}/k`, { headers: { ['x-amz-meta-__proto__']: 'kept' } });

  const { headers } = await raw(aws, 'GET', `/${bucket}/k`);
  expect(headers['x-amz-meta-__proto__']).toBe('kept');
});

test('an object of no bytes is an object', async () => {
  const { s3 } = await aBucket();
  await putText(s3, 'empty', '');

  expect(await readText(s3, 'empty')).toBe('');
  const head = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: 'empty' }));
  expect(head).toMatchObject({ ContentLength: 0, ETag: '"d41d8cd98f00b204e9800998ecf8427e"' });
});

test('metadata beyond ASCII is given back in the words of RFC 2047', async () => {
  const { s3 } = await aBucket();
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'k', Metadata: { name: 'Siân' } }));

  const { Metadata } = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: 'k' }));
  expect(Metadata).toEqual({ name: `=?UTF-8?B?${Buffer.from('Siân').toString('base64')}?=` });
});

test.each([
  'with space',
  'a+b=c&d',
  '100% sure?#fragment',
  'ü/ñ/漢字/😀',
  '/leading/slash',
  'double//slash/',
  'dots/../and/./dots',
  'quote"<xml>&\'',
  "it's (~fine*)!",
  '__proto__',
  'line\nfeed',
])('the key %j is stored as it is', async (key) => {
  const { s3 } = await aBucket();
  await putText(s3, key, key);

  expect(await readText(s3, key)).toBe(key);
  const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }));
  expect(Contents?.map((object) => object.Key)).toEqual([key]);
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  await expect(readText(s3, key)).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('a key may be 1,024 bytes long and no longer', async () => {
  const { s3 } = await aBucket();
  await putText(s3, 'ü'.repeat(512), 'fits');

  await expect(putText(s3, `${'ü'.repeat(512)}x`, '')).rejects.toMatchObject({ name: 'KeyTooLongError' });
});

test('a stream is stored without the framing in which it travels', async () => {
  const { s3 } = await aBucket();
  const pieces = ['first ', 'second ', 'third'].map((text) => Buffer.from(text));
  const put = await s3.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: 'streamed',
      Body: Readable.from(pieces),
      ContentLength: 18,
      ContentEncoding: 'identity',
    }),
  );

  expect(put.ChecksumCRC32).toMatch(/^[\w+/]{6}==$/);
  expect(await readText(s3, 'streamed')).toBe('first second third');
  const head = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: 'streamed' }));
  expect(head).toMatchObject({ ContentLength: 18, ContentEncoding: 'identity' });
});

test('a missing object is NoSuchKey on a GET and NotFound on a HEAD', async () => {
  const { s3 } = await aBucket();
  const missing = { Bucket: bucket, Key: 'missing' };

  await expect(s3.send(new GetObjectCommand(missing))).rejects.toMatchObject({
    name: 'NoSuchKey',
    Key: 'missing',
    $metadata: { httpStatusCode: 404 },
  });
  await expect(s3.send(new HeadObjectCommand(missing))).rejects.toMatchObject({ name: 'NotFound' });
  await expect(s3.send(new GetObjectCommand({ Bucket: 'nowhere', Key: 'k' }))).rejects.toMatchObject({
    name: 'NoSuchBucket',
    BucketName: 'nowhere',
  });
});

test('to delete what is not there succeeds', async () => {
  const { s3 } = await aBucket();
  const answer = await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'missing' }));

  expect(answer.$metadata.httpStatusCode).toBe(204);
});

test('many objects are deleted at once, each with its own outcome', async () => {
  const { s3 } = await aBucket();
  const etag = await putText(s3, 'a', '1');
  await putText(s3, 'b', '2');
  await putText(s3, 'c & <d>', '3');
  const answer = await s3.send(
    new DeleteObjectsCommand({
      Bucket: bucket,
      Delete: {
        Objects: [{ Key: 'a', ETag: etag }, { Key: 'b', ETag: '"other"' }, { Key: 'c & <d>' }, { Key: 'x' }],
      },
    }),
  );

  expect(answer.Deleted?.map(({ Key }) => Key)).toEqual(['a', 'c & <d>', 'x']);
  expect(answer.Errors).toMatchObject([{ Key: 'b', Code: 'PreconditionFailed' }]);
  expect(await readText(s3, 'b')).toBe('2');
});

test('a quiet deletion reports only failures', async () => {
  const { s3, aws } = await aBucket();
  for (const key of ['a', 'b']) await putText(s3, key, key);
  aws.world.faults.set([{ id: 'half', kind: 'partial-batch', times: 1 }]);
  const answer = await s3.send(
    new DeleteObjectsCommand({
      Bucket: bucket,
      Delete: { Objects: [{ Key: 'a' }, { Key: 'b' }], Quiet: true },
    }),
  );

  expect(answer.Deleted).toBeUndefined();
  expect(answer.Errors).toMatchObject([{ Key: 'a', Code: 'InternalError' }]);
  expect(await readText(s3, 'a')).toBe('a');
});

test('a copy keeps the description, unless a new one is given', async () => {
  const { s3 } = await aBucket();
  await s3.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: 'from ü',
      Body: 'pixels',
      ContentType: 'image/png',
      Metadata: { batch: 'b-1' },
      Tagging: 'kind=page',
    }),
  );
  const CopySource = `${bucket}/${encodeURIComponent('from ü')}`;
  const { CopyObjectResult } = await s3.send(
    new CopyObjectCommand({ Bucket: bucket, Key: 'same', CopySource }),
  );
  await s3.send(
    new CopyObjectCommand({
      Bucket: bucket,
      Key: 'replaced',
      CopySource: `/${CopySource}`,
      MetadataDirective: 'REPLACE',
      ContentType: 'text/plain',
      TaggingDirective: 'REPLACE',
    }),
  );

  expect(CopyObjectResult?.ETag).toBe(`"${createHash('md5').update('pixels').digest('hex')}"`);
  const same = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'same' }));
  expect(same).toMatchObject({ ContentType: 'image/png', Metadata: { batch: 'b-1' }, TagCount: 1 });
  const replaced = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'replaced' }));
  expect(replaced).toMatchObject({ ContentType: 'text/plain', Metadata: {} });
  expect(replaced.TagCount).toBeUndefined();
  expect(await replaced.Body?.transformToString()).toBe('pixels');
});

test('a copy onto itself must change something', async () => {
  const { s3 } = await aBucket();
  await putText(s3, 'k', 'text');
  const onto = { Bucket: bucket, Key: 'k', CopySource: `${bucket}/k` };

  await expect(s3.send(new CopyObjectCommand(onto))).rejects.toMatchObject({ name: 'InvalidRequest' });
  await s3.send(new CopyObjectCommand({ ...onto, MetadataDirective: 'REPLACE', Metadata: { seen: 'yes' } }));
  const { Metadata } = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: 'k' }));
  expect(Metadata).toEqual({ seen: 'yes' });
});

test('a copy from nowhere is NoSuchKey', async () => {
  const { s3 } = await aBucket();
  const copy = new CopyObjectCommand({ Bucket: bucket, Key: 'k', CopySource: `${bucket}/missing` });

  await expect(s3.send(copy)).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('metadata has room for 2 KB', async () => {
  const { s3 } = await aBucket();
  const put = new PutObjectCommand({ Bucket: bucket, Key: 'k', Metadata: { long: 'x'.repeat(2048) } });

  await expect(s3.send(put)).rejects.toMatchObject({ name: 'MetadataTooLarge' });
});
