import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type GetObjectCommandInput,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aBucket, bucket, putText, readText } from './a-bucket.ts';

const before = new Date(startOfTime - 60_000);
const then = new Date(startOfTime);
const place = { Bucket: bucket, Key: 'k' };

type Conditions = Pick<
  GetObjectCommandInput,
  'IfMatch' | 'IfNoneMatch' | 'IfModifiedSince' | 'IfUnmodifiedSince'
>;

test.each<[string, (etag: string) => Conditions, number]>([
  ['the tag it has', (etag) => ({ IfMatch: etag }), 200],
  ['any tag', () => ({ IfMatch: '*' }), 200],
  ['one of several tags', (etag) => ({ IfMatch: `"x", ${etag}` }), 200],
  ['another tag', () => ({ IfMatch: '"other"' }), 412],
  ['none of the tag it has', (etag) => ({ IfNoneMatch: etag }), 304],
  ['none of another tag', () => ({ IfNoneMatch: '"other"' }), 200],
  ['a change since before it', () => ({ IfModifiedSince: before }), 200],
  ['a change since then', () => ({ IfModifiedSince: then }), 304],
  ['no change since before it', () => ({ IfUnmodifiedSince: before }), 412],
  ['no change since then', () => ({ IfUnmodifiedSince: then }), 200],
  ['its tag, which outweighs the date', (etag) => ({ IfMatch: etag, IfUnmodifiedSince: before }), 200],
  ['not its tag, which outweighs the date', (etag) => ({ IfNoneMatch: etag, IfModifiedSince: before }), 304],
])('a reader asks for %s', async (_name, conditions, status) => {
  const { s3 } = await aBucket();
  const etag = await putText(s3, 'k', 'text');
  const asked = { ...place, ...conditions(etag) };

  for (const command of [new GetObjectCommand(asked), new HeadObjectCommand(asked)]) {
    // The types of the two commands share no overload of `send`.
    const outcome = await (command instanceof GetObjectCommand ? s3.send(command) : s3.send(command)).then(
      (answer) => answer.$metadata.httpStatusCode,
      (error: { $metadata: { httpStatusCode: number } }) => error.$metadata.httpStatusCode,
    );
    expect(outcome).toBe(status);
  }
});

test('only one of two writers who want to be the first succeeds', async () => {
  const { s3 } = await aBucket();
  const write = (text: string): Promise<unknown> =>
    s3.send(new PutObjectCommand({ ...place, Body: text, IfNoneMatch: '*' }));
  const outcomes = await Promise.allSettled([write('one'), write('other')]);

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(outcomes[1]).toMatchObject({ reason: { name: 'PreconditionFailed', Condition: 'If-None-Match' } });
  expect(await readText(s3, 'k')).toBe('one');
});

test('a writer replaces only what it has read', async () => {
  const { s3 } = await aBucket();
  const write = (text: string, IfMatch: string): Promise<unknown> =>
    s3.send(new PutObjectCommand({ ...place, Body: text, IfMatch }));

  await expect(write('early', '"x"')).rejects.toMatchObject({ name: 'NoSuchKey' });
  const etag = await putText(s3, 'k', 'first');
  await write('second', etag);
  await expect(write('third', etag)).rejects.toMatchObject({ name: 'PreconditionFailed' });
  expect(await readText(s3, 'k')).toBe('second');
});

test('a writer cannot ask for the absence of one tag', async () => {
  const { s3 } = await aBucket();
  const put = new PutObjectCommand({ ...place, Body: 'text', IfNoneMatch: '"x"' });

  await expect(s3.send(put)).rejects.toMatchObject({ name: 'NotImplemented' });
});

test('a deletion of what has changed fails, and of what is not there', async () => {
  const { s3 } = await aBucket();
  const drop = (IfMatch: string): Promise<unknown> => s3.send(new DeleteObjectCommand({ ...place, IfMatch }));

  await expect(drop('*')).rejects.toMatchObject({ name: 'NoSuchKey' });
  const etag = await putText(s3, 'k', 'text');
  await expect(drop('"other"')).rejects.toMatchObject({ name: 'PreconditionFailed' });
  await drop(etag);
  await expect(readText(s3, 'k')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('a copy looks at its source first', async () => {
  const { s3 } = await aBucket();
  const etag = await putText(s3, 'k', 'text');
  const copy = { Bucket: bucket, Key: 'to', CopySource: `${bucket}/k` };

  for (const condition of [
    { CopySourceIfMatch: '"other"' },
    { CopySourceIfNoneMatch: etag },
    { CopySourceIfModifiedSince: then },
    { CopySourceIfUnmodifiedSince: before },
  ]) {
    await expect(s3.send(new CopyObjectCommand({ ...copy, ...condition }))).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
  }
  await s3.send(new CopyObjectCommand({ ...copy, CopySourceIfMatch: etag, IfNoneMatch: '*' }));
  expect(await readText(s3, 'to')).toBe('text');
});
