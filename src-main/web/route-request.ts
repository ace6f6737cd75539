import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Preferences } from '#shared/contract/preferences.ts';
import { refused, type FailureCode, type Refusal, type Result } from '#shared/contract/result.ts';
import { inputLimitBytes, tooLarge } from '../gate/admit.ts';
import type { Caller, Gate } from '../gate/gate.ts';
import type { Log } from '../log/open-log.ts';
import type { EventStreams } from './event-streams.ts';
import { securityHeaders, serveFile, type RendererFiles } from './renderer-files.ts';

/** These are the parts that a request may need on its way to the gate. */
interface Desk {
  readonly gate: Gate;
  readonly files: RendererFiles;
  readonly preferences: () => Preferences;
  readonly port: number;
  readonly sessions: Sessions;
  readonly streams: EventStreams;
  readonly answers: Answers;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly caller: Caller;
}

/**
 * Checks the origin first, then the sign-in, then the body, so that nothing is read for a caller without access.
 */
export async function routeRequest(
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const exchange: Exchange = { request, response, path, caller: findCaller(desk, request) };
  const foreign = foreignRequest(request, desk.port);
  if (foreign !== undefined) {
    return refuse(desk, exchange, { code: 'untrusted-caller', message: `${foreign} Nothing was done.` }, 403);
  }
  if (request.method === 'POST') return routePost(desk, exchange);
  if (request.method !== 'GET' && (request.method !== 'HEAD' || path === '/events')) {
    const message = `${request.method ?? 'This method'} is not used here; expected GET or POST.`;
    return refuse(desk, exchange, { code: 'malformed-request', message }, 405);
  }
  if (path === '/events') return openStream(desk, exchange);
  const headOnly = request.method === 'HEAD';
  return serveFile(desk.files, { path, headOnly, preferences: desk.preferences() }, response);
}

function openStream(desk: Desk, exchange: Exchange): void {
  const { caller, response } = exchange;
  if (!caller.trusted) return refuse(desk, exchange, { code: 'untrusted-caller', message: caller.why });
  const refusal = desk.streams.open(caller.id, response);
  if (refusal !== undefined) refuse(desk, exchange, refusal, 503);
}

async function routePost(desk: Desk, exchange: Exchange): Promise<void> {
  const { caller, path, request } = exchange;
  if (!caller.trusted && path !== '/session') {
    return refuse(desk, exchange, { code: 'untrusted-caller', message: `${caller.why} Nothing was done.` });
  }
  const operation = /^\/call\/([^/]+)$/.exec(path)?.[1];
  const body = await readJsonBody(request);
  if (body.kind === 'too-large') return refuse(desk, exchange, tooLarge(operation ?? path));
  if (body.kind === 'not-json') {
    const message = 'The body is not a JSON object, such as {"input":{}}. Nothing was done.';
    return refuse(desk, exchange, { code: 'malformed-request', message });
  }
  if (path === '/session') return signIn(desk, exchange, body.value['token']);
  if (path === '/watch') return answer(desk, exchange, desk.streams.watch(caller, body.value));
  if (path === '/unwatch') return answer(desk, exchange, desk.streams.unwatch(caller, body.value));
  if (operation !== undefined) return callGate(desk, exchange, operation, body.value);
  const message = `There is no "${path.slice(0, 80)}" to post to; operations are at /call/{operation}.`;
  return refuse(desk, exchange, { code: 'malformed-request', message }, 404);
}

async function callGate(
  desk: Desk,
  exchange: Exchange,
  operation: string,
  { input, idempotencyKey, ...rest }: Record<string, unknown>,
): Promise<void> {
  const [extra] = Object.keys(rest);
  if (extra !== undefined) {
    const message = `"${extra.slice(0, 80)}" does not belong beside "input" and "idempotencyKey". Nothing was done.`;
    return refuse(desk, exchange, { code: 'malformed-request', message });
  }
  const request = { operation: decoded(operation), input, idempotencyKey };
  answer(desk, exchange, await desk.gate.call(exchange.caller, request));
}

function signIn(desk: Desk, exchange: Exchange, token: unknown): void {
  const cookie = typeof token === 'string' ? desk.sessions.exchange(token) : undefined;
  if (cookie !== undefined) {
    const header = `${desk.sessions.cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Strict`;
    return desk.answers.answer(exchange.response, { ok: true, value: {} }, { 'set-cookie': header });
  }
  // The same address may be opened twice in one browser; the cookie from the first time still holds.
  if (exchange.caller.trusted) return answer(desk, exchange, { ok: true, value: {} });
  return refuse(desk, exchange, {
    code: 'untrusted-caller',
    message: 'This token is not valid or was used before. Ask the terminal for a new address.',
  });
}

function answer({ answers }: Desk, { response }: Exchange, result: Result<unknown>): void {
  answers.answer(response, result);
}

function refuse({ answers }: Desk, { request, response }: Exchange, refusal: Refusal, status?: number): void {
  // The rest of the body is dropped, so that the connection can be used again.
  request.resume();
  answers.refuse(request, response, refusal, status);
}

function findCaller({ sessions }: Desk, request: IncomingMessage): Caller {
  const id = sessions.idOf(request.headers.cookie);
  if (id !== undefined) return { trusted: true, host: 'browser', id };
  return { trusted: false, why: 'This window is not signed in to Sluice.' };
}

function decoded(operation: string): string {
  try {
    return decodeURIComponent(operation);
  } catch {
    return operation;
  }
}

/**
 * A page on another site may send requests to this port, and a name it owns may resolve to 127.0.0.1. Neither can
 * forge Host and Origin, so both must be exactly ours.
 */
function foreignRequest(request: IncomingMessage, port: number): string | undefined {
  const { host, origin } = request.headers;
  // URL writes the host as a browser does, without the port where it is the scheme's default.
  const own = new URL(`http://127.0.0.1:${port}`).host;
  if (host !== own) return `Host is "${shown(host)}"; this console answers to ${own} only.`;
  if (origin !== undefined && origin !== `http://${own}`) {
    return `Origin is "${shown(origin)}"; this console answers its own pages only.`;
  }
  const site = request.headers['sec-fetch-site'];
  const isPageLoad = request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isPageLoad) {
    return `The request comes from another site (${shown(site)}).`;
  }
  return undefined;
}

function shown(value: string | undefined): string {
  return (value ?? 'missing').slice(0, 80);
}

interface Sessions {
  /** Issues a fresh one-time token for the address that the browser opens. */
  issueToken(): string;
  /** Returns the cookie's value, or undefined when the token is unknown or was exchanged before. */
  exchange(token: string): string | undefined;
  idOf(cookieHeader: string | undefined): string | undefined;
  readonly cookieName: string;
}

/**
 * The token is part of an address, and so may end up in a history or a screenshot: it works once. The cookie it is
 * exchanged for never reaches a script. Cookies ignore ports, hence the port in the name: two consoles on one
 * machine must not sign each other out.
 */
export function openSessions(port: number): Sessions {
  const tokens = new Set<string>();
  const sessions = new Map<string, string>();
  const cookieName = `sluice_session_${port}`;
  let opened = 0;

  return {
    cookieName,
    issueToken() {
      const token = randomBytes(32).toString('base64url');
      tokens.add(hash(token));
      return token;
    },
    exchange(token) {
      const known = hash(token);
      if (!takeEqual(tokens, known)) return undefined;
      const cookie = randomBytes(32).toString('base64url');
      opened += 1;
      sessions.set(hash(cookie), `browser-${opened}`);
      return cookie;
    },
    idOf(cookieHeader) {
      const cookie = cookieValue(cookieHeader, cookieName);
      return cookie === undefined ? undefined : sessions.get(hash(cookie));
    },
  };
}

/** Only hashes are compared and kept, so neither timing nor a heap dump reveals a secret. */
function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function takeEqual(tokens: Set<string>, wanted: string): boolean {
  for (const token of tokens) {
    if (timingSafeEqual(Buffer.from(token), Buffer.from(wanted))) return tokens.delete(token);
  }
  return false;
}

function cookieValue(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}

type Body =
  | { readonly kind: 'json'; readonly value: Record<string, unknown> }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-json' };

// This leaves room for the envelope around an input that is itself at its limit.
const limit = inputLimitBytes + 4_096;
// An answer sent while the sender still writes would be lost in a reset, so a moderate excess is read and dropped;
// beyond this the connection is cut.
const drainLimit = 64 * 1_048_576;

async function readJsonBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= limit) chunks.push(chunk);
    else if (bytes > drainLimit) {
      request.destroy();
      break;
    }
  }
  if (bytes > limit) return { kind: 'too-large' };
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { kind: 'json', value: value as Record<string, unknown> } : { kind: 'not-json' };
  } catch {
    return { kind: 'not-json' };
  }
}

const statusOf: Readonly<Record<FailureCode, number>> = {
  'untrusted-caller': 401,
  'malformed-request': 400,
  'unknown-operation': 404,
  'input-too-large': 413,
  'invalid-input': 400,
  'role-required': 403,
  'key-reused': 422,
  'not-found': 404,
  'storage-failed': 507,
  'cursor-refused': 422,
  'read-denied': 403,
  throttled: 429,
  'sign-in-expired': 401,
  'not-signed-in': 401,
  'aws-unreachable': 502,
  'aws-refused': 502,
  'tenant-out-of-scope': 403,
  'execution-expired': 404,
  'pipeline-unreachable': 502,
  'pipeline-refused': 409,
  'pipeline-unreadable': 502,
  'plan-refused': 409,
  'job-refused': 409,
  'read-only': 403,
  'file-too-large': 422,
  'host-unreachable': 503,
  unexpected: 500,
};

interface Answers {
  /** The body is always the Result; the status repeats its kind for tools that look no further. */
  answer(response: ServerResponse, result: Result<unknown>, headers?: Record<string, string>): void;
  /** Refuses a request that never reaches the gate, with the same trace in the log. */
  refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal, status?: number): void;
}

export function openAnswers(log: Log, newReference: () => string): Answers {
  return {
    answer(response, result, headers) {
      send(response, result.ok ? 200 : statusOf[result.failure.code], result, headers);
    },
    refuse(request, response, refusal, status = statusOf[refusal.code]) {
      const reference = newReference();
      const path = (request.url ?? '').split('?', 1)[0]?.slice(0, 120);
      log.warn({ method: request.method, path, code: refusal.code, reference }, refusal.message);
      send(response, status, refused(refusal, reference));
    },
  };
}

function send(
  response: ServerResponse,
  status: number,
  result: Result<unknown>,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(JSON.stringify(result));
}
