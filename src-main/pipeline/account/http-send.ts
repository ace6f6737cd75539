import { longestAnswer } from '../read-answer.ts';
import { NotSent, type HttpAnswer, type HttpRequest, type SendHttp } from '../transport.ts';

/** To the API at this address, over the network. It is followed nowhere else: a redirect is no answer of this API. */
export function httpSend(baseUrl: string, fetchIt: typeof fetch = fetch): SendHttp {
  const base = baseUrl.replace(/\/+$/, '');
  return async ({ method, path, headers, body, signal }: HttpRequest): Promise<HttpAnswer> => {
    try {
      const response = await fetchIt(`${base}${path}`, {
        method,
        headers,
        signal,
        redirect: 'manual',
        ...(body !== undefined && { body }),
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await textOf(response),
      };
    } catch (error) {
      throw withoutWhatWasSent(error);
    }
  };
}

/** By its code alone: what Node says of a request may quote it. */
function withoutWhatWasSent(error: unknown): Error {
  const code = codeOf(error);
  if (neverArrived.has(code)) return new NotSent(`The pipeline API could not be reached (${code}).`);
  return Object.assign(new Error('The exchange ended early.'), { code: code === '' ? 'no answer' : code });
}

/** No more of it is taken than an answer may have. */
async function textOf({ body }: Response): Promise<string> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > longestAnswer) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function codeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}

/** Before there was a connection, or while TLS was being agreed on: nothing can have been done. */
const neverArrived: ReadonlySet<string> = new Set([
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
]);
