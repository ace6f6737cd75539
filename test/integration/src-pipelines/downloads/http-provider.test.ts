import {
  constants,
  createCipheriv,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KMSClient } from '@aws-sdk/client-kms';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { httpProvider, providerLimits, type HttpProviderParts } from '#pipelines/downloads/http-provider.ts';
import type { Provider } from '#pipelines/downloads/provider.ts';
import { aDownloadPipeline, today } from '#test/builders/a-download-pipeline.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' } as const;
const aesKey = randomBytes(32);
const iv = randomBytes(16);
const rates = {
  entity: 'rates',
  url: 'https://files.example/rates.enc?X-Amz-Signature=secret',
  encryptedAesKey: wrap(aesKey),
  encodedAesIv: iv.toString('base64'),
};

let asked: string[] = [];
beforeEach(() => (asked = []));

describe('a provider over HTTP', () => {
  it('lists the files of a day', async () => {
    const { provider } = await aProvider(json({ files: [rates], more: 'is ignored' }));
    expect(await provider.listFiles('2026-01-05')).toEqual([rates]);
    expect(asked).toEqual(['GET /v1/files?date=2026-01-05']);
  });

  it('offers a file again, or does not any more', async () => {
    const { provider } = await aProvider((request, response, body) =>
      request.url?.startsWith('/v1/files/rates?')
        ? json(rates)(request, response, body)
        : response.writeHead(404).end(),
    );
    expect(await provider.offerAgain('rates', '2026-01-05')).toEqual(rates);
    expect(await provider.offerAgain('cash flows', '2026-01-05')).toBeUndefined();
    expect(asked).toEqual([
      'GET /v1/files/rates?date=2026-01-05',
      'GET /v1/files/cash%20flows?date=2026-01-05',
    ]);
  });

  it.each<[string, Answer, string]>([
    ['a status', (_, response) => response.writeHead(503).end(), 'ProviderRefused'],
    ['a redirect', (_, response) => response.writeHead(302, { location: '/' }).end(), 'ProviderRefused'],
    ['no answer', (request) => request.socket.destroy(), 'ProviderUnreachable'],
    [
      'half an answer',
      (request, response) =>
        response.writeHead(200, { 'content-length': 9 }).write('{', () => request.socket.destroy()),
      'ProviderUnreachable',
    ],
    ['no JSON', (_, response) => response.end('<html>'), 'ProviderMalformed'],
    ['no list', json([rates]), 'ProviderMalformed'],
    ['a file without a key', json({ files: [{ ...rates, encryptedAesKey: '' }] }), 'ProviderMalformed'],
    [
      'a file that would leave its folder',
      json({ files: [{ ...rates, entity: '../x' }] }),
      'ProviderMalformed',
    ],
    [
      'a file of this machine',
      json({ files: [{ ...rates, url: 'file:///etc/passwd' }] }),
      'ProviderMalformed',
    ],
    ['a file twice', json({ files: [rates, rates] }), 'ProviderMalformed'],
    [
      'more than a list',
      (_, response) => response.end(Buffer.alloc(providerLimits.listing + 1)),
      'FileTooLarge',
    ],
  ])('that gives %s is a failure with a name, and without a secret', async (_, answer, name) => {
    const { provider } = await aProvider(answer);
    const listing = provider.listFiles('2026-01-05');
    await expect(listing).rejects.toMatchObject({
      name,
      message: expect.not.stringContaining('secret') as string,
    });
  });

  it('is not waited for too long', async () => {
    const { provider } = await aProvider(() => {}, {
      withinTime: (_, work) => work(AbortSignal.abort(new Error('over'))),
    });
    await expect(provider.listFiles('2026-01-05')).rejects.toMatchObject({ name: 'ProviderTimeout' });
    await expect(provider.fetch('http://127.0.0.1:1/')).rejects.toMatchObject({ name: 'ProviderTimeout' });
  });

  it('leads a function on AWS to no address of its own machine', async () => {
    const local = { ...rates, url: 'http://127.0.0.1:9001/2018-06-01/runtime/invocation/next' };
    const { provider } = await aProvider(json({ files: [local] }), {
      url: 'https://files.custodian.example/v1',
      fetch: (_, init) => fetch(`${base}/files`, init),
    });
    await expect(provider.listFiles('2026-01-05')).rejects.toMatchObject({ name: 'ProviderMalformed' });
    await expect(provider.fetch(local.url)).rejects.toMatchObject({ name: 'ProviderMalformed' });
    expect(asked).toEqual(['GET /files']);
  });
});

describe('the bytes of a file', () => {
  it('come with their status', async () => {
    const { provider } = await aProvider((request, response) =>
      request.url === '/rates.enc' ? response.end('locked') : response.writeHead(403).end('expired'),
    );
    const { status, body } = await provider.fetch(`${base}/rates.enc`);
    expect([status, Buffer.from(body).toString()]).toEqual([200, 'locked']);
    expect(await provider.fetch(`${base}/other.enc`)).toMatchObject({ status: 403 });
  });

  it.each([
    ['say how many they are', true],
    ['do not', false],
  ])('are not more than a function can hold, where they %s', async (_, isSaid) => {
    const { provider } = await aProvider((_request, response) => {
      if (isSaid) response.setHeader('content-length', providerLimits.file + 1);
      const part = Buffer.alloc(2 ** 20);
      const sendMore = (left: number): void => {
        if (left > 0 && !response.destroyed) response.write(part, () => sendMore(left - 1));
      };
      sendMore(providerLimits.file / part.length + 1);
    });
    await expect(provider.fetch(`${base}/large`)).rejects.toMatchObject({
      name: 'FileTooLarge',
      message: 'The provider sent more than 32 MB.',
    });
  });
});

describe('the key of a file', () => {
  it('is unwrapped by KMS', async () => {
    const { provider } = await aProvider(kms);
    expect(Buffer.from(await provider.unwrap(rates.encryptedAesKey))).toEqual(aesKey);
  });

  it.each([
    ['that was wrapped for another owner', Buffer.alloc(256, 1).toString('base64'), 'KeyNotUnwrapped'],
    ['that opens nothing', wrap(randomBytes(16)), 'KeyNotUnwrapped'],
  ])('%s cannot be used', async (_, wrapped, name) => {
    const { provider } = await aProvider(kms);
    await expect(provider.unwrap(wrapped)).rejects.toMatchObject({ name });
  });

  it('may be unwrapped later, where KMS does not do it now', async () => {
    const { provider } = await aProvider((_, response) =>
      response.writeHead(400, kmsHeaders).end(JSON.stringify({ __type: 'AccessDeniedException' })),
    );
    await expect(provider.unwrap(rates.encryptedAesKey)).rejects.toMatchObject({
      name: 'KeyServiceUnavailable',
      message: 'KMS did not unwrap the key: AccessDeniedException.',
    });
  });
});

it('a file is listed, fetched, opened and stored', async () => {
  const { provider } = await aProvider((request, response, body) => {
    if (request.method === 'POST') return kms(request, response, body);
    if (request.url?.startsWith('/v1/files')) {
      return json({ files: [{ ...rates, url: `${base}/rates.enc` }] })(request, response, body);
    }
    const cipher = createCipheriv('aes-256-cbc', aesKey, iv);
    return response.end(Buffer.concat([cipher.update('date,id,value\n'), cipher.final()]));
  });
  const pipeline = await aDownloadPipeline({ provider: () => provider });
  await pipeline.functions.poll();
  await pipeline.deliver();
  expect(await pipeline.file(`rates-${today}`)).toMatchObject({ Status: 'completed' });
});

it.each<[string, Answer, string, string]>([
  [
    'is too large',
    (_, response) => response.setHeader('content-length', providerLimits.file + 1).write('x'),
    'error',
    'The provider sent more than 32 MB.',
  ],
  ['does not come', (request) => request.socket.destroy(), 'failed', 'The provider could not be reached.'],
])('a file that %s is told as that', async (_, answer, Status, ErrorMessage) => {
  const { provider } = await aProvider((request, response, body) =>
    request.url?.startsWith('/v1/files')
      ? json({ files: [{ ...rates, url: `${base}/rates.enc` }] })(request, response, body)
      : answer(request, response, body),
  );
  const pipeline = await aDownloadPipeline({ provider: () => provider });
  await pipeline.functions.poll();
  await pipeline.deliver();
  expect(await pipeline.file(`rates-${today}`)).toMatchObject({ Status, ErrorMessage });
});

let base = '';

/** Opens a provider, and KMS beside it, on this machine. */
async function aProvider(
  answer: Answer,
  parts: Partial<HttpProviderParts> = {},
): Promise<{ readonly provider: Provider }> {
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => answer(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new KMSClient({
    region: 'eu-central-1',
    endpoint: base,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const provider = httpProvider({
    url: `${base}/v1/`,
    keyId: 'key-1',
    kms: client,
    fetch: (url, init) => fetch(url, init),
    withinTime: (_, work) => work(new AbortController().signal),
    ...parts,
  });
  return { provider };
}

function json(value: object): Answer {
  return (_, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
}

const kmsHeaders = { 'content-type': 'application/x-amz-json-1.1' };

/** Answers as KMS does for a key of RSA with 2,048 bits. */
function kms(request: IncomingMessage, response: ServerResponse, body: string): void {
  const { KeyId, CiphertextBlob, EncryptionAlgorithm } = JSON.parse(body) as Readonly<Record<string, string>>;
  const isAsked = request.headers['x-amz-target'] === 'TrentService.Decrypt' && KeyId === 'key-1';
  if (!isAsked || EncryptionAlgorithm !== 'RSAES_OAEP_SHA_256') {
    response.writeHead(400, kmsHeaders).end(JSON.stringify({ __type: 'ValidationException' }));
    return;
  }
  try {
    const plain = privateDecrypt(
      { key: privateKey, ...padding },
      Buffer.from(CiphertextBlob ?? '', 'base64'),
    );
    response.writeHead(200, kmsHeaders).end(JSON.stringify({ KeyId, Plaintext: plain.toString('base64') }));
  } catch {
    response.writeHead(400, kmsHeaders).end(JSON.stringify({ __type: 'InvalidCiphertextException' }));
  }
}

function wrap(key: Buffer): string {
  return publicEncrypt({ key: publicKey, ...padding }, key).toString('base64');
}
