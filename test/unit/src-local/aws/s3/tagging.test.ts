import {
  DeleteBucketTaggingCommand,
  DeleteObjectTaggingCommand,
  GetBucketTaggingCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutBucketTaggingCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  type Tag,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { aBucket, bucket, putText, readText } from './a-bucket.ts';

const tags: Tag[] = [
  { Key: 'kind', Value: 'scanned page' },
  { Key: '__proto__', Value: '' },
];
const place = { Bucket: bucket, Key: 'k' };

test('tags of an object change without a change to the object', async () => {
  const { s3 } = await aBucket();
  const etag = await putText(s3, 'k', 'pixels');
  await s3.send(new PutObjectTaggingCommand({ ...place, Tagging: { TagSet: tags } }));

  expect(await s3.send(new GetObjectTaggingCommand(place))).toMatchObject({ TagSet: tags });
  expect(await readText(s3, 'k')).toBe('pixels');
  expect(await s3.send(new HeadObjectCommand(place))).toMatchObject({ ETag: etag, TagCount: 2 });
  await s3.send(new DeleteObjectTaggingCommand(place));
  expect((await s3.send(new GetObjectTaggingCommand(place))).TagSet).toEqual([]);
});

test('tags may come with the object', async () => {
  const { s3 } = await aBucket();
  await s3.send(new PutObjectCommand({ ...place, Tagging: 'kind=scanned%20page&__proto__=' }));

  expect(await s3.send(new GetObjectTaggingCommand(place))).toMatchObject({ TagSet: tags });
});

test('tags of a bucket are replaced as a whole', async () => {
  const { s3 } = await aBucket();
  const get = new GetBucketTaggingCommand({ Bucket: bucket });
  await expect(s3.send(get)).rejects.toMatchObject({ name: 'NoSuchTagSet' });

  for (const TagSet of [tags, tags.slice(1)]) {
    await s3.send(new PutBucketTaggingCommand({ Bucket: bucket, Tagging: { TagSet } }));
  }
  expect((await s3.send(get)).TagSet).toEqual(tags.slice(1));
  await s3.send(new DeleteBucketTaggingCommand({ Bucket: bucket }));
  await expect(s3.send(get)).rejects.toMatchObject({ name: 'NoSuchTagSet' });
});

test.each<[string, Tag[], string]>([
  [
    'the same key twice',
    [
      { Key: 'a', Value: '1' },
      { Key: 'a', Value: '2' },
    ],
    'InvalidTag',
  ],
  ['a key of AWS', [{ Key: 'aws:team', Value: '1' }], 'InvalidTag'],
  ['an empty key', [{ Key: '', Value: '1' }], 'InvalidTag'],
  ['a long key', [{ Key: 'x'.repeat(129), Value: '1' }], 'InvalidTag'],
  ['a long value', [{ Key: 'a', Value: 'x'.repeat(257) }], 'InvalidTag'],
  ['a character that no tag may hold', [{ Key: 'a', Value: '<>' }], 'InvalidTag'],
  ['eleven tags', Array.from({ length: 11 }, (_none, at) => ({ Key: `k${at}`, Value: '' })), 'BadRequest'],
])('an object takes no %s', async (_name, TagSet, name) => {
  const { s3 } = await aBucket();
  await putText(s3, 'k', 'pixels');
  const put = new PutObjectTaggingCommand({ ...place, Tagging: { TagSet } });

  await expect(s3.send(put)).rejects.toMatchObject({ name });
  expect((await s3.send(new GetObjectTaggingCommand(place))).TagSet).toEqual([]);
});

test('tags need an object to be on', async () => {
  const { s3 } = await aBucket();

  await expect(s3.send(new GetObjectTaggingCommand(place))).rejects.toMatchObject({ name: 'NoSuchKey' });
  const put = new PutObjectCommand({ ...place, Tagging: 'a=1&a=2' });
  await expect(s3.send(put)).rejects.toMatchObject({ name: 'InvalidArgument' });
});
