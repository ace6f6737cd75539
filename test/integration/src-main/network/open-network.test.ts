import { copyFileSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { request as requestOverTls, type Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { scrubText, withoutSecrets } from '#main/log/secret-text.ts';
import { explainStop, sayStop } from '#main/network/explain-stop.ts';
import type { AskSystemProxy } from '#main/network/machine-settings.ts';
import { NotConnected } from '#main/network/not-connected.ts';
import { openNetwork } from '#main/network/open-network.ts';
import {
  aDeadPort,
  aProxy,
  aTlsServer,
  authorityFile,
  toThisMachine,
} from '#test/stand-ins/a-company-network.ts';

const host = 'api.example.com';

function aNetwork(environment: Readonly<Record<string, string>>, askSystemProxy?: AskSystemProxy) {
  const network = openNetwork({
    environment: { NODE_EXTRA_CA_CERTS: authorityFile, ...environment },
    askSystemProxy,
    lookup: toThisMachine,
  });
  onTestFinished(() => network.close());
  return network;
}

const aServer = () =>
  aTlsServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      response.writeHead(200, { 'x-path': request.url, 'set-cookie': ['a=1', 'b=2'] });
      response.end(`${request.method} ${body}`);
    });
  });

async function readStop(sent: Promise<unknown>): Promise<string> {
  const error: unknown = await sent.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(NotConnected);
  const stop = explainStop(error, { to: 'the pipeline API', hasNetwork: () => true });
  return stop === null ? '' : `${stop.trouble}: ${sayStop(stop)}`;
}

describe('a request', () => {
  it('goes through the proxy of HTTPS_PROXY, and reuses its connection', async () => {
    const [server, proxy] = [await aServer(), await aProxy()];
    const { fetch } = aNetwork({ HTTPS_PROXY: proxy.address });
    const first = await fetch(`${server.at(host)}/a?b=c`, { method: 'POST', body: 'ü' });
    expect(await first.text()).toBe('POST ü');
    expect([first.status, first.headers.get('x-path'), first.headers.getSetCookie()]).toEqual([
      200,
      '/a?b=c',
      ['a=1', 'b=2'],
    ]);
    await (await fetch(server.at(host), {})).text();
    expect(proxy.asked).toEqual([`${host}:${server.port}`]);
  });

  it.each(['https_proxy', 'ALL_PROXY', 'all_proxy'])('goes through the proxy of %s', async (name) => {
    const [server, proxy] = [await aServer(), await aProxy()];
    await (await aNetwork({ [name]: proxy.address }).fetch(server.at(host), {})).text();
    expect(proxy.hosts()).toEqual([host]);
  });

  it('needs no http:// before the name of a proxy', async () => {
    const [server, proxy] = [await aServer(), await aProxy()];
    await (await aNetwork({ HTTPS_PROXY: `127.0.0.1:${proxy.port}` }).fetch(server.at(host), {})).text();
    expect(proxy.hosts()).toEqual([host]);
  });

  it('signs in to a proxy with the user name and password of its address', async () => {
    const [server, proxy] = [await aServer(), await aProxy({ only: 'mira@example:p%ss:w/rd' })];
    const address = `http://mira%40example:p%25ss%3Aw%2Frd@127.0.0.1:${proxy.port}`;
    expect((await aNetwork({ HTTPS_PROXY: address }).fetch(server.at(host), {})).status).toBe(200);
  });

  it('goes through a proxy that is reached over TLS itself', async () => {
    const [server, proxy] = [await aServer(), await aProxy({ isTls: true })];
    expect((await aNetwork({ HTTPS_PROXY: proxy.address }).fetch(server.at(host), {})).status).toBe(200);
    expect(proxy.hosts()).toEqual([host]);
  });

  it.each([
    host,
    'example.com',
    '.example.com',
    '*.example.com',
    'other.example, EXAMPLE.com',
    '*',
    'api.example.com:PORT',
  ])('goes to its host directly if NO_PROXY has "%s"', async (entry) => {
    const [server, proxy] = [await aServer(), await aProxy()];
    const noProxy = entry.replace('PORT', `${server.port}`);
    const { fetch } = aNetwork({ HTTPS_PROXY: proxy.address, NO_PROXY: noProxy });
    expect((await fetch(server.at(host), {})).status).toBe(200);
    expect(proxy.asked).toEqual([]);
  });

  it.each(['ample.com', 'api.example.com:1', '10.0.0.0/8', ' , '])(
    'goes through the proxy if NO_PROXY has "%s"',
    async (entry) => {
      const [server, proxy] = [await aServer(), await aProxy()];
      const { fetch } = aNetwork({ HTTPS_PROXY: proxy.address, no_proxy: entry, NO_PROXY: host });
      expect((await fetch(server.at(host), {})).status).toBe(200);
      expect(proxy.hosts()).toEqual([host]);
    },
  );

  it.each(['localhost', '127.0.0.1'])('to this machine (%s) never goes through a proxy', async (name) => {
    const [server, proxy] = [await aServer(), await aProxy()];
    const { fetch } = aNetwork({ HTTPS_PROXY: proxy.address }, () => Promise.resolve(`PROXY 127.0.0.1:1`));
    expect((await fetch(server.at(name), {})).status).toBe(200);
    expect(proxy.asked).toEqual([]);
  });

  it('is answered while the signal lasts, and rejects with its reason', async () => {
    const server = await aTlsServer(() => undefined);
    const abort = new AbortController();
    const sent = aNetwork({}).fetch(server.at(host), { signal: abort.signal });
    const told = expect(sent).rejects.toThrow('enough');
    await vi.waitFor(() => expect(server.sockets.size).toBe(1));
    abort.abort(new Error('enough'));
    await told;
    await vi.waitFor(() => expect(server.sockets.size).toBe(0));
  });

  it('leaves no connection behind', async () => {
    const [server, proxy] = [await aServer(), await aProxy()];
    const network = aNetwork({ HTTPS_PROXY: proxy.address });
    await (await network.fetch(server.at(host), {})).text();
    expect([server.sockets.size, proxy.sockets.size]).toEqual([1, 1]);
    network.close();
    await vi.waitFor(() => expect([server.sockets.size, proxy.sockets.size]).toEqual([0, 0]));
  });
});

describe("the system's proxy settings", () => {
  it('decide where the environment names no proxy', async () => {
    const [server, proxy] = [await aServer(), await aProxy()];
    const ask = vi.fn<AskSystemProxy>(() => Promise.resolve(`SOCKS5 a:1; PROXY 127.0.0.1:${proxy.port}`));
    expect((await aNetwork({ HTTP_PROXY: 'http://other' }, ask).fetch(server.at(host), {})).status).toBe(200);
    expect(ask.mock.calls).toEqual([[`${server.at(host)}/`]]);
    expect(proxy.hosts()).toEqual([host]);
  });

  it('are not asked where the environment names one, or NO_PROXY the host', async () => {
    const [server, proxy] = [await aServer(), await aProxy()];
    const ask = vi.fn<AskSystemProxy>(() => Promise.resolve('DIRECT'));
    await aNetwork({ HTTPS_PROXY: proxy.address }, ask).fetch(server.at(host), {});
    await aNetwork({ NO_PROXY: host }, ask).fetch(server.at(host), {});
    expect(ask).not.toHaveBeenCalled();
  });

  it.each([
    ['DIRECT', () => Promise.resolve('DIRECT')],
    ['nothing', () => Promise.resolve('')],
    ['an error', () => Promise.reject(new Error('no'))],
    ['a proxy that is dead, then DIRECT', async () => `PROXY 127.0.0.1:${await aDeadPort()}; DIRECT`],
  ])('lead directly to the host where they answer with %s', async (_, ask) => {
    const server = await aServer();
    expect((await aNetwork({}, ask).fetch(server.at(host), {})).status).toBe(200);
  });

  it('are told when they name only a proxy that cannot be used', async () => {
    const server = await aServer();
    const { fetch } = aNetwork({}, () => Promise.resolve('SOCKS5 127.0.0.1:1080'));
    expect(await readStop(fetch(server.at(host), {}))).toMatch(
      /^proxy: The proxy socks5:\/\/127\.0\.0\.1:1080 is a SOCKS proxy, which the console cannot use/,
    );
  });
});

describe('a proxy that does not help', () => {
  it.each([
    ['asks for a sign-in', { only: 'a:b' }, '', /asks for a user name and a password \(407\)/],
    [
      'rejects the sign-in',
      { only: 'a:b' },
      'a:secret-word@',
      /rejected the user name and password in HTTPS_PROXY/,
    ],
    ['knows another sign-in only', { only: 'a:b', offers: ['Negotiate', 'NTLM'] }, '', /Negotiate or NTLM/],
    [
      'refuses the host',
      { refusal: 403 },
      '',
      /does not allow a connection to api\.example\.com:\d+ \(403\)/,
    ],
    ['cannot reach the host', { refusal: 502 }, '', /could not reach api\.example\.com:\d+ \(502\)/],
    ['never answers', { isSilent: true }, '', /did not answer in time/],
  ])('is told: it %s', async (_, options, user, expected) => {
    const [server, proxy] = [await aServer(), await aProxy(options)];
    const network = aNetwork({ HTTPS_PROXY: proxy.address.replace('//', `//${user}`) });
    const { httpsAgent } = network.requestHandler({ connectionTimeout: 200 });
    const sent = sendBy(httpsAgent, server.at(host));
    expect(await readStop(sent)).toMatch(expected);
    expect(server.sockets.size).toBe(0);
  });

  it('is told when it is not there', async () => {
    const { fetch } = aNetwork({ HTTPS_PROXY: `http://127.0.0.1:${await aDeadPort()}` });
    expect(await readStop(fetch('https://api.example.com', {}))).toMatch(
      /^proxy: The proxy http:\/\/127\.0\.0\.1:\d+ could not be reached \(ECONNREFUSED\), .* HTTPS_PROXY names it/,
    );
  });

  it('shows its password in no error and in no line of the log', async () => {
    const proxy = await aProxy({ only: 'a:b' });
    for (const address of [
      `http://mira:canary-word@127.0.0.1:${proxy.port}`,
      `http://mira:canary-word@127.0.0.1:${await aDeadPort()}`,
      'socks5://mira:canary-word@127.0.0.1:1080',
      'http://mira:canary-word@',
    ]) {
      const error: unknown = await aNetwork({ HTTPS_PROXY: address })
        .fetch('https://api.example.com', {})
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(NotConnected);
      const stop = explainStop(error, { to: 'AWS' });
      for (const text of [
        inspect(error, { depth: 9 }),
        JSON.stringify([error, stop, withoutSecrets(error)]),
      ]) {
        expect(text).not.toMatch(/canary|bWlyYTpjYW5hcnk/);
      }
    }
    expect(scrubText('HTTPS_PROXY=http://mira:canary-word@proxy.example.com:3128')).not.toContain('canary');
    expect(scrubText('proxy-authorization: Basic bWlyYTpjYW5hcnk=')).not.toContain('bWlyYTpjYW5hcnk');
  });
});

describe('the certificate of a company', () => {
  it('is not trusted unless a setting names it, and then the settings that help are told', async () => {
    const server = await aServer();
    expect(await readStop(aNetwork({ NODE_EXTRA_CA_CERTS: '' }).fetch(server.at(host), {}))).toMatch(
      /^certificate: The certificate of api\.example\.com:\d+ is not trusted: it was issued by "Example Company Proxy CA", .*AWS_CA_BUNDLE/,
    );
  });

  it.each(['NODE_EXTRA_CA_CERTS', 'AWS_CA_BUNDLE', 'SSL_CERT_FILE'])('is trusted by %s', async (setting) => {
    const server = await aServer();
    const { fetch } = aNetwork({ NODE_EXTRA_CA_CERTS: '', [setting]: authorityFile });
    expect((await fetch(server.at(host), {})).status).toBe(200);
  });

  it('is trusted by the profile, unless AWS_CA_BUNDLE names another file', async () => {
    const server = await aServer();
    const trusting = (environment: Record<string, string>) =>
      aNetwork({ NODE_EXTRA_CA_CERTS: '', ...environment }).trusting(() => Promise.resolve(authorityFile));
    expect((await trusting({}).fetch(server.at(host), {})).status).toBe(200);
    expect(await readStop(trusting({ AWS_CA_BUNDLE: '/nowhere' }).fetch(server.at(host), {}))).toMatch(
      /AWS_CA_BUNDLE names a file that has no certificate or cannot be read/,
    );
  });

  it('is trusted without a restart once its file is there', async () => {
    const server = await aServer();
    const file = join(mkdtempSync(join(tmpdir(), 'sluice-network-')), 'company.pem');
    writeFileSync(file, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    utimesSync(file, 1, 1);
    const { fetch } = aNetwork({ NODE_EXTRA_CA_CERTS: file });
    expect(await readStop(fetch(server.at(host), {}))).toMatch(/NODE_EXTRA_CA_CERTS names a file/);
    copyFileSync(authorityFile, file);
    expect((await fetch(server.at(host), {})).status).toBe(200);
  });

  it('may be that of the proxy', async () => {
    const proxy = await aProxy({ isTls: true });
    const { fetch } = aNetwork({ NODE_EXTRA_CA_CERTS: '', HTTPS_PROXY: proxy.address });
    expect(await readStop(fetch('https://api.example.com', {}))).toMatch(
      /^certificate: The certificate of the proxy https:\/\/127\.0\.0\.1:\d+ is not trusted/,
    );
  });

  it('is told when it has expired, or belongs to another host', async () => {
    const [expired, server] = [await aTlsServer(() => undefined, 'expired'), await aServer()];
    const { fetch } = aNetwork({});
    expect(await readStop(fetch(expired.at(host), {}))).toMatch(
      /^certificate: By this machine's clock, .* has expired/,
    );
    expect(await readStop(fetch(server.at('other.example'), {}))).toMatch(
      /^certificate: .* belongs to another host/,
    );
  });
});

describe('a host that is not there', () => {
  it('is told, and nothing was sent', async () => {
    const { fetch } = aNetwork({});
    expect(await readStop(fetch(`https://api.example.com:${await aDeadPort()}`, {}))).toMatch(
      /^unreachable: api\.example\.com:\d+ could not be reached \(ECONNREFUSED\), so the pipeline API was not asked/,
    );
  });

  it('may not speak TLS', async () => {
    const proxy = await aProxy();
    expect(await readStop(aNetwork({}).fetch(`https://api.example.com:${proxy.port}`, {}))).toMatch(
      /^unreachable: api\.example\.com:\d+ does not speak TLS/,
    );
  });
});

function sendBy(agent: Agent, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    requestOverTls(url, { agent }, () => resolve())
      .on('error', reject)
      .end();
  });
}
