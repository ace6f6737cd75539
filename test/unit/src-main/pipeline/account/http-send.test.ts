import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { httpSend } from '#main/pipeline/account/http-send.ts';
import { openPipelineApi } from '#main/pipeline/open-pipeline-api.ts';
import { longestAnswer } from '#main/pipeline/read-answer.ts';
import { NotSent } from '#main/pipeline/transport.ts';
import { anExchange } from './a-pass-source.ts';

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
  it('goes to the path under the base, as it was written', async () => {
    const came: unknown[] = [];
    const base = await aServer((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        const { 'idempotency-key': key, authorization } = request.headers;
        came.push([request.method, request.url, key, authorization, body]);
        response.writeHead(202, { 'X-Thing': 'yes' }).end('{"a":1}');
      });
    });
    const answer = await httpSend(`${base}/pipeline/v1//`)({
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
    'follows no %i, wherever it leads, and takes its token nowhere',
    async (status) => {
      const reached = vi.fn<() => void>();
      const elsewhere = await aServer((_request, response) => {
        reached();
        response.end('{}');
      });
      const base = await aServer((_request, response) => {
        response.writeHead(status, { location: `${elsewhere}/me` }).end();
      });
      const send = httpSend(base);
      expect(await send({ ...anExchange, headers: { authorization: 'Bearer t' } })).toMatchObject({ status });
      const api = openPipelineApi({ send, signIn: () => Promise.resolve('Bearer t') });
      expect(await api.call('me', { personId: '' })).toMatchObject({ kind: 'unclear', status });
      expect(reached).not.toHaveBeenCalled();
    },
  );

  it('takes no more of an answer than one may have', async () => {
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
    const { body } = await httpSend(base)(anExchange);
    expect(body.length).toBeGreaterThan(longestAnswer);
    expect(body.length).toBeLessThan(2 * longestAnswer);
    expect(sent).toBeLessThan(64);
  });
});

describe('a request that met no API', () => {
  const failing = (code: string | undefined) =>
    httpSend('https://api.example.com', () =>
      Promise.reject(
        Object.assign(new TypeError('fetch failed, with Bearer t'), {
          cause: code === undefined ? new Error('bad port') : { code, message: 'Bearer t' },
        }),
      ),
    );

  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ])('was certainly not sent where there was %s', async (code) => {
    await expect(failing(code)(anExchange)).rejects.toEqual(
      new NotSent(`The pipeline API could not be reached (${code}).`),
    );
  });

  it.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', undefined])(
    'may have been done where there was %s',
    async (code) => {
      const ended = await failing(code)(anExchange).catch((error: unknown) => error);
      expect(ended).not.toBeInstanceOf(NotSent);
      expect(ended).toMatchObject({ message: 'The exchange ended early.', code: code ?? 'no answer' });
    },
  );

  it('may have been done where its answer broke off', async () => {
    const base = await aServer((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"a"');
      setImmediate(() => request.socket.resetAndDestroy());
    });
    const ended = await httpSend(base)(anExchange).catch((error: unknown) => error);
    expect(ended).not.toBeInstanceOf(NotSent);
    expect(ended).toMatchObject({ message: 'The exchange ended early.' });
  });
});
