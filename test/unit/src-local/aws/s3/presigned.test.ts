import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aBucket, bucket, putText, raw, readText } from './a-bucket.ts';

const key = 'batch 1/page ü.png';

function signedGet(s3: S3Client, expiresIn: number, signedAt = startOfTime): Promise<string> {
  const get = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ResponseContentDisposition: 'attachment; filename="p+1.png"',
  });
  return getSignedUrl(s3, get, { expiresIn, signingDate: new Date(signedAt) });
}

test('a presigned address gives the object until it expires', async () => {
  const { s3, aws, clock } = await aBucket();
  await putText(s3, key, 'pixels');
  const address = await signedGet(s3, 300);

  const inTime = await raw(aws, 'GET', address, { unsigned: true });
  expect(inTime).toMatchObject({ status: 200, text: 'pixels' });
  expect(inTime.headers['content-disposition']).toBe('attachment; filename="p+1.png"');
  await clock.advance(300_000);
  expect(await raw(aws, 'GET', address, { unsigned: true })).toMatchObject({ status: 200 });
  await clock.advance(1_000);
  const late = await raw(aws, 'GET', address, { unsigned: true });
  expect(late.status).toBe(403);
  expect(late.text).toContain('<Code>AccessDenied</Code><Message>Request has expired</Message>');
  expect(late.text).toContain(
    '<Expires>2026-01-05T09:05:00Z</Expires><ServerTime>2026-01-05T09:05:01Z</ServerTime>',
  );
});

test.each(['a\r\nset-cookie: b=c', 'page 漢.png'])('no answer gets a header of %j', async (value) => {
  const { s3, aws } = await aBucket();
  await putText(s3, key, 'pixels');
  const get = new GetObjectCommand({ Bucket: bucket, Key: key, ResponseContentDisposition: value });
  const { status, text } = await raw(
    aws,
    'GET',
    await getSignedUrl(s3, get, { signingDate: new Date(startOfTime) }),
    { unsigned: true },
  );

  expect(status).toBe(400);
  expect(text).toContain('cannot be represented using ISO-8859-1');
});

test('a presigned address takes ranges', async () => {
  const { s3, aws } = await aBucket();
  await putText(s3, key, '0123456789');
  const answer = await raw(aws, 'GET', await signedGet(s3, 60), {
    unsigned: true,
    headers: { range: 'bytes=2-4' },
  });

  expect(answer).toMatchObject({ status: 206, text: '234' });
});

test('a presigned address for a PUT takes the object and what was signed about it', async () => {
  const { s3, aws } = await aBucket();
  const put = new PutObjectCommand({ Bucket: bucket, Key: key, Metadata: { batch: 'b 1' } });
  const address = await getSignedUrl(s3, put, { expiresIn: 60, signingDate: new Date(startOfTime) });
  // The SDK signs the checksum of an empty body into every such address, and S3 disregards it.
  expect(address).toContain('x-amz-checksum-crc32=AAAAAA');

  const answer = await raw(aws, 'PUT', address, {
    unsigned: true,
    headers: { 'content-type': 'image/png' },
    body: 'pixels',
  });
  expect(answer.status).toBe(200);
  expect(await readText(s3, key)).toBe('pixels');
  const { Metadata, ContentType } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  expect({ Metadata, ContentType }).toEqual({ Metadata: { batch: 'b 1' }, ContentType: 'image/png' });
});

test('an address of more than a week is refused, as is one that is not valid yet', async () => {
  const { s3, aws } = await aBucket();
  await putText(s3, key, 'pixels');
  const week = await signedGet(s3, 604_800);
  const longer = week.replace('X-Amz-Expires=604800', 'X-Amz-Expires=604801');

  expect(await raw(aws, 'GET', week, { unsigned: true })).toMatchObject({ status: 200 });
  const tooLong = await raw(aws, 'GET', longer, { unsigned: true });
  expect(tooLong).toMatchObject({ status: 400 });
  expect(tooLong.text).toContain('<Code>AuthorizationQueryParametersError</Code>');
  const early = await raw(aws, 'GET', await signedGet(s3, 60, startOfTime + 16 * 60_000), { unsigned: true });
  expect(early.text).toContain('Request is not valid yet');
});

test.each([
  ['X-Amz-Signature=', 'X-Nothing='],
  ['X-Amz-Expires=60', 'X-Amz-Expires=soon'],
  ['X-Amz-Expires=60', 'X-Amz-Expires=-1'],
  ['X-Amz-Date=2026', 'X-Amz-Date='],
  ['X-Amz-Algorithm=AWS4', 'X-Amz-Algorithm=AWS5'],
])('an address in which %s has become %s is refused', async (was, now) => {
  const { s3, aws } = await aBucket();
  const address = (await signedGet(s3, 60)).replace(was, now);
  const { status, text } = await raw(aws, 'GET', address, { unsigned: true });

  expect(status).toBe(400);
  expect(text).toContain('<Code>AuthorizationQueryParametersError</Code>');
});

test('the older presigned address expires too', async () => {
  const { s3, aws, clock } = await aBucket();
  await putText(s3, 'k', 'pixels');
  const address = `/${bucket}/k?AWSAccessKeyId=a&Signature=b&Expires=${startOfTime / 1000 + 60}`;

  expect(await raw(aws, 'GET', address, { unsigned: true })).toMatchObject({ status: 200, text: 'pixels' });
  await clock.advance(61_000);
  const { status, text } = await raw(aws, 'GET', address, { unsigned: true });
  expect(status).toBe(403);
  expect(text).toContain('Request has expired');
  const half = `/${bucket}/k?AWSAccessKeyId=a&Signature=b`;
  expect(await raw(aws, 'GET', half, { unsigned: true })).toMatchObject({ status: 403 });
});

test('an unsigned request is refused, and so is the older signature in a header', async () => {
  const { s3, aws } = await aBucket();
  await putText(s3, 'k', 'pixels');

  const plain = await raw(aws, 'GET', `/${bucket}/k`, { unsigned: true });
  expect(plain).toMatchObject({ status: 403 });
  expect(plain.text).toContain('<Code>AccessDenied</Code>');
  const older = { authorization: 'AWS sandbox:signature' };
  const { text } = await raw(aws, 'GET', `/${bucket}/k`, { unsigned: true, headers: older });
  expect(text).toContain('Please use AWS4-HMAC-SHA256.');
});
