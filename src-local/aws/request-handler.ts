import { Readable } from 'node:stream';
import { whenAborted } from '../world/clock.ts';
import type { Dispatch } from './dispatch.ts';
import type { WireRequest } from './protocol/wire.ts';

/** The part of the SDK's HttpRequest that is read here. */
interface SdkRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface SdkResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | Readable;
}

/** Use it as the `requestHandler` of an SDK client. */
export interface RequestHandler {
  readonly metadata: { readonly handlerProtocol: string };
  handle(request: SdkRequest, options?: { abortSignal?: unknown }): Promise<{ response: SdkResponse }>;
  updateHttpClientConfig(): void;
  httpHandlerConfigs(): Record<string, never>;
  destroy(): void;
}

/**
 * The SDK's clients as they are; only the socket is left out. A function that holds the world's clock says so, because
 * its calls may take time on that clock.
 */
export function requestHandler(
  dispatch: Dispatch,
  { isFromHolder = false }: { readonly isFromHolder?: boolean } = {},
): RequestHandler {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    async handle(request, options) {
      const signal = options?.abortSignal instanceof AbortSignal ? options.abortSignal : undefined;
      if (signal?.aborted) throw aborted();
      const answer = dispatch({ ...(await toWireRequest(request)), isFromHolder }, signal);
      const response = await (signal ? rejectOnAbort(answer, signal) : answer);
      const bytes = typeof response.body === 'string' ? Buffer.from(response.body) : response.body;
      // S3 clients want a stream; the others are quickest with the bytes.
      const isJson = response.headers['content-type']?.startsWith('application/x-amz-json');
      return {
        response: {
          statusCode: response.status,
          headers: { ...response.headers },
          body: isJson ? bytes : Readable.from(bytes.length > 0 ? [bytes] : []),
        },
      };
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    destroy() {},
  };
}

async function toWireRequest(request: SdkRequest): Promise<WireRequest> {
  return {
    method: request.method,
    path: request.path,
    query: queryText(request.query ?? {}),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    body: await readBytes(request.body),
  };
}

async function readBytes(body: unknown): Promise<Uint8Array> {
  if (body === undefined || body === null) return new Uint8Array();
  // The SDK's own kind of bytes warns when something takes it for text, as Buffer.from does.
  if (body instanceof Uint8Array) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (body instanceof Readable) {
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(Buffer.from(chunk as Uint8Array | string));
    return Buffer.concat(chunks);
  }
  throw new TypeError('Pocket AWS takes text, bytes or a Node stream as a body');
}

function queryText(query: Readonly<Record<string, string | string[] | null>>): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    const values = Array.isArray(value) ? value : [value];
    for (const one of values) {
      const encoded = encodeURIComponent(name);
      parts.push(one === null ? encoded : `${encoded}=${encodeURIComponent(one)}`);
    }
  }
  return parts.join('&');
}

function rejectOnAbort<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopListening = whenAborted(signal, () => reject(aborted()));
    answer.then(resolve, reject).finally(stopListening);
  });
}

function aborted(): Error {
  return Object.assign(new Error('Request aborted'), { name: 'AbortError' });
}
