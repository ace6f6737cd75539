import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetBucketLocationCommand,
  GetBucketTaggingCommand,
  HeadBucketCommand,
  ListBucketsCommand,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { checkBucketName } from '#local/aws/s3/s3-engine.ts';
import { aBucket, bucket, putText, raw } from './a-bucket.ts';

test('a bucket is made, seen and deleted', async () => {
  const { s3 } = aPocketAws();
  const { Location } = await s3.send(new CreateBucketCommand({ Bucket: bucket }));

  expect(Location).toBe(`/${bucket}`);
  const { Buckets, Owner } = await s3.send(new ListBucketsCommand({}));
  expect(Buckets).toEqual([{ Name: bucket, BucketRegion: 'local', CreationDate: new Date(startOfTime) }]);
  expect(Owner?.ID).toMatch(/^[\da-f]{64}$/);
  expect(await s3.send(new HeadBucketCommand({ Bucket: bucket }))).toMatchObject({ BucketRegion: 'local' });
  await s3.send(new DeleteBucketCommand({ Bucket: bucket }));
  await expect(s3.send(new HeadBucketCommand({ Bucket: bucket }))).rejects.toMatchObject({
    name: 'NotFound',
  });
});

test('a bucket says where it is', async () => {
  const { s3 } = aPocketAws();
  await s3.send(
    new CreateBucketCommand({
      Bucket: bucket,
      CreateBucketConfiguration: {
        LocationConstraint: 'eu-west-1',
        Tags: [{ Key: 'team', Value: 'intake' }],
      },
    }),
  );

  const { LocationConstraint } = await s3.send(new GetBucketLocationCommand({ Bucket: bucket }));
  expect(LocationConstraint).toBe('eu-west-1');
  const { TagSet } = await s3.send(new GetBucketTaggingCommand({ Bucket: bucket }));
  expect(TagSet).toEqual([{ Key: 'team', Value: 'intake' }]);
});

test('a bucket is made once, except in us-east-1', async () => {
  const { s3 } = await aBucket();
  await expect(s3.send(new CreateBucketCommand({ Bucket: bucket }))).rejects.toMatchObject({
    name: 'BucketAlreadyOwnedByYou',
    $metadata: { httpStatusCode: 409 },
  });

  const virginia = aPocketAws({ region: 'us-east-1' });
  for (let time = 0; time < 2; time += 1) await virginia.s3.send(new CreateBucketCommand({ Bucket: bucket }));
  await raw(virginia.aws, 'PUT', '/plain');
  const { text } = await raw(virginia.aws, 'GET', '/plain?location');
  expect(text).toContain('"></LocationConstraint>');
});

test('a bucket with something in it stays', async () => {
  const { s3 } = await aBucket();
  await putText(s3, 'k', '');
  await expect(s3.send(new DeleteBucketCommand({ Bucket: bucket }))).rejects.toMatchObject({
    name: 'BucketNotEmpty',
    $metadata: { httpStatusCode: 409 },
  });

  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'k' }));
  await s3.send(new DeleteBucketCommand({ Bucket: bucket }));
  await expect(s3.send(new DeleteBucketCommand({ Bucket: bucket }))).rejects.toMatchObject({
    name: 'NoSuchBucket',
  });
});

test('buckets are listed in pages and by prefix', async () => {
  const { s3 } = aPocketAws();
  for (const name of ['pages-b', 'pages-a', 'other'])
    await s3.send(new CreateBucketCommand({ Bucket: name }));
  const first = await s3.send(new ListBucketsCommand({ Prefix: 'pages-', MaxBuckets: 1 }));
  const second = await s3.send(
    new ListBucketsCommand({ Prefix: 'pages-', MaxBuckets: 1, ContinuationToken: first.ContinuationToken }),
  );

  expect(first.Buckets?.map(({ Name }) => Name)).toEqual(['pages-a']);
  expect(second.Buckets?.map(({ Name }) => Name)).toEqual(['pages-b']);
  expect(second.ContinuationToken).toBeUndefined();
});

test.each([
  'ab',
  'Upper',
  'under_score',
  '-first',
  'last-',
  'two..dots',
  '192.168.0.1',
  'xn--name',
  'name-s3alias',
  'x'.repeat(64),
])('%s is not a valid bucket name', async (name) => {
  const { aws } = aPocketAws();
  for (const method of ['PUT', 'GET']) {
    const { status, text } = await raw(aws, method, `/${name}`);
    expect(status).toBe(400);
    expect(text).toContain(`<Code>InvalidBucketName</Code>`);
  }
});

test.each(['abc', 'a.b-c', '1-2-3', 'x'.repeat(63), 'constructor'])('%s is a valid bucket name', (name) => {
  expect(() => checkBucketName(name)).not.toThrow();
});
