import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ApiSignIn, SignedIn } from '#main/pipeline/account/api-sign-in.ts';
import { tokenPass } from '#main/pipeline/account/pass-sources.ts';
import { NotConnected } from '#main/network/not-connected.ts';
import { openNetwork, type Fetch } from '#main/network/open-network.ts';
import { httpSend, noPipelineApi, pipelineTransport } from '#main/pipeline/account/pipeline-transport.ts';
import { longestAnswer, openPipelineApi } from '#main/pipeline/open-pipeline-api.ts';
import { NotSent, type HttpAnswer, type SendHttp } from '#main/pipeline/pipeline-api.ts';
import { anAnswer } from '../a-transport.ts';
import { anExchange } from './a-pass-source.ts';

const network = openNetwork({ environment: {} });
const who = { id: 'support', name: 'Mira Okafor', role: 'support', tenants: '*' } as const;
const first: SignedIn = { id: 'sign-in-1', pass: tokenPass('first', null), who };
const second: SignedIn = { id: 'sign-in-2', pass: tokenPass('second', null), who };

function aTransport(answers: readonly HttpAnswer[], renewed?: SignedIn, isThere = true) {
  const send = vi.fn<SendHttp>();
  for (const answer of answers) send.mockResolvedValueOnce(answer);
  const renew = vi.fn<ApiSignIn['renew']>(() => Promise.resolve(renewed));
  const signIn = {
    get: () => Promise.resolve(first),
    byId: (id: string) => (id === first.id ? first : undefined),
    current: () => (isThere ? first : undefined),
    renew,
  } as unknown as ApiSignIn;
  const transport = pipelineTransport(send, signIn);
  const sentAs = () => send.mock.calls.map(([{ headers }]) => headers['authorization']);
  return { transport, renew, sentAs, send };
}

const done = anAnswer(200, {});
const over = anAnswer(401, { code: 'sign-in-expired' });

describe('a request to the API of an account', () => {
  it('is sent as the person who started it, or as the current person if none is named', async () => {
    const { transport, sentAs } = aTransport([done]);
    expect(await transport.signIn('support')).toBe('sign-in-1');
    expect(await transport.signIn('')).toBe('sign-in-1');
    await expect(transport.signIn('another-person')).rejects.toThrow(
      /signed in to the pipeline API as Mira Okafor/,
    );
    await transport.send({ ...anExchange, headers: { authorization: 'sign-in-1', accept: 'x' } });
    expect(sentAs()).toEqual(['Bearer first']);
  });

  it('is not sent under a sign-in that is no longer known', async () => {
    const { transport, send } = aTransport([]);
    const sent = transport.send({ ...anExchange, headers: { authorization: 'sign-in-0' } });
    await expect(sent).rejects.toBeInstanceOf(NotSent);
    expect(send).not.toHaveBeenCalled();
  });

  it('is repeated once if the sign-in had expired', async () => {
    const { transport, renew, sentAs, send } = aTransport([over, done], second);
    const request = {
      ...anExchange,
      method: 'POST',
      body: '{}',
      headers: { authorization: 'sign-in-1', 'idempotency-key': 'k' },
    };
    expect(await transport.send(request)).toBe(done);
    expect(renew).toHaveBeenCalledExactlyOnceWith(first);
    expect(sentAs()).toEqual(['Bearer first', 'Bearer second']);
    const [[one], [other]] = send.mock.calls as [[object], [object]];
    expect({ ...other, headers: {} }).toEqual({ ...one, headers: {} });
  });

  it('is not sent a third time, and keeps its answer if nothing could be renewed', async () => {
    const twice = aTransport([over, over, done], second);
    expect(await twice.transport.send({ ...anExchange, headers: { authorization: 'sign-in-1' } })).toBe(over);
    expect(twice.sentAs()).toHaveLength(2);
    const never = aTransport([over]);
    expect(await never.transport.send({ ...anExchange, headers: { authorization: 'sign-in-1' } })).toBe(over);
    expect(never.sentAs()).toHaveLength(1);
  });

  it.each<[string, HttpAnswer, boolean]>([
    [
      'by the name of its error',
      { ...anAnswer(403, '{}'), headers: { 'x-amzn-errortype': 'ExpiredTokenException' } },
      true,
    ],
    [
      'by its words',
      anAnswer(403, { message: 'The security token included in the request is expired' }),
      true,
    ],
    ...['UnrecognizedClientException', 'InvalidClientTokenId', 'InvalidAccessKeyId'].map(
      (name): [string, HttpAnswer, boolean] => [
        `by ${name}, a name for keys that AWS does not know`,
        { ...anAnswer(403, '{}'), headers: { 'x-amzn-errortype': name } },
        true,
      ],
    ),
    [
      'by its words about keys that AWS does not know',
      anAnswer(403, { message: 'The security token included in the request is invalid.' }),
      true,
    ],
    ['not where the request is invalid', anAnswer(403, { detail: 'The request is invalid.' }), false],
    [
      'not where it is forbidden',
      anAnswer(403, { code: 'role-required', detail: 'The hold has expired.' }),
      false,
    ],
    ['not where it is a conflict', anAnswer(409, { message: 'The security token is expired' }), false],
  ])('recognises a gateway that says so, %s', async (_, answer, isOver) => {
    const { transport, renew } = aTransport([answer, done], second);
    await transport.send({ ...anExchange, headers: { authorization: 'sign-in-1' } });
    expect(renew).toHaveBeenCalledTimes(isOver ? 1 : 0);
  });

  it('that needs no sign-in is sent with the current person’s, or without one', async () => {
    const there = aTransport([done]);
    await there.transport.send(anExchange);
    const signedOut = aTransport([done], undefined, false);
    await signedOut.transport.send(anExchange);
    expect([there.sentAs(), signedOut.sentAs()]).toEqual([['Bearer first'], [undefined]]);
  });
});

async function aServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a request over the network', () => {
  it('goes to the path under the base, as written', async () => {
    const came: unknown[] = [];
    const base = await aServer((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        const { 'idempotency-key': key, authorization } = request.headers;
        came.push([request.method, request.url, key, authorization, body]);
        response.writeHead(202, { 'X-Thing': 'yes' }).end('{"a":1}');
      });
    });
    const answer = await httpSend(
      `${base}/pipeline/v1//`,
      network.fetch,
    )({
      ...anExchange,
      method: 'POST',
      path: '/batches/a%20b/reprocess',
      headers: { 'idempotency-key': 'k', authorization: 'Bearer t' },
      body: '{"documentIds":["ü"]}',
    });
    expect(came).toEqual([
      ['POST', '/pipeline/v1/batches/a%20b/reprocess', 'k', 'Bearer t', '{"documentIds":["ü"]}'],
    ]);
    expect(answer).toMatchObject({ status: 202, headers: { 'x-thing': 'yes' }, body: '{"a":1}' });
  });

  it.each([301, 302, 303, 307, 308])(
    'follows no %i, wherever it points, and takes its token nowhere',
    async (status) => {
      const reached = vi.fn<() => void>();
      const elsewhere = await aServer((_request, response) => {
        reached();
        response.end('{}');
      });
      const base = await aServer((_request, response) => {
        response.writeHead(status, { location: `${elsewhere}/me` }).end();
      });
      const send = httpSend(base, network.fetch);
      expect(await send({ ...anExchange, headers: { authorization: 'Bearer t' } })).toMatchObject({ status });
      const api = openPipelineApi({ send, signIn: () => Promise.resolve('Bearer t') });
      expect(await api.call('me', { personId: '' })).toMatchObject({ kind: 'unclear', status });
      expect(reached).not.toHaveBeenCalled();
    },
  );

  it('reads no more of an answer than the limit', async () => {
    const chunk = Buffer.alloc(1_048_576, 'a');
    let sent = 0;
    const base = await aServer((_request, response) => {
      const more = (): void => {
        if (response.destroyed) return;
        sent += 1;
        response.write(chunk, () => more());
      };
      more();
    });
    const { body } = await httpSend(base, network.fetch)(anExchange);
    expect(body.length).toBeGreaterThan(longestAnswer);
    expect(body.length).toBeLessThan(2 * longestAnswer);
    expect(sent).toBeLessThan(64);
  });
});

describe('a request that reached no API', () => {
  const failing = (error: Error) => {
    const rejects = vi.fn<Fetch>().mockRejectedValue(error);
    return httpSend('https://api.example.com', rejects);
  };
  const coded = (code: string | undefined) =>
    Object.assign(new Error('failed, with Bearer t'), code === undefined ? {} : { code });

  it('was certainly not sent where there was no connection', async () => {
    const error = new NotConnected({
      at: 'host',
      code: 'SELF_SIGNED_CERT_IN_CHAIN',
      host: 'api.example.com:443',
    });
    const sent = failing(error)(anExchange);
    await expect(sent).rejects.toBeInstanceOf(NotSent);
    await expect(sent).rejects.toThrow(
      /^The certificate of api\.example\.com is not trusted\. Nothing was sent\./,
    );
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
    'was certainly not sent to this machine after %s',
    async (code) => {
      await expect(failing(coded(code))(anExchange)).rejects.toBeInstanceOf(NotSent);
    },
  );

  it.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC', undefined])(
    'may have been done after %s',
    async (code) => {
      const ended = await failing(coded(code))(anExchange).catch((thrown: unknown) => thrown);
      expect(ended).not.toBeInstanceOf(NotSent);
      expect(ended).toMatchObject({ message: 'The connection closed early.', code: code ?? 'no answer' });
    },
  );

  it('was not done if a gateway refused its time', async () => {
    const body =
      '{"message":"Signature expired: 20260101T120000Z is now earlier than 20260101T121500Z (20260101T122000Z - 5 min.)"}';
    const base = await aServer((_request, response) => void response.writeHead(403).end(body));
    const sent = httpSend(base, network.fetch)(anExchange);
    await expect(sent).rejects.toBeInstanceOf(NotSent);
    await expect(sent).rejects.toThrow(
      /^The clock of this machine is .* ahead, so the pipeline API refused the call/,
    );
  });

  it('may have been done if its answer was cut off', async () => {
    const base = await aServer((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"a"');
      setImmediate(() => request.socket.resetAndDestroy());
    });
    const ended = await httpSend(base, network.fetch)(anExchange).catch((error: unknown) => error);
    expect(ended).not.toBeInstanceOf(NotSent);
    expect(ended).toMatchObject({ message: 'The connection closed early.' });
  });
});

it('reports that a connection has no API, and asks for no sign-in for it', async () => {
  const api = openPipelineApi(noPipelineApi);
  const why = expect.stringContaining('names no pipeline API');
  expect(await api.call('me', { personId: '' })).toEqual({ kind: 'not-sent', why });
  expect(await api.call('health', { personId: '' })).toEqual({ kind: 'not-sent', why });
});
