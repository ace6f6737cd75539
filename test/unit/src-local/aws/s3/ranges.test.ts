import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { assert, asyncProperty, nat, oneof, record, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { parseByteRange } from '#local/aws/s3/get-object.ts';
import { aBucket, bucket, putText } from './a-bucket.ts';

test('a range is what Buffer.subarray would cut', async () => {
  const { s3 } = await aBucket();
  const ranges = oneof(
    record({ first: nat(40), last: nat(40) }),
    record({ first: nat(40) }),
    record({ suffix: nat(40) }),
  );
  await assert(
    asyncProperty(uint8Array({ maxLength: 32 }), ranges, async (bytes, range) => {
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'k', Body: bytes }));
      const { text, start, end, isRefused } = expected(range, bytes.length);
      const isRange = start < end;
      const get = s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'k', Range: text }));
      if (isRefused) {
        await expect(get).rejects.toMatchObject({
          name: 'InvalidRange',
          $metadata: { httpStatusCode: 416 },
        });
        return;
      }
      const { Body, ContentRange, ContentLength, $metadata } = await get;
      const wanted = isRange ? Buffer.from(bytes).subarray(start, end) : Buffer.from(bytes);
      expect(Buffer.from((await Body?.transformToByteArray()) ?? [])).toEqual(wanted);
      expect(ContentLength).toBe(wanted.length);
      expect($metadata.httpStatusCode).toBe(isRange ? 206 : 200);
      expect(ContentRange).toBe(isRange ? `bytes ${start}-${end - 1}/${bytes.length}` : undefined);
    }),
    { numRuns: 150 },
  );
});

function expected(
  range: { first?: number; last?: number; suffix?: number },
  size: number,
): { text: string; start: number; end: number; isRefused: boolean } {
  const { first = 0, last, suffix } = range;
  if (suffix !== undefined) {
    const start = Math.max(0, size - suffix);
    return { text: `bytes=-${suffix}`, start, end: size, isRefused: suffix === 0 };
  }
  const end = last === undefined ? size : Math.min(size, last + 1);
  return { text: `bytes=${first}-${last ?? ''}`, start: first, end, isRefused: first >= size };
}

test.each(['bytes=0-1,3-4', 'bytes=a-b', 'bytes=-', 'lines=0-1', 'bytes 0-1', 'bytes=5-2'])(
  'what is no single range of bytes is no range: %s',
  (header) => {
    expect(parseByteRange(header, 10)).toBeUndefined();
  },
);

test('a HEAD reports a range too', async () => {
  const { s3 } = await aBucket();
  await putText(s3, 'k', '0123456789');
  const head = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: 'k', Range: 'bytes=2-4' }));

  expect(head).toMatchObject({ ContentLength: 3, ContentRange: 'bytes 2-4/10' });
});

test('an object that came in one is its own first part', async () => {
  const { s3 } = await aBucket();
  await putText(s3, 'k', '0123456789');
  const get = (PartNumber: number): Promise<{ ContentLength?: number | undefined }> =>
    s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'k', PartNumber }));

  expect(await get(1)).toMatchObject({ ContentLength: 10 });
  await expect(get(2)).rejects.toMatchObject({ name: 'InvalidPartNumber' });
});
