import assert from 'node:assert/strict';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { aBucket } from './a-bucket.ts';
import { pages } from './pages.ts';

const ranges: readonly [stem: string, range: string, body: string, contentRange: string][] = [
  ['from-to', 'bytes=2-4', 'cde', 'bytes 2-4/10'],
  ['from', 'bytes=7-', 'hij', 'bytes 7-9/10'],
  ['last', 'bytes=-2', 'ij', 'bytes 8-9/10'],
  ['beyond-end', 'bytes=8-99', 'ij', 'bytes 8-9/10'],
];

/** Covers ranges, conditions, listings and presigned addresses. */
export const reading: readonly Assertion[] = [
  ...ranges.map(([stem, Range, body, contentRange]): Assertion => ({
    id: `s3.range.${stem}`,
    says: `The range ${Range} of ten bytes is “${body}”.`,
    doc: pages.api('GetObject'),
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      await bucket.put('a', 'abcdefghij');
      const got = await bucket.get('a', { Range });
      assert.equal(await got.Body?.transformToString(), body);
      assert.deepEqual([got.ContentRange, got.ContentLength], [contentRange, body.length]);
      assert.equal(got.$metadata.httpStatusCode, 206);
    },
  })),
  {
    id: 's3.range.outside',
    says: 'A range that begins behind the end is refused with InvalidRange.',
    doc: pages.errors,
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      await bucket.put('a', 'abc');
      await refuses(bucket.get('a', { Range: 'bytes=3-' }), 'InvalidRange');
    },
  },
  {
    id: 's3.condition.read',
    says: 'A read with If-None-Match of the same ETag is 304, with If-Match of another 412.',
    doc: pages.conditionalReads,
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      const { ETag } = await bucket.put('a', 'x');
      const unchanged = await bucket.get('a', { IfNoneMatch: ETag }).catch((error: unknown) => error);
      const { $metadata } = unchanged as { $metadata?: { httpStatusCode?: number } };
      assert.equal($metadata?.httpStatusCode, 304);
      await refuses(bucket.get('a', { IfMatch: '"other"' }), 'PreconditionFailed');
      assert.equal(await bucket.text('a', { IfMatch: ETag }), 'x');
    },
  },
  {
    id: 's3.condition.create-only',
    says: 'A put with If-None-Match * creates and never overwrites.',
    doc: pages.conditionalWrites,
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      await bucket.put('a', 'first', { IfNoneMatch: '*' });
      await refuses(bucket.put('a', 'second', { IfNoneMatch: '*' }), 'PreconditionFailed');
      assert.equal(await bucket.text('a'), 'first');
    },
  },
  {
    id: 's3.condition.overwrite',
    says: 'A put with If-Match overwrites just the version that it names.',
    doc: pages.conditionalWrites,
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      const { ETag } = await bucket.put('a', 'first');
      await bucket.put('a', 'second', { IfMatch: ETag });
      await refuses(bucket.put('a', 'third', { IfMatch: ETag }), 'PreconditionFailed');
      assert.equal(await bucket.text('a'), 'second');
      await refuses(bucket.put('gone', 'x', { IfMatch: ETag }), /^(?:NoSuchKey|NotFound)$/);
    },
  },
  {
    id: 's3.list.order-and-pages',
    says: 'A listing is in the order of UTF-8 bytes and pages by MaxKeys.',
    doc: pages.api('ListObjectsV2'),
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      const sorted = ['A', 'a', 'a/b', 'b', 'é', '\uFFFD', '😀'];
      for (const key of sorted.toReversed()) await bucket.put(key, 'x');
      const pagesOf: (string | undefined)[][] = [];
      let token: string | undefined;
      do {
        const from = token === undefined ? {} : { ContinuationToken: token };
        const page = await bucket.list({ MaxKeys: 3, ...from });
        pagesOf.push((page.Contents ?? []).map(({ Key }) => Key));
        assert.equal(page.IsTruncated, page.NextContinuationToken !== undefined);
        token = page.NextContinuationToken;
      } while (token !== undefined);
      assert.deepEqual(pagesOf, [sorted.slice(0, 3), sorted.slice(3, 6), sorted.slice(6)]);
    },
  },
  {
    id: 's3.list.folders',
    says: 'A delimiter takes keys together by their common beginning.',
    doc: pages.api('ListObjectsV2'),
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      for (const key of ['in/a', 'in/b/1', 'in/b/2', 'in/c/1', 'out/d']) await bucket.put(key, 'x');
      const found = await bucket.list({ Prefix: 'in/', Delimiter: '/' });
      assert.deepEqual(
        found.Contents?.map(({ Key }) => Key),
        ['in/a'],
      );
      assert.deepEqual(
        found.CommonPrefixes?.map(({ Prefix }) => Prefix),
        ['in/b/', 'in/c/'],
      );
      assert.equal(found.KeyCount, 3);
    },
  },
  {
    id: 's3.list.start-after',
    says: 'A listing starts after the key that it is told.',
    doc: pages.api('ListObjectsV2'),
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      for (const key of ['a', 'b', 'c']) await bucket.put(key, 'xyz');
      const { Contents } = await bucket.list({ StartAfter: 'a' });
      assert.deepEqual(
        Contents?.map(({ Key, Size }) => [Key, Size]),
        [
          ['b', 3],
          ['c', 3],
        ],
      );
    },
  },
  {
    id: 's3.presigned.get',
    says: 'A presigned address gives the object until it expires.',
    doc: pages.presigned,
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      await bucket.put('a b', 'hello');
      const get = new GetObjectCommand({ Bucket: bucket.name, Key: 'a b' });
      const options = { expiresIn: 60, signingDate: new Date(tools.now()) };
      const answer = await fetchThrough(aws.s3, await getSignedUrl(aws.s3, get, options));
      assert.deepEqual([answer.status, answer.body], [200, 'hello']);
    },
  },
  {
    id: 's3.presigned.expired',
    says: 'A presigned address that has expired is refused with AccessDenied.',
    doc: pages.presigned,
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      await bucket.put('a', 'hello');
      const get = new GetObjectCommand({ Bucket: bucket.name, Key: 'a' });
      const options = { expiresIn: 60, signingDate: new Date(tools.now() - 3_600_000) };
      const answer = await fetchThrough(aws.s3, await getSignedUrl(aws.s3, get, options));
      assert.equal(answer.status, 403);
      assert.match(answer.body, /AccessDenied/);
    },
  },
  {
    id: 's3.presigned.tampered',
    says: 'A presigned address of which anything was changed is refused with SignatureDoesNotMatch.',
    doc: pages.presigned,
    needs: 'credentials',
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      await bucket.put('a', 'hello');
      await bucket.put('secret', 'hidden');
      const get = new GetObjectCommand({ Bucket: bucket.name, Key: 'a' });
      const url = await getSignedUrl(aws.s3, get, { expiresIn: 60, signingDate: new Date(tools.now()) });
      const answer = await fetchThrough(aws.s3, url.replace(`${bucket.name}/a?`, `${bucket.name}/secret?`));
      assert.equal(answer.status, 403);
      assert.match(answer.body, /SignatureDoesNotMatch/);
    },
  },
  {
    id: 's3.presigned.put',
    says: 'A presigned address may be for putting.',
    doc: pages.presigned,
    async run(aws, tools) {
      const bucket = await aBucket(aws, tools);
      const put = new PutObjectCommand({ Bucket: bucket.name, Key: 'a' });
      const url = await getSignedUrl(aws.s3, put, { expiresIn: 60, signingDate: new Date(tools.now()) });
      const answer = await fetchThrough(aws.s3, url, 'PUT', 'from outside');
      assert.equal(answer.status, 200, answer.body);
      assert.equal(await bucket.text('a'), 'from outside');
    },
  },
];

interface Handler {
  readonly config: { readonly requestHandler: { handle(request: never): Promise<{ response: unknown }> } };
}

/** Requests an address through the client's own handler, with nothing but the content of the address. */
async function fetchThrough(
  client: Handler,
  address: string,
  method = 'GET',
  body = '',
): Promise<{ status: number; body: string }> {
  const url = new URL(address);
  const request = {
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    port: Number(url.port),
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { host: url.host, ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}) },
    ...(body ? { body } : {}),
  };
  const { response } = await client.config.requestHandler.handle(request as never);
  const { statusCode, body: stream } = response as { statusCode: number; body: AsyncIterable<Uint8Array> };
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { status: statusCode, body: Buffer.concat(chunks).toString('utf8') };
}
