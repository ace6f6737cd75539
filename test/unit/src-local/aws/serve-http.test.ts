import { once } from 'node:events';
import { request as httpRequest, Agent, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, onTestFinished, test } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { ConnectionReset, type WireRequest, type WireResponse } from '#local/aws/protocol/wire.ts';
import { serveHttp, type HttpOptions } from '#local/aws/serve-http.ts';

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly agent?: Agent;
}

interface Served {
  readonly port: number;
  readonly seen: WireRequest[];
  readonly ask: (method: string, path: string, more?: Sent) => Promise<Answer>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const fine: WireResponse = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'fine' };

async function aServer(
  answer: (request: WireRequest, signal: AbortSignal) => Promise<WireResponse> | WireResponse = () => fine,
  also?: HttpOptions['also'],
): Promise<Served> {
  const seen: WireRequest[] = [];
  const dispatch: Dispatch = async (request, signal = new AbortController().signal) => {
    seen.push(request);
    return answer(request, signal);
  };
  const { port, close } = await serveHttp(dispatch, also ? { port: 0, also } : { port: 0 });
  onTestFinished(() => close());
  return { port, seen, ask: (method, path, more = {}) => askAt(port, method, path, more) };
}

async function askAt(
  port: number,
  method: string,
  path: string,
  { headers = {}, body, agent }: Sent,
): Promise<Answer> {
  const options = { host: '127.0.0.1', port, method, path, headers, ...(agent ? { agent } : {}) };
  const sent = httpRequest(options).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** A connection may break while bytes are still being written to it, which is no error of a test that breaks it. */
function connectTo(port: number): Socket {
  return connect(port, '127.0.0.1').on('error', () => undefined);
}

/** Sends the bytes unchanged, and returns everything that comes back until the end. */
async function rawly(port: number, ...pieces: string[]): Promise<string> {
  const socket = connectTo(port);
  const answer = socket.setEncoding('latin1').reduce((text: string, chunk: string) => text + chunk, '');
  for (const piece of pieces) socket.write(piece, 'latin1');
  return answer;
}

test('a request is passed on as it came', async () => {
  const { ask, seen } = await aServer();
  await ask('POST', '/a%2Fb/..//c?x=%20&y', { headers: { 'X-Amz-Target': 'T.Op' }, body: 'bytes' });

  expect(seen).toMatchObject([
    { method: 'POST', path: '/a%2Fb/..//c', query: 'x=%20&y', headers: { 'x-amz-target': 'T.Op' } },
  ]);
  expect(Buffer.from(seen[0]?.body ?? []).toString()).toBe('bytes');
});

test('headers are UTF-8 both ways', async () => {
  const { seen, ask } = await aServer(() => ({ ...fine, headers: { 'x-amz-meta-name': 'Siân 漢' } }));
  const { headers } = await ask('GET', '/', {
    headers: { 'x-amz-meta-name': Buffer.from('Siân 漢').toString('latin1') },
  });

  expect(seen[0]?.headers['x-amz-meta-name']).toBe('Siân 漢');
  expect(Buffer.from(String(headers['x-amz-meta-name']), 'latin1').toString()).toBe('Siân 漢');
});

test('a whole address in the request line is read as its path', async () => {
  const { port, seen } = await aServer();
  await rawly(port, 'GET http://127.0.0.1/k?a=b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');

  expect(seen).toMatchObject([{ path: '/k', query: 'a=b' }]);
});

test('a HEAD gives the length of the answer to a GET', async () => {
  const { ask } = await aServer((request) =>
    request.path === '/told' ? { status: 200, headers: { 'content-length': '70' }, body: '' } : fine,
  );

  expect((await ask('HEAD', '/told')).headers['content-length']).toBe('70');
  expect(await ask('HEAD', '/counted')).toMatchObject({ text: '', headers: { 'content-length': '4' } });
});

test('an answer without content has no length', async () => {
  const { ask } = await aServer(() => ({ status: 204, headers: {}, body: '' }));

  expect((await ask('DELETE', '/')).headers).not.toHaveProperty('content-length');
});

test('one connection carries many requests', async () => {
  const { port } = await aServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const first = await askAt(port, 'GET', '/', { agent });
  const [socket] = Object.values(agent.freeSockets).flat();
  await askAt(port, 'PUT', '/', { agent, body: 'again' });

  expect(first.headers.connection).toBe('keep-alive');
  expect(Object.values(agent.freeSockets).flat()).toEqual([socket]);
});

test('the first matching handler may answer', async () => {
  const { ask, seen } = await aServer(undefined, (request) =>
    request.path.startsWith('/_local/') ? Promise.resolve({ ...fine, body: 'local' }) : undefined,
  );

  expect(await ask('GET', '/_local/world')).toMatchObject({ text: 'local' });
  expect(await ask('GET', '/bucket')).toMatchObject({ text: 'fine' });
  expect(seen).toHaveLength(1);
});

test.each(['127.0.0.1', '127.0.0.1:80', 'localhost:4566', 'LOCALHOST', '[::1]:9'])(
  '%s is this machine',
  async (host) => {
    const { ask } = await aServer();

    expect(await ask('GET', '/', { headers: { host } })).toMatchObject({ status: 200 });
  },
);

test.each([
  'attacker.example',
  'localhost.attacker.example',
  '127.0.0.1.nip.io:80',
  '192.168.0.1',
  '0.0.0.0',
])('%s is not this machine, whatever its address is', async (host) => {
  const { ask, seen } = await aServer();
  const { status, text } = await ask('GET', '/', { headers: { host } });

  expect(status).toBe(403);
  expect(text).toContain('use one of them as the host');
  expect(seen).toEqual([]);
});

test('a page of another site is refused, one of this machine is not', async () => {
  const { ask, seen } = await aServer();

  for (const origin of ['https://attacker.example', 'null', 'http://localhost.attacker.example', 'file://']) {
    expect(await ask('POST', '/', { headers: { origin }, body: '{}' })).toMatchObject({ status: 403 });
  }
  expect(seen).toEqual([]);
  expect(await ask('POST', '/', { headers: { origin: 'http://127.0.0.1:5173' } })).toMatchObject({
    status: 200,
  });
});

test('a client that disconnects ends its work', async () => {
  let end: (how: string) => void = () => {};
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  const { port } = await aServer(
    (_request, signal) =>
      new Promise(() => {
        signal.addEventListener('abort', () => end('aborted'));
      }),
  );
  const socket = connectTo(port);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  setTimeout(() => socket.destroy(), 20);

  await expect(ended).resolves.toBe('aborted');
});

test('a broken connection is an answer too', async () => {
  const { ask } = await aServer(() => {
    throw new ConnectionReset('The connection was reset');
  });

  await expect(ask('POST', '/', { body: '{}' })).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test('a defect is answered, and the next request too', async () => {
  const { ask } = await aServer((request) => {
    if (request.path === '/thrown') throw new Error('so it is');
    return request.path === '/header' ? { ...fine, headers: { 'content-length': '70', x: 'a\nb' } } : fine;
  });

  expect(await ask('GET', '/thrown')).toMatchObject({
    status: 500,
    text: 'Pocket AWS has a defect: so it is\n',
  });
  expect(await ask('GET', '/header')).toMatchObject({ status: 500 });
  expect(await ask('GET', '/')).toMatchObject({ status: 200 });
});

test('a client that asks first never sends a body that would be refused', async () => {
  const { port, seen } = await aServer();
  const head = (more: string): string =>
    `PUT /k HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 100-continue\r\n${more}\r\n\r\n`;

  const taken = await rawly(port, head('Content-Length: 6'), 'pixels');
  expect(taken).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  expect(Buffer.from(seen[0]?.body ?? []).toString()).toBe('pixels');
  const refused = await rawly(port, head(`Content-Length: ${65 * 1024 ** 2}`));
  expect(refused).toMatch(/^HTTP\/1\.1 413 Payload Too Large\r\n/);
  expect(refused).toContain('<Code>EntityTooLarge</Code>');
});

test('too large a body is refused, announced or not', async () => {
  const { port, seen } = await aServer();
  const announced = await askAt(port, 'PUT', '/k', { headers: { 'content-length': '99999999' } }).catch(
    (error: Error) => error,
  );
  expect(announced).toMatchObject({ status: 413 });

  const sent = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'transfer-encoding': 'chunked', 'x-amz-target': 'T.Op' },
  });
  const piece = Buffer.alloc(1024 ** 2);
  Readable.from(
    (function* pieces() {
      for (let at = 0; at < 66; at += 1) yield piece;
    })(),
  ).pipe(sent);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(413);
  expect(
    JSON.parse(await response.setEncoding('utf8').reduce((text: string, chunk: string) => text + chunk, '')),
  ).toMatchObject({
    __type: 'EntityTooLarge',
  });
  expect(seen).toEqual([]);
});

test('nonsense, half a request and a sudden end do no harm', async () => {
  const { port, ask } = await aServer();

  expect(await rawly(port, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(await rawly(port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  const half = connectTo(port);
  await once(half, 'connect');
  half.write('PUT /k HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nonly this');
  setTimeout(() => half.resetAndDestroy(), 20);
  await once(half, 'close');
  expect(await ask('GET', '/')).toMatchObject({ status: 200 });
});

test('a port in use is reported to the caller', async () => {
  const { port } = await aServer();

  await expect(serveHttp(() => Promise.resolve(fine), { port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

test("the SDK's own client finds S3 there", async () => {
  const { aws } = aPocketAws();
  const { port, close } = await serveHttp(aws.dispatch, { port: 0 });
  onTestFinished(() => close());
  const s3 = new S3Client({
    region: 'local',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' },
    forcePathStyle: true,
    maxAttempts: 1,
  });
  onTestFinished(() => s3.destroy());
  const place = { Bucket: 'pages', Key: 'a b/ü+%.png' };
  await s3.send(new CreateBucketCommand({ Bucket: 'pages' }));
  const Body = Readable.from([Buffer.from('streamed '), Buffer.from('pixels')]);
  await s3.send(new PutObjectCommand({ ...place, Body, ContentLength: 15, Metadata: { batch: 'b-1' } }));

  const got = await s3.send(new GetObjectCommand({ ...place, Range: 'bytes=0-7' }));
  expect(await got.Body?.transformToString()).toBe('streamed');
  expect(await s3.send(new HeadObjectCommand(place))).toMatchObject({
    ContentLength: 15,
    Metadata: { batch: 'b-1' },
  });
  await expect(s3.send(new HeadObjectCommand({ ...place, Key: 'x' }))).rejects.toMatchObject({
    name: 'NotFound',
  });
  const address = await getSignedUrl(s3, new GetObjectCommand(place), { signingDate: new Date(startOfTime) });
  const fetched = await fetch(address);
  expect(await fetched.text()).toBe('streamed pixels');
});
