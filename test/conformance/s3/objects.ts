import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { aBucket } from './a-bucket.ts';
import { pages } from './pages.ts';

export const objects: readonly Assertion[] = [
  {
    id: 's3.object.put-and-get',
    says: 'An object comes back as it was put, with its length, its type, its metadata and the MD5 as its ETag.',
    doc: pages.api('PutObject'),
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      const body = 'æ 漢 😀\n';
      const more = { ContentType: 'text/plain; charset=utf-8', Metadata: { tenant: 'red' } };
      const put = await bucket.put('folder/an object+100%.txt', body, more);
      assert.equal(put.ETag, `"${createHash('md5').update(body).digest('hex')}"`);
      const got = await bucket.get('folder/an object+100%.txt');
      assert.equal(await got.Body?.transformToString(), body);
      assert.equal(got.ContentLength, Buffer.byteLength(body));
      assert.equal(got.ContentType, more.ContentType);
      assert.deepEqual(got.Metadata, more.Metadata);
      assert.equal(got.ETag, put.ETag);
      assert.ok(got.LastModified instanceof Date, 'it tells when');
    },
  },
  {
    id: 's3.object.stream',
    says: 'A body that is streamed is kept without the framing of its chunks.',
    doc: pages.integrity,
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      const body = 'streamed '.repeat(20_000);
      await bucket.put('a', Readable.from([Buffer.from(body)]), { ContentLength: body.length });
      assert.equal(await bucket.text('a'), body);
    },
  },
  {
    id: 's3.object.empty',
    says: 'An object may be empty.',
    doc: pages.api('PutObject'),
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      await bucket.put('empty', '');
      assert.equal(await bucket.text('empty'), '');
      assert.equal((await bucket.head('empty')).ContentLength, 0);
    },
  },
  {
    id: 's3.object.overwrite',
    says: 'Putting again replaces the object as a whole.',
    doc: pages.api('PutObject'),
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      await bucket.put('a', 'first', { Metadata: { old: 'yes' } });
      await bucket.put('a', 'second');
      const got = await bucket.get('a');
      assert.deepEqual([await got.Body?.transformToString(), got.Metadata], ['second', {}]);
    },
  },
  {
    id: 's3.object.missing',
    says: 'An object that is not there gives NoSuchKey, to HEAD NotFound; deleting it is no error.',
    doc: pages.errors,
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      await refuses(bucket.get('gone'), 'NoSuchKey');
      await refuses(bucket.head('gone'), 'NotFound');
      await bucket.delete('gone');
    },
  },
  {
    id: 's3.object.delete',
    says: 'A deleted object is gone.',
    doc: pages.api('DeleteObject'),
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      await bucket.put('a', 'x');
      await bucket.delete('a');
      await refuses(bucket.get('a'), 'NoSuchKey');
    },
  },
  {
    id: 's3.object.delete-many',
    says: 'Many objects are deleted at once, those that are not there too.',
    doc: pages.api('DeleteObjects'),
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      await bucket.put('a & <b>', 'x');
      await bucket.put('c', 'x');
      const Delete = { Objects: [{ Key: 'a & <b>' }, { Key: 'gone' }] };
      const { Deleted = [] } = await aws.s3.send(new DeleteObjectsCommand({ Bucket: bucket.name, Delete }));
      assert.deepEqual(Deleted.map(({ Key = '' }) => Key).toSorted(), ['a & <b>', 'gone']);
      assert.deepEqual(
        (await bucket.list()).Contents?.map(({ Key }) => Key),
        ['c'],
      );
    },
  },
  {
    id: 's3.object.checksum',
    says: 'A checksum that does not fit the body is refused.',
    doc: pages.integrity,
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      const ChecksumSHA256 = createHash('sha256').update('something else').digest('base64');
      await refuses(
        bucket.put('a', 'body', { ChecksumSHA256 }),
        /^(?:BadDigest|InvalidRequest|XAmzContentChecksumMismatch)/,
      );
      await refuses(bucket.get('a'), 'NoSuchKey');
    },
  },
  {
    id: 's3.object.content-md5',
    says: 'A Content-MD5 that does not fit the body is refused with BadDigest.',
    doc: pages.integrity,
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      const ContentMD5 = createHash('md5').update('something else').digest('base64');
      await refuses(bucket.put('a', 'body', { ContentMD5 }), 'BadDigest');
    },
  },
  {
    id: 's3.object.copy',
    says: 'A copy has body and metadata of its source, unless the metadata is replaced.',
    doc: pages.api('CopyObject'),
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      await bucket.put('a', 'x', { Metadata: { from: 'a' } });
      const copy = (Key: string, more: object) =>
        aws.s3.send(
          new CopyObjectCommand({ Bucket: bucket.name, Key, CopySource: `${bucket.name}/a`, ...more }),
        );
      await copy('b', {});
      await copy('c', { MetadataDirective: 'REPLACE', Metadata: { from: 'c' } });
      const [b, c] = [await bucket.get('b'), await bucket.get('c')];
      assert.deepEqual([await b.Body?.transformToString(), b.Metadata], ['x', { from: 'a' }]);
      assert.deepEqual([await c.Body?.transformToString(), c.Metadata], ['x', { from: 'c' }]);
    },
  },
  {
    id: 's3.object.tagging',
    says: 'Tagging an object leaves its body as it is.',
    doc: pages.api('PutObjectTagging'),
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      await bucket.put('a', 'body');
      const at = { Bucket: bucket.name, Key: 'a' };
      const TagSet = [{ Key: 'team', Value: 'red' }];
      await aws.s3.send(new PutObjectTaggingCommand({ ...at, Tagging: { TagSet } }));
      assert.equal(await bucket.text('a'), 'body');
      assert.deepEqual((await aws.s3.send(new GetObjectTaggingCommand(at))).TagSet, TagSet);
    },
  },
  {
    id: 's3.bucket.missing',
    says: 'A bucket that is not there gives NoSuchBucket.',
    doc: pages.errors,
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      await aws.s3.send(new DeleteBucketCommand({ Bucket: bucket.name }));
      await refuses(bucket.put('a', 'x'), 'NoSuchBucket');
      await refuses(bucket.list(), 'NoSuchBucket');
      await refuses(aws.s3.send(new HeadBucketCommand({ Bucket: bucket.name })), 'NotFound');
    },
  },
  {
    id: 's3.bucket.not-empty',
    says: 'A bucket that holds objects is not deleted.',
    doc: pages.api('DeleteBucket'),
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      await bucket.put('a', 'x');
      await refuses(aws.s3.send(new DeleteBucketCommand({ Bucket: bucket.name })), 'BucketNotEmpty');
    },
  },
  {
    id: 's3.bucket.name-rule',
    says: 'A bucket name has 3 to 63 small letters, digits, dots and hyphens.',
    doc: pages.naming,
    async run(aws) {
      const create = (Bucket: string) => aws.s3.send(new CreateBucketCommand({ Bucket }));
      await refuses(create('ab'), 'InvalidBucketName');
      await refuses(create('UPPER-case'), 'InvalidBucketName');
      await refuses(create('under_score'), 'InvalidBucketName');
    },
  },
  {
    id: 's3.bucket.list',
    says: 'A bucket is among the buckets.',
    doc: pages.api('ListBuckets'),
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      const { Buckets = [] } = await aws.s3.send(new ListBucketsCommand({}));
      assert.ok(
        Buckets.some(({ Name }) => Name === bucket.name),
        'it is listed',
      );
    },
  },
];
