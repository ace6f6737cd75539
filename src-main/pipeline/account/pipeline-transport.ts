import { explainSkewedAnswer, explainStop, sayStop } from '../../network/explain-stop.ts';
import { NotConnected } from '../../network/not-connected.ts';
import type { Fetch } from '../../network/open-network.ts';
import { longestAnswer } from '../open-pipeline-api.ts';
import {
  NotSent,
  type HttpAnswer,
  type HttpRequest,
  type PipelineTransport,
  type SendHttp,
} from '../pipeline-api.ts';
import type { ApiSignIn, SignedIn } from './api-sign-in.ts';

/**
 * Sends requests to the API of an account. `signIn` returns the id of a sign-in instead of its token, so that the
 * request goes out as that person or not at all, and the token itself appears only in the request.
 */
export function pipelineTransport(send: SendHttp, signIn: ApiSignIn): PipelineTransport {
  return {
    async signIn(personId) {
      const { id, who } = await signIn.get();
      if (personId !== '' && personId !== who.id) throw new Error(isAnother(who.name));
      return id;
    },
    async send({ headers: { authorization, ...headers }, ...rest }) {
      const request = { ...rest, headers };
      if (authorization === undefined) return asWhoeverIsThere(request);
      const used = signIn.byId(authorization);
      if (used === undefined) throw new NotSent('The sign-in to the pipeline API has changed meanwhile.');
      const answer = await sentAs(used, request);
      if (!saysSignInIsOver(answer)) return answer;
      const fresh = await signIn.renew(used);
      // The request was refused because of its sign-in, so nothing was done and the same request may be sent again.
      return fresh === undefined ? answer : sentAs(fresh, request);
    },
  };

  async function sentAs({ pass }: SignedIn, request: HttpRequest): Promise<HttpAnswer> {
    const own = await pass.headersFor(request).catch(() => {
      throw new NotSent('The request could not be signed.');
    });
    return send({ ...request, headers: { ...request.headers, ...own } });
  }

  /** An operation that needs no sign-in by its description may still need one at the gateway in front of it. */
  function asWhoeverIsThere(request: HttpRequest): Promise<HttpAnswer> {
    const current = signIn.current();
    return current === undefined ? send(request) : sentAs(current, request);
  }
}

/**
 * A gateway that checks signatures answers with a 403, also to keys that AWS does not know any more.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
function saysSignInIsOver({ status, headers, body }: HttpAnswer): boolean {
  if (status === 401) return true;
  if (status !== 403) return false;
  return (
    /expired|UnrecognizedClient|InvalidClientTokenId|InvalidAccessKeyId/i.test(
      headers['x-amzn-errortype'] ?? '',
    ) || /security token[^"]{0,40}(?:expired|invalid)/i.test(body)
  );
}

function isAnother(name: string): string {
  return `You are now signed in to the pipeline API as ${name}, but another person started this.`;
}

/**
 * Sends requests to the API at this address over the network. Redirects are not followed, because this API never
 * answers with one.
 */
export function httpSend(baseUrl: string, fetchIt: Fetch): SendHttp {
  const base = baseUrl.replace(/\/+$/, '');
  return async (request: HttpRequest): Promise<HttpAnswer> => {
    const answer = await exchange(request);
    // A gateway refuses a signature of another time before it asks the API, so nothing was done.
    const stop = answer.status === 403 ? explainTime(answer) : null;
    if (stop !== null) throw new NotSent(sayStop(stop));
    return answer;
  };

  async function exchange({ method, path, headers, body, signal }: HttpRequest): Promise<HttpAnswer> {
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
        body: await readBodyText(response),
      };
    } catch (error) {
      throw withoutWhatWasSent(error);
    }
  }
}

function explainTime({ headers, body }: HttpAnswer) {
  return explainSkewedAnswer({ message: body, date: headers['date'] }, 'the pipeline API');
}

/** Uses the error's code alone, because Node's message may quote the request. */
function withoutWhatWasSent(error: unknown): Error {
  const code = getErrorCode(error);
  if (error instanceof NotConnected || neverArrived.has(code)) {
    const stop = explainStop(error, { to: 'the pipeline API' });
    return new NotSent(stop === null ? `The pipeline API could not be reached (${code}).` : sayStop(stop));
  }
  return Object.assign(new Error('The connection closed early.'), { code: code === '' ? 'no answer' : code });
}

/** Stops reading beyond the longest answer that is accepted. */
async function readBodyText({ body }: Response): Promise<string> {
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

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** These codes occur before there is a connection to this machine itself, so nothing can have been done. */
const neverArrived: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Serves a connection that names no API, where only reading is possible. */
export const noPipelineApi: PipelineTransport = {
  send: () => Promise.reject(new NotSent(why)),
  signIn: () => Promise.reject(new NotSent(why)),
};

const why = 'This connection names no pipeline API, so no actions are possible.';
