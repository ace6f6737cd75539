import { Readable } from 'node:stream';
import * as sdk from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { s3Client } from '#main/aws/s3-client.ts';

const commands = Object.entries(sdk).filter(([name]) => /^[A-Z].*Command$/.test(name));

function aRecordingClient() {
  const arrived: string[] = [];
  const requestHandler = {
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
  const place = { requestHandler, region: 'local', accountId: '000000000000' };
  return { client: s3Client(place), arrived };
}

/** What one or the other command cannot do without. */
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

it('knows all the commands that there are', () => {
  expect(commands.length).toBeGreaterThan(90);
});

const others = commands.filter(([name]) => name !== 'GetObjectCommand');

it.each(others)('%s is not sent', async (_name, command) => {
  const { client, arrived } = aRecordingClient();
  const Command = command as typeof sdk.HeadObjectCommand;
  await expect(client.send(new Command(anything))).rejects.toThrow();
  expect(arrived).toEqual([]);
});

it('GetObject is sent for what lies under a key', async () => {
  const { client, arrived } = aRecordingClient();
  await client.send(new sdk.GetObjectCommand({ Bucket: 'bucket', Key: 'a/key.pdf' }));
  expect(arrived).toEqual(['GET /bucket/a/key.pdf']);
});

it('refuses by its own words what is asked with more than a key', async () => {
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
