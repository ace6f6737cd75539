import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { Refusal, Result } from '#shared/contract/result.ts';
import { tooLarge } from '../contract/admit.ts';
import type { Caller, Gate } from '../contract/gate.ts';
import type { EventStreams } from './event-streams.ts';
import type { Answers } from './http-answers.ts';
import { readJsonBody } from './read-json-body.ts';
import { foreignRequest } from './refuse-foreign.ts';
import type { RendererFiles } from './renderer-files.ts';
import { serveFile } from './serve-files.ts';
import type { Sessions } from './sessions.ts';

/** What a request may need on its way to the gate. */
export interface Desk {
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

/** Foreign first, then signed in, then the body: nothing is read for somebody who may not ask. */
export async function routeRequest(
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const exchange: Exchange = { request, response, path, caller: callerOf(desk, request) };
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
  // The same address opened twice in one browser: the cookie from the first time still holds.
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
  // Whatever is still on its way is dropped, so that the connection can be used again.
  request.resume();
  answers.refuse(request, response, refusal, status);
}

function callerOf({ sessions }: Desk, request: IncomingMessage): Caller {
  const id = sessions.idOf(request.headers.cookie);
  if (id !== undefined) return { trusted: true, host: 'browser', id };
  return { trusted: false, why: 'This window is not signed in to its console.' };
}

function decoded(operation: string): string {
  try {
    return decodeURIComponent(operation);
  } catch {
    return operation;
  }
}
