import type { ApiOperation } from '#shared/pipeline-api/operation.ts';
import { operations } from '#shared/pipeline-api/operations.ts';
import { withinTime } from '../aws/within-time.ts';
import type { PipelineAnswer, PipelineApi } from './pipeline-api.ts';
import { readAnswer, type ReadAnswer } from './read-answer.ts';
import { NotSent, type PipelineTransport } from './transport.ts';
import { writeRequest, type WrittenRequest } from './write-request.ts';

interface Options {
  /** In milliseconds, from being sent to the end of the answer; signing in has as long again. */
  readonly longestCall?: number;
}

/**
 * One attempt a call, whatever becomes of it: whether it may be made again is known to whoever has written its key
 * down. What is not certain is `unclear`, also where it is most likely that nothing was done.
 */
export function openPipelineApi(
  transport: PipelineTransport,
  { longestCall = 30_000 }: Options = {},
): PipelineApi {
  return {
    async call(name, call) {
      const operation: ApiOperation = operations[name];
      const written = writeRequest(operation, call);
      if (!written.ok) return { kind: 'not-sent', why: written.why, unfit: written.place };
      const signedIn = operation.who === 'nobody' ? { ok: true as const } : await signIn(call.personId);
      if (!signedIn.ok) return { kind: 'not-sent', ...signedIn.said };
      const answer = await exchange(operation, written.request, signedIn.authorization);
      // The value was parsed by the schema of this very operation.
      return answer as PipelineAnswer<typeof name>;
    },
  };

  async function signIn(personId: string): Promise<SignedIn> {
    try {
      const authorization = await withinTime(longestCall, () => transport.signIn(personId));
      if (authorization === null) return { ok: true };
      if (headerText.test(authorization)) return { ok: true, authorization };
      return { ok: false, said: { why: 'The sign-in gave no usable token.', needsSignIn: true } };
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      const why = message === '' ? 'The sign-in gave nothing in time.' : message;
      // Where there is no API at all, to sign in would help nobody.
      return { ok: false, said: error instanceof NotSent ? { why } : { why, needsSignIn: true } };
    }
  }

  async function exchange(
    operation: ApiOperation,
    { headers, ...request }: WrittenRequest,
    authorization: string | undefined,
  ): Promise<ReadAnswer | NoAnswer> {
    const signed = authorization === undefined ? headers : { ...headers, authorization };
    try {
      const send = (signal: AbortSignal) => transport.send({ ...request, headers: signed, signal });
      return readAnswer(operation, await withinTime(longestCall, send));
    } catch (error) {
      if (error instanceof NotSent) return { kind: 'not-sent', why: error.message };
      return { kind: 'unclear', why: whyNoAnswer(error, longestCall), status: null };
    }
  }
}

type SignedIn =
  | { readonly ok: true; readonly authorization?: string }
  | { readonly ok: false; readonly said: { readonly why: string; readonly needsSignIn?: true } };

type NoAnswer =
  | { readonly kind: 'not-sent'; readonly why: string }
  | { readonly kind: 'unclear'; readonly why: string; readonly status: null };

/** What fits into one line of a request. */
const headerText = /^[\u0020-\u007e]+$/;

/** By its code alone: the message of a failed request may quote its headers, and the token is one of them. */
function whyNoAnswer(error: unknown, longestCall: number): string {
  if (!(error instanceof Error)) return 'The pipeline API gave no answer.';
  if (error.name === 'LateAnswer') {
    return `The pipeline API gave no answer within ${longestCall / 1_000} seconds.`;
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return `The connection to the pipeline API ended before it answered (${code}).`;
}
