import { Readable } from 'node:stream';
import * as sdk from '@aws-sdk/client-s3';
import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { requestHandler } from '#local/aws/request-handler.ts';
import { openDocumentFiles, s3Client } from '#main/aws/document-files.ts';
import { lateDoors } from '#main/aws/doors.ts';
import { ok } from '#shared/contract/result.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';

const bucket = 'autowired-documents-sandbox';
const parts = {
  now: () => Date.UTC(2026, 0, 5),
  elapsed: () => 0,
  random: () => 0,
  sleep: () => Promise.resolve(),
};

async function aBucket() {
  const { aws } = aPocketAws();
  const handler = requestHandler(aws.dispatch);
  const { s3 } = clientsOver(handler);
  await s3
    .send(new CreateBucketCommand({ Bucket: bucket, CreateBucketConfiguration: undefined }))
    .catch(() => undefined);
  const files = openDocumentFiles(
    { requestHandler: handler, region: aws.world.region, accountId: aws.world.account },
    parts,
  );
  return {
    aws,
    files,
    put: (Key: string, Body: string, ContentType?: string) =>
      s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType })),
  };
}

/** Returns an S3 with prepared answers. */
function answering(...answers: readonly { status: number; body?: string; headers?: object }[]) {
  const left = [...answers];
  const last = left.pop() ?? { status: 500 };
  let asked = 0;
  const handler = {
    metadata: { handlerProtocol: 'http/1.1' },
    handle() {
      asked += 1;
      const { status, body = '', headers = {} } = left.shift() ?? last;
      const stream = Readable.from([Buffer.from(body)]);
      return Promise.resolve({ response: { statusCode: status, headers: { ...headers }, body: stream } });
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    destroy() {},
  };
  const place = { requestHandler: handler, region: 'local', accountId: '000000000000' };
  return { files: openDocumentFiles(place, parts), asked: () => asked };
}

const error = (code: string): string => `<Error><Code>${code}</Code><Message>no</Message></Error>`;

describe('the files of documents', () => {
  it('are read in full, with a receipt, and with their content type', async () => {
    const { files, put } = await aBucket();
    await put('documents/t/b/d/größe & co.pdf', '%PDF-1.7', 'application/pdf');
    const read = await files.read('documents/t/b/d/größe & co.pdf', 100);
    expect(read).toMatchObject({
      value: { contentType: 'application/pdf' },
      receipt: { pattern: 'S3: GetObject', bytes: 8, items: 1, rru: 0 },
    });
    expect(read.ok && Buffer.from(read.value.bytes).toString()).toBe('%PDF-1.7');
  });

  it('are refused by the size in the response header, and by what arrives if it has none', async () => {
    const { files, put } = await aBucket();
    await put('large', 'x'.repeat(101));
    expect(await files.read('large', 100)).toMatchObject({
      failure: { code: 'file-too-large', bytes: 101, limitBytes: 100 },
    });
    const unsaid = answering({ status: 200, body: 'x'.repeat(101) });
    expect(await unsaid.files.read('large', 100)).toMatchObject({ failure: { code: 'file-too-large' } });
  });

  it('come from the connection’s own bucket, whatever an item says', async () => {
    const { files, asked } = answering({ status: 200 });
    expect(await files.read('key', 100, 'foreign-bucket')).toMatchObject({
      failure: { code: 'read-denied', resource: 'foreign-bucket' },
    });
    expect(asked()).toBe(0);
  });

  it('come from the account of the connection: a bucket of that name may belong to another account', async () => {
    const { aws, put } = await aBucket();
    await put('key', 'x');
    const keys = { accessKeyId: 'any', secretAccessKey: 'any' };
    const of = (accountId: string) =>
      openDocumentFiles(
        {
          requestHandler: requestHandler(aws.dispatch),
          region: aws.world.region,
          accountId,
          account: {
            endpoints: { s3: 'http://127.0.0.1' },
            credentials: { get: () => Promise.resolve(keys), renew: () => Promise.resolve(false) },
          },
        },
        parts,
      ).read('key', 100);
    expect(await of(aws.world.account)).toMatchObject({ ok: true });
    expect(await of('999999999999')).toMatchObject({ failure: { code: 'read-denied' } });
  });

  it.each([
    [404, 'NoSuchKey', 'not-found'],
    [404, 'NoSuchBucket', 'not-found'],
    [403, 'AccessDenied', 'read-denied'],
    [400, 'ExpiredToken', 'sign-in-expired'],
    [403, 'InvalidAccessKeyId', 'sign-in-expired'],
    [403, 'InvalidObjectState', 'aws-refused'],
    [400, 'AuthorizationHeaderMalformed', 'aws-refused'],
  ])(
    'that S3 refuses by %i %s are %s, explained in words, and requested once',
    async (status, code, expected) => {
      const { files, asked } = answering({ status, body: error(code) });
      const answer = await files.read('documents/t/b/d/x.pdf', 100);
      expect(answer).toMatchObject({ ok: false, failure: { code: expected } });
      expect(answer.ok || answer.failure.message).toMatch(
        /not read|nothing was read|Nothing (?:more )?was read/i,
      );
      expect(asked()).toBe(1);
    },
  );

  it('are requested again while S3 throttles, or fails, at most eight times', async () => {
    const slow = { status: 503, body: error('SlowDown') };
    const good = { status: 200, body: 'x', headers: { 'content-length': '1' } };
    expect(await answering(slow, slow, good).files.read('key', 100)).toMatchObject({ ok: true });
    const never = answering(slow);
    expect(await never.files.read('key', 100)).toMatchObject({ failure: { code: 'throttled', attempts: 8 } });
    const ill = answering({ status: 500, body: error('InternalError') });
    expect(await ill.files.read('key', 100)).toMatchObject({ failure: { code: 'aws-refused' } });
    expect([never.asked(), ill.asked()]).toEqual([8, 8]);
  });
});

it('the SDK for S3 is loaded when a file is first opened, and once', async () => {
  let opened = 0;
  const { files } = lateDoors(['files'], () => {
    opened += 1;
    const file = ok({ bytes: new Uint8Array(), contentType: null });
    return Promise.resolve({ files: { read: () => Promise.resolve(file) } });
  });
  expect(opened).toBe(0);
  await Promise.all([files.read('a', 1), files.read('b', 1)]);
  expect(opened).toBe(1);
});

const commands = Object.entries(sdk).filter(([name]) => /^[A-Z].*Command$/.test(name));

function aRecordingClient() {
  const arrived: string[] = [];
  const recordingHandler = {
    metadata: { handlerProtocol: 'http/1.1' },
    handle(request: { method: string; path: string }) {
      arrived.push(`${request.method} ${request.path}`);
      return Promise.resolve({
        response: { statusCode: 200, headers: {}, body: Readable.from([Buffer.from('%PDF-')]) },
      });
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    destroy() {},
  };
  const place = { requestHandler: recordingHandler, region: 'local', accountId: '000000000000' };
  return { client: s3Client(place), arrived };
}

/** Holds every input that any of the commands requires. */
const anything = {
  Bucket: 'bucket',
  Key: 'a/key.pdf',
  UploadId: 'u',
  PartNumber: 1,
  CopySource: 'bucket/other',
  VersionId: 'v',
  Id: 'i',
  RequestRoute: 'r',
  RequestToken: 't',
  Prefix: 'a',
  RenameSource: 'x',
};

it('knows all existing commands', () => {
  expect(commands.length).toBeGreaterThan(90);
});

const others = commands.filter(([name]) => name !== 'GetObjectCommand');

it.each(others)('%s is not sent', async (_name, command) => {
  const { client, arrived } = aRecordingClient();
  const Command = command as typeof sdk.HeadObjectCommand;
  await expect(client.send(new Command(anything))).rejects.toThrow();
  expect(arrived).toEqual([]);
});

it('sends GetObject for a key', async () => {
  const { client, arrived } = aRecordingClient();
  await client.send(new sdk.GetObjectCommand({ Bucket: 'bucket', Key: 'a/key.pdf' }));
  expect(arrived).toEqual(['GET /bucket/a/key.pdf']);
});

it('refuses in its own words a request with more than a key', async () => {
  const { client, arrived } = aRecordingClient();
  const named = { Bucket: 'bucket', Key: 'key' };
  for (const more of [{ VersionId: 'v' }, { ResponseContentType: 'text/html' }, { PartNumber: 1 }]) {
    const asked = client.send(new sdk.GetObjectCommand({ ...named, ...more }));
    await expect(asked).rejects.toThrow('was not sent');
  }
  await expect(client.send(new sdk.ListObjectsCommand({ Bucket: 'bucket' }))).rejects.toThrow('was not sent');
  await expect(client.send(new sdk.HeadObjectCommand(named))).rejects.toThrow('was not sent');
  expect(arrived).toEqual([]);
});

it('makes one attempt', async () => {
  expect(await aRecordingClient().client.config.maxAttempts()).toBe(1);
});
