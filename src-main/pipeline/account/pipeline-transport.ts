import {
  NotSent,
  type HttpAnswer,
  type HttpRequest,
  type PipelineTransport,
  type SendHttp,
} from '../transport.ts';
import type { ApiSignIn, SignedIn } from './api-sign-in.ts';

/**
 * To the API of an account. What `signIn` gives is not what is sent: it names the sign-in that was looked at, so that
 * the request goes as that person or not at all, and the token itself is nowhere but in the request.
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
      // It was refused for who sent it, so nothing has been done: the same request, once more.
      return fresh === undefined ? answer : sentAs(fresh, request);
    },
  };

  async function sentAs({ pass }: SignedIn, request: HttpRequest): Promise<HttpAnswer> {
    const own = await pass.headersFor(request).catch(() => {
      throw new NotSent('The request could not be signed.');
    });
    return send({ ...request, headers: { ...request.headers, ...own } });
  }

  /** What needs no sign-in by its description may need one by the gateway that stands before it. */
  function asWhoeverIsThere(request: HttpRequest): Promise<HttpAnswer> {
    const current = signIn.current();
    return current === undefined ? send(request) : sentAs(current, request);
  }
}

/** A gateway that checks signatures says it with a 403. https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
function saysSignInIsOver({ status, headers, body }: HttpAnswer): boolean {
  if (status === 401) return true;
  if (status !== 403) return false;
  return /expired/i.test(headers['x-amzn-errortype'] ?? '') || /security token[^"]{0,40}expired/i.test(body);
}

function isAnother(name: string): string {
  return `The pipeline API now knows you as ${name}, and this was begun by somebody else.`;
}
