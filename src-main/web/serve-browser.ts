import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Preferences } from '#shared/contract/preferences.ts';
import { tooLarge } from '../contract/admit.ts';
import type { Caller, Gate } from '../contract/gate.ts';
import type { Log } from '../log/open-log.ts';
import { openEventStreams } from './event-streams.ts';
import type { EventStreams } from './event-streams.ts';
import { answer, refuse } from './http-answers.ts';
import { readJsonBody } from './read-json-body.ts';
import { foreignRequest } from './refuse-foreign.ts';
import type { RendererFiles } from './renderer-files.ts';
import { serveFile } from './serve-files.ts';
import { openSessions } from './sessions.ts';
import type { Sessions } from './sessions.ts';

export interface BrowserHost {
  readonly port: number;
  /** An address that signs one browser in, once. */
  newAddress(): string;
  close(): Promise<void>;
}

interface BrowserHostOptions {
  readonly gate: Gate;
  readonly log: Log;
  readonly files: RendererFiles;
  readonly preferences: () => Preferences;
  readonly port: number;
}

/** The same console for a browser on this machine: loopback only, one-time token, same gate. */
export async function serveBrowser(options: BrowserHostOptions): Promise<BrowserHost> {
  const { gate, log, files, preferences } = options;
  const server = createServer();
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  const sessions = openSessions(port);
  const streams = openEventStreams(gate);
  const desk: Desk = { gate, files, preferences, port, sessions, streams };

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    route(desk, request, response).catch((error: unknown) => {
      log.error({ err: error, method: request.method }, 'browser host: request failed');
      if (!response.headersSent) {
        refuse(response, { code: 'unexpected', message: 'The console met an error; its log has more.' });
      }
    });
  });

  return {
    port,
    newAddress: () => `http://127.0.0.1:${port}/#token=${sessions.issueToken()}`,
    close() {
      streams.close();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

interface Desk {
  readonly gate: Gate;
  readonly files: RendererFiles;
  readonly preferences: () => Preferences;
  readonly port: number;
  readonly sessions: Sessions;
  readonly streams: EventStreams;
}

async function route(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const foreign = foreignRequest(request, desk.port);
  if (foreign !== undefined) {
    request.resume();
    return refuse(response, { code: 'untrusted-caller', message: `${foreign} Nothing was done.` }, 403);
  }
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  if (request.method === 'POST') return routePost(desk, path, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const message = `${request.method ?? 'This method'} is not used here; expected GET or POST.`;
    return refuse(response, { code: 'malformed-request', message }, 405);
  }
  if (path !== '/events') {
    const headOnly = request.method === 'HEAD';
    return serveFile(desk.files, { path, headOnly, preferences: desk.preferences() }, response);
  }

  const caller = callerOf(desk, request);
  if (!caller.trusted) return refuse(response, { code: 'untrusted-caller', message: caller.why });
  return desk.streams.open(caller.id, response);
}

async function routePost(
  desk: Desk,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const caller = callerOf(desk, request);
  if (!caller.trusted && path !== '/session') {
    request.resume();
    return refuse(response, { code: 'untrusted-caller', message: `${caller.why} Nothing was done.` });
  }
  const operation = /^\/call\/([^/]+)$/.exec(path)?.[1];
  const body = await readJsonBody(request);
  if (body.kind === 'too-large') return refuse(response, tooLarge(operation ?? path));
  if (body.kind === 'not-json') {
    const message = 'The body is not a JSON object, such as {"input":{}}. Nothing was done.';
    return refuse(response, { code: 'malformed-request', message });
  }
  if (path === '/session') return signIn(desk, caller, body.value, response);
  if (path === '/watch') return answer(response, desk.streams.watch(caller, body.value));
  if (path === '/unwatch') return answer(response, desk.streams.unwatch(caller, body.value));
  if (operation === undefined) {
    const message = `There is no "${path.slice(0, 80)}" to post to; operations are at /call/{operation}.`;
    return refuse(response, { code: 'malformed-request', message }, 404);
  }
  const { input, idempotencyKey, ...rest } = body.value;
  const [extra] = Object.keys(rest);
  if (extra !== undefined) {
    const message = `"${extra.slice(0, 80)}" does not belong beside "input" and "idempotencyKey". Nothing was done.`;
    return refuse(response, { code: 'malformed-request', message });
  }
  const result = await desk.gate.call(caller, { operation: decoded(operation), input, idempotencyKey });
  return answer(response, result);
}

function signIn(desk: Desk, caller: Caller, body: Record<string, unknown>, response: ServerResponse): void {
  const { sessions } = desk;
  const cookie = typeof body['token'] === 'string' ? sessions.exchange(body['token']) : undefined;
  if (cookie !== undefined) {
    return answer(
      response,
      { ok: true, value: {} },
      {
        'set-cookie': `${sessions.cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Strict`,
      },
    );
  }
  // The same address opened twice in one browser: the cookie from the first time still holds.
  if (caller.trusted) return answer(response, { ok: true, value: {} });
  return refuse(response, {
    code: 'untrusted-caller',
    message: 'This token is not valid or was used before. Ask the terminal for a new address.',
  });
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

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
