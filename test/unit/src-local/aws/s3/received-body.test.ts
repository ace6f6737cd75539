import { array, assert, asyncProperty, boolean, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { computeChecksum } from '#local/aws/s3/checksums.ts';
import { aBucket, bucket, raw, readText } from './a-bucket.ts';

const signature = `;chunk-signature=${'0'.repeat(64)}`;

/** Frames a body as clients do that sign or check it while they send it. */
function framed(chunks: readonly Uint8Array[], signed: boolean, trailer = ''): Buffer {
  const extension = signed ? signature : '';
  return Buffer.concat([
    ...chunks.flatMap((chunk) =>
      // An empty chunk would end the body.
      chunk.length === 0
        ? []
        : [Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`), chunk, Buffer.from('\r\n')],
    ),
    Buffer.from(`0${extension}\r\n${trailer}\r\n`),
  ]);
}

const streaming = {
  'content-encoding': 'aws-chunked',
  'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
};

test('a framed body is stored without its frame, in any chunks', async () => {
  const { aws } = await aBucket();
  await assert(
    asyncProperty(array(uint8Array({ maxLength: 20 })), boolean(), async (chunks, signed) => {
      const whole = Buffer.concat(chunks);
      const headers = { ...streaming, 'x-amz-decoded-content-length': String(whole.length) };
      await raw(aws, 'PUT', `/${bucket}/k`, { headers, body: framed(chunks, signed) });
      const { body, headers: said } = await raw(aws, 'GET', `/${bucket}/k`);
      expect(Buffer.from(body)).toEqual(whole);
      expect(said).not.toHaveProperty('content-encoding');
    }),
    { numRuns: 50 },
  );
});

const pixels = Buffer.from('pixels');
const trailing = {
  'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
  'x-amz-trailer': 'x-amz-checksum-crc32c',
};

test('a checksum may come after the bytes', async () => {
  const { s3, aws } = await aBucket();
  const { value } = computeChecksum('CRC32C', pixels);
  const body = framed([pixels], false, `x-amz-checksum-crc32c:${value}\r\n`);
  const { headers } = await raw(aws, 'PUT', `/${bucket}/k`, { headers: trailing, body });

  expect(headers['x-amz-checksum-crc32c']).toBe(value);
  expect(await readText(s3, 'k')).toBe('pixels');
});

test.each([
  [
    'a checksum of something else',
    framed([pixels], false, 'x-amz-checksum-crc32c:AAAAAA==\r\n'),
    'BadDigest',
  ],
  ['no checksum after all', framed([pixels], false), 'MalformedTrailerError'],
  ['a trailer that is none', framed([pixels], false, 'nonsense\r\n'), 'MalformedTrailerError'],
  ['an end too soon', Buffer.from('ff\r\npixels\r\n0\r\n\r\n'), 'IncompleteBody'],
  ['no last chunk', Buffer.from('6\r\npixels\r\n'), 'IncompleteBody'],
  ['a chunk that is longer than it says', Buffer.from('2\r\npixels\r\n0\r\n\r\n'), 'InvalidRequest'],
  ['no frame at all', Buffer.from('pixels\r\n'), 'InvalidRequest'],
])('%s is refused, and nothing is stored', async (_name, body, code) => {
  const { s3, aws } = await aBucket();
  const { status, text } = await raw(aws, 'PUT', `/${bucket}/k`, { headers: trailing, body });

  expect(status).toBe(400);
  expect(text).toContain(`<Code>${code}</Code>`);
  await expect(readText(s3, 'k')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('fewer bytes than announced are refused', async () => {
  const { aws } = await aBucket();
  const headers = { ...streaming, 'x-amz-decoded-content-length': '7' };
  const { text } = await raw(aws, 'PUT', `/${bucket}/k`, { headers, body: framed([pixels], true) });

  expect(text).toContain('<Code>IncompleteBody</Code>');
});
