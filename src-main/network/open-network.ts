import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Readable, type Duplex } from 'node:stream';
import type { SecureContext, TLSSocket } from 'node:tls';
import {
  findRoutes,
  formatHost,
  listProxySettings,
  openCertificates,
  type AskSystemProxy,
  type Certificates,
  type Environment,
  type Proxy,
  type Route,
} from './machine-settings.ts';
import { isUntrusted, NotConnected } from './not-connected.ts';

interface NetworkParts {
  readonly environment: Environment;
  /** Asks the operating system for its proxy. It is left out where the host cannot. */
  readonly askSystemProxy?: AskSystemProxy | undefined;
  /** Looks up names; the system does it by default. */
  readonly lookup?: LookupFunction;
}

/** This is the only way out of this machine: each client of the main process is made with it. */
export interface Network {
  /**
   * Returns the setting of that name for clients of the SDK. Each client that is made with it has connections of its
   * own, so that one which is closed does not cut those of another. `stopped` is called with each connection that
   * could not be made, because the SDK's sign-in keeps only the text of an error.
   */
  requestHandler(limits?: HandlerLimits, stopped?: (error: NotConnected) => void): HandlerOptions;
  /** Sends one request as the global `fetch` does, except that it follows no redirect and unpacks no answer. */
  readonly fetch: Fetch;
  /**
   * Returns when the certificate of a host ends, or null where the address is not https. It connects as every other call
   * does, sends nothing, and rejects where no connection can be made.
   */
  certificateUntil(url: string): Promise<Date | null>;
  /** Returns the same network, which also trusts the certificates in a file that is looked up each time. */
  trusting(profileBundle: () => Promise<string | undefined>): Network;
  /** Closes the connections of `fetch`; the SDK's clients close their own. */
  close(): void;
}

interface HandlerLimits {
  /** This is the longest that each step of connecting may take, in milliseconds. */
  readonly connectionTimeout?: number;
  readonly requestTimeout?: number;
  readonly throwOnRequestTimeout?: boolean;
  /** It is false for a client of few calls that is never closed. */
  readonly keepAlive?: boolean;
}

/** The SDK makes its own handler of these. */
export interface HandlerOptions {
  readonly requestTimeout?: number;
  readonly throwOnRequestTimeout?: boolean;
  readonly httpsAgent: https.Agent;
}

export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

interface FetchInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: ConstructorParameters<typeof Response>[0];
  readonly signal?: AbortSignal | undefined;
  readonly redirect?: 'manual';
}

const usualConnectionTimeout = 3_000;
/** A change is sent once, so it should not meet a connection that its server is about to close. */
const longestIdle = 4_000;
/** The SDK's clients have this limit, too. */
const mostSockets = 50;

/**
 * Opens the network with the settings of this machine: proxies and certificates of the environment, the profile and
 * the system (decision 028).
 */
export function openNetwork(
  parts: NetworkParts,
  profileBundle = () => Promise.resolve<string | undefined>(undefined),
): Network {
  const certificates = openCertificates({ environment: parts.environment, profileBundle });
  const agent = (more: Partial<AgentParts> = {}): OutgoingAgent =>
    new OutgoingAgent({
      ...parts,
      certificates,
      longestStep: usualConnectionTimeout,
      keepAlive: true,
      ...more,
    });
  const ofFetch = {
    http: new http.Agent({ keepAlive: true, timeout: longestIdle }),
    https: agent({ timeout: longestIdle }),
  };
  return {
    requestHandler: (
      { connectionTimeout = usualConnectionTimeout, keepAlive = true, ...limits } = {},
      stopped,
    ) => ({
      ...limits,
      // The SDK reads it once for each client that it makes.
      get httpsAgent() {
        return agent({ longestStep: connectionTimeout, keepAlive, stopped });
      },
    }),
    fetch: (url, init) => sendRequest(url, init, ofFetch),
    certificateUntil: (url) => readCertificateEnd(url, agent({ keepAlive: false })),
    trusting: (bundle) => openNetwork(parts, bundle),
    close() {
      ofFetch.http.destroy();
      ofFetch.https.destroy();
    },
  };
}

async function readCertificateEnd(url: string, agent: OutgoingAgent): Promise<Date | null> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') return null;
  const host = hostname.replace(/^\[|\]$/g, '');
  const options = {
    host,
    port: port === '' ? 443 : Number(port),
    ...(isIP(host) === 0 && { servername: host }),
  };
  const socket = await new Promise<Duplex>((resolve, reject) => {
    agent.createConnection(options, (error, opened) => (error === null ? resolve(opened) : reject(error)));
  });
  const until = new Date((socket as TLSSocket).getPeerCertificate().valid_to);
  socket.destroy();
  return Number.isNaN(until.getTime()) ? null : until;
}

interface AgentParts extends NetworkParts {
  readonly certificates: Certificates;
  readonly longestStep: number;
  readonly keepAlive: boolean;
  /** Connections that are not used for this long are closed. */
  readonly timeout?: number;
  readonly stopped?: ((error: NotConnected) => void) | undefined;
}

interface Target {
  readonly host: string;
  readonly port: number;
}

/** Connects to hosts over TLS, through a proxy where there is one. Node keeps and reuses the connections. */
class OutgoingAgent extends https.Agent {
  readonly #parts: AgentParts;
  readonly #connecting = new Set<Duplex>();

  constructor(parts: AgentParts) {
    const { keepAlive, timeout } = parts;
    super({ keepAlive, maxSockets: mostSockets, ...(timeout !== undefined && { timeout }) });
    this.#parts = parts;
  }

  override createConnection(
    options: https.RequestOptions,
    created: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const target = { host: options.host ?? 'localhost', port: Number(options.port ?? 443) };
    this.#connect(target, options).then(
      (socket) => created(null, socket),
      (error: unknown) => {
        if (error instanceof NotConnected) this.#parts.stopped?.(error);
        // Node looks at the socket only when there is no error.
        created(error as Error, undefined as never);
      },
    );
  }

  override destroy(): void {
    for (const socket of this.#connecting) socket.destroy();
    super.destroy();
  }

  async #connect(target: Target, options: https.RequestOptions, isAgain = false): Promise<TLSSocket> {
    const { environment, askSystemProxy, certificates } = this.#parts;
    const routes = await findRoutes(target, environment, askSystemProxy);
    let first: unknown;
    for (const route of routes) {
      try {
        return await this.#connectBy(route, target, options);
      } catch (error) {
        first ??= error;
        // Only the system's settings name several, and a proxy that is not there leaves the next one.
        const isWithout = error instanceof NotConnected && error.failure.at === 'proxy';
        if (!isWithout) break;
      }
    }
    const isUnknown = first instanceof NotConnected && isUntrusted(first);
    if (isUnknown && !isAgain && certificates.addSystem()) {
      return this.#connect(target, options, true);
    }
    throw first;
  }

  async #connectBy(route: Route, target: Target, options: https.RequestOptions): Promise<TLSSocket> {
    const failure = {
      host: `${formatHost(target.host)}:${target.port}`,
      proxySettings: listProxySettings(this.#parts.environment),
    };
    if (route.kind === 'unusable') {
      const { code, proxy } = route;
      throw new NotConnected({ ...failure, at: 'settings', code, proxy });
    }
    const secureContext = await this.#parts.certificates.current();
    const proxy = route.kind === 'proxy' ? route.proxy : undefined;
    const socket = proxy && (await this.#openTunnel(proxy, target, { secureContext, failure }));
    const { lookup } = this.#parts;
    const secured = super.createConnection({
      ...options,
      ...(lookup && { lookup }),
      ...(socket && { socket }),
      ...(secureContext && { secureContext }),
    }) as TLSSocket;
    return this.#whenSecure(secured, { ...failure, proxy: proxy?.shown });
  }

  /** Nothing of a request is sent before the handshake is over, so what fails until then was never sent. */
  #whenSecure(socket: TLSSocket, failure: Omit<Failure, 'at' | 'code'>): Promise<TLSSocket> {
    return new Promise((resolve, reject) => {
      let issuer: string | undefined;
      const timer = setTimeout(
        () => socket.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })),
        this.#parts.longestStep,
      );
      this.#connecting.add(socket);
      const end = (): void => {
        clearTimeout(timer);
        this.#connecting.delete(socket);
        socket.off('secureConnect', secure).off('error', failed).off('close', closed);
      };
      const secure = (): void => {
        end();
        resolve(socket);
      };
      const failed = (error: Error): void => {
        end();
        const unusable = this.#parts.certificates.unusable();
        reject(new NotConnected({ ...failure, at: 'host', code: readCode(error), issuer, unusable }));
      };
      const closed = (): void => failed(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
      socket.on('secureConnect', secure).on('error', failed).on('close', closed);
      // Node emits this after the handshake and before it judges the certificate; then the issuer can still be read.
      (socket as Duplex).prependOnceListener('secure', () => {
        issuer = readIssuer(socket);
      });
    });
  }

  /** Asks the proxy for a connection to the host (RFC 9110, 9.3.6). */
  #openTunnel(
    { host, port, isTls, authorization, shown }: Proxy,
    target: Target,
    {
      secureContext,
      failure,
    }: {
      readonly secureContext: SecureContext | undefined;
      readonly failure: Pick<Failure, 'host' | 'proxySettings'>;
    },
  ): Promise<Socket> {
    const { lookup, longestStep, certificates } = this.#parts;
    const to = `${formatHost(target.host)}:${target.port}`;
    return new Promise((resolve, reject) => {
      const options = {
        method: 'CONNECT',
        host,
        port,
        path: to,
        headers: { host: to, ...(authorization !== undefined && { 'proxy-authorization': authorization }) },
        agent: false,
        ...(lookup && { lookup }),
        ...(secureContext && { secureContext }),
      } as https.RequestOptions;
      const request = isTls ? https.request(options) : http.request(options);
      const timer = setTimeout(
        () => request.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })),
        longestStep,
      );
      request.once('socket', (socket) => {
        this.#connecting.add(socket);
        socket.once('close', () => this.#connecting.delete(socket));
      });
      request.once('connect', ({ statusCode = 0, headersDistinct }, socket: Socket, head) => {
        clearTimeout(timer);
        this.#connecting.delete(socket);
        if (statusCode >= 200 && statusCode < 300) {
          if (head.length > 0) socket.unshift(head);
          resolve(socket);
          return;
        }
        socket.destroy();
        const offers = readOffers(headersDistinct['proxy-authenticate']);
        reject(
          new NotConnected({
            ...failure,
            at: 'tunnel',
            code: 'PROXY_REFUSED',
            proxy: shown,
            status: statusCode,
            offers,
          }),
        );
      });
      request.once('error', (error) => {
        clearTimeout(timer);
        const code = readCode(error);
        reject(
          new NotConnected({
            ...failure,
            at: 'proxy',
            code,
            proxy: shown,
            unusable: certificates.unusable(),
          }),
        );
      });
      request.end();
    });
  }
}

type Failure = ConstructorParameters<typeof NotConnected>[0];

function readCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Returns the ways of signing in that a proxy lists, such as "Basic" of `Basic realm="proxy"`. */
function readOffers(lines: readonly string[] = []): readonly string[] {
  return [...new Set(lines.flatMap((line) => /^[A-Za-z]+/.exec(line.trim()) ?? []))];
}

/** Returns the name of whoever issued the last certificate that came, as far as it can be read. */
function readIssuer(socket: TLSSocket): string | undefined {
  let last = socket.getPeerCertificate(true);
  for (let depth = 0; depth < 8; depth += 1) {
    const next: typeof last | undefined = last.issuerCertificate;
    if (next === undefined || next === last || next.fingerprint256 === last.fingerprint256) break;
    last = next;
  }
  const issuer: { readonly CN?: string | string[]; readonly O?: string | string[] } | undefined = last.issuer;
  const name = [issuer?.CN ?? issuer?.O ?? []].flat()[0];
  return name?.replaceAll(/[^\u0020-\u007e\u00a0-\uffff]/g, ' ').slice(0, 100);
}

interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

async function sendRequest(
  url: string,
  { method = 'GET', headers = {}, body, signal }: FetchInit,
  agents: Agents,
): Promise<Response> {
  signal?.throwIfAborted();
  const bytes =
    body === null || body === undefined ? undefined : Buffer.from(await new Response(body).arrayBuffer());
  const isTls = new URL(url).protocol === 'https:';
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: { ...headers, ...(bytes !== undefined && { 'content-length': bytes.length }) },
      ...(signal !== undefined && { signal }),
    };
    const take = (answer: http.IncomingMessage): void => resolve(toResponse(answer));
    const request = isTls
      ? https.request(url, { ...options, agent: agents.https }, take)
      : http.request(url, { ...options, agent: agents.http }, take);
    request.on('error', (error) => reject(signal?.aborted === true ? (signal.reason as Error) : error));
    request.end(bytes);
  });
}

function toResponse(answer: http.IncomingMessage): Response {
  const { statusCode = 0, rawHeaders } = answer;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  // These answers have no body, and a Response refuses one for them.
  const isEmpty = statusCode === 204 || statusCode === 205 || statusCode === 304;
  if (isEmpty) answer.resume();
  const body = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
  return new Response(body, { status: statusCode, headers });
}
