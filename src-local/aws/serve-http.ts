import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dispatch } from './dispatch.ts';
import { ConnectionReset, type WireRequest, type WireResponse } from './protocol/wire.ts';

export interface HttpOptions {
  /** 0 stands for any free port. */
  readonly port: number;
  /** Called first; a request that it answers does not reach AWS. */
  readonly also?: (request: WireRequest, signal: AbortSignal) => Promise<WireResponse> | undefined;
}

export interface HttpService {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** The most that is held in memory for one request: eight parts of a multipart upload. */
const largestBody = 64 * 1024 ** 2;
/** Longer than clients keep an idle connection, so that none is closed just as it is used again. */
const idleMs = 75_000;

/** Serves any AWS client on this machine and refuses everything else. */
export function serveHttp(dispatch: Dispatch, { port, also }: HttpOptions): Promise<HttpService> {
  const server = createServer({ keepAliveTimeout: idleMs }, (request, response) => {
    void serve(request, response);
  });
  // boto3 asks before it sends a body, so a refused client need not send it.
  server.on('checkContinue', (request, response) => {
    if (!findRefusal(request)) response.writeContinue();
    void serve(request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    try {
      const body = findRefusal(request) ? undefined : await receiveBody(request);
      if (body === 'cut off') return;
      const wire = toWireRequest(request, body ?? new Uint8Array());
      const refusal = findRefusal(request) ?? (body === undefined ? tooLarge : undefined);
      if (refusal) {
        // The rest of the body is read and thrown away, or the answer could be lost.
        request.resume();
        return send(response, refusalAnswer(refusal, wire));
      }
      send(response, await (also?.(wire, gone.signal) ?? dispatch(wire, gone.signal)));
    } catch (error) {
      if (error instanceof ConnectionReset || response.headersSent) request.socket.resetAndDestroy();
      else send(response, defect(error));
    }
  }

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const tooLarge: Refusal = {
  status: 413,
  code: 'EntityTooLarge',
  message: `Pocket AWS takes at most ${largestBody} bytes in one request; send more in parts.`,
};

/**
 * A page of any site can send its visitor's browser here. Its requests carry their origin; and a site that gives
 * itself this machine's address (DNS rebinding) still has its own name in `Host`.
 */
function findRefusal({ headers }: IncomingMessage): Refusal | undefined {
  const { host = '', origin } = headers;
  const code = 'AccessDenied';
  if (!isLoopback(host)) {
    const message = 'Pocket AWS answers to 127.0.0.1, localhost and [::1] only; use one of them as the host.';
    return { status: 403, code, message };
  }
  if (origin !== undefined && !isLoopback(origin.replace(/^https?:\/\//, ''))) {
    return { status: 403, code, message: `Pocket AWS does not answer pages of ${origin}.` };
  }
  return Number(headers['content-length'] ?? 0) > largestBody ? tooLarge : undefined;
}

function isLoopback(host: string): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(host);
}

/** Returns undefined if the body is too large. */
async function receiveBody(request: IncomingMessage): Promise<Uint8Array | undefined | 'cut off'> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > largestBody) resolve(undefined);
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    // After the end this event means nothing.
    request.on('close', () => resolve('cut off'));
  });
}

function toWireRequest(request: IncomingMessage, body: Uint8Array): WireRequest {
  // A client that uses this as a proxy sends the whole address.
  const address = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const question = address.indexOf('?');
  const path = question === -1 ? address : address.slice(0, question);
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    decodeHeader(Array.isArray(value) ? value.join(', ') : (value ?? '')),
  ]);
  return {
    method: request.method ?? 'GET',
    path: path === '' ? '/' : path,
    query: question === -1 ? '' : address.slice(question + 1),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body,
  };
}

function send(response: ServerResponse, { status, headers, body }: WireResponse): void {
  if (response.destroyed) return;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const fields = Object.entries(headers).map(([name, value]) => [name, encodeHeader(value)] as const);
  // The answer to a HEAD gives the length of the answer to a GET.
  const hasLength = headers['content-length'] !== undefined || status === 204 || status === 304;
  const length = hasLength ? {} : { 'content-length': bytes.length };
  response.writeHead(status, { ...Object.fromEntries(fields), ...length });
  response.end(bytes);
}

function refusalAnswer({ status, code, message }: Refusal, { headers }: WireRequest): WireResponse {
  if (headers['x-amz-target'] !== undefined) {
    const body = JSON.stringify({ __type: code, message });
    const type = 'application/x-amz-json-1.0';
    return { status, headers: { 'content-type': type, connection: 'close' }, body };
  }
  const escaped = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const body = `<Error><Code>${code}</Code><Message>${escaped}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml', connection: 'close' }, body };
}

function defect(error: unknown): WireResponse {
  const reason = error instanceof Error ? error.message : String(error);
  const body = `Pocket AWS has a defect: ${reason}\n`;
  return { status: 500, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

/** Node reads and writes header bytes as Latin-1; AWS means UTF-8. */
function decodeHeader(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? header : text;
}

function encodeHeader(header: string): string {
  return Buffer.from(header, 'utf8').toString('latin1');
}
