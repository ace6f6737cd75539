import type { z } from 'zod';
import type { Refusal } from '#shared/contract/result.ts';
import type { OperationName, operations } from '#shared/pipeline-api/operations.ts';
import type { Problem } from '#shared/pipeline-api/problem.ts';

type Operations = typeof operations;
type BodyOf<N extends OperationName> = Operations[N] extends { readonly body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined;
type ValueOf<N extends OperationName> = z.output<Operations[N]['answers']['schema']>;

export interface PipelineCall<N extends OperationName> {
  /** This is the person to sign the call in as; the token is fetched, and never kept beyond its life. */
  readonly personId: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: BodyOf<N>;
  /** Belongs to a change: the same call with the same key happens once within 24 hours. */
  readonly idempotencyKey?: string;
  readonly ifMatch?: number | string;
}

export type PipelineAnswer<N extends OperationName> =
  | { readonly kind: 'answered'; readonly value: ValueOf<N> }
  /** The API refused with a code of its own, so nothing was done. */
  | { readonly kind: 'problem'; readonly problem: Problem }
  /**
   * The call never arrived, so nothing was done. `needsSignIn`: the person is not signed in there, or another
   * person is. `unfit`: the call cannot be written as the API describes it, so it is never sent however often it is
   * repeated.
   */
  | {
      readonly kind: 'not-sent';
      readonly why: string;
      readonly needsSignIn?: true;
      /** Names the part that does not fit. */
      readonly unfit?: string;
    }
  /** There was no answer, or an unreadable one, so the change may have been made. */
  | { readonly kind: 'unclear'; readonly why: string; readonly status: number | null };

/** This is the only client of the pipeline API. It never repeats a call automatically. */
export interface PipelineApi {
  call<N extends OperationName>(name: N, call: PipelineCall<N>): Promise<PipelineAnswer<N>>;
}

/** This is one exchange with the pipeline API, whichever way it is reached. */
export interface HttpRequest {
  readonly method: string;
  /** This is the path below the API's base, such as `/batches/batch-1/reprocess`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  /** The header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Rejects when no answer came, and with `NotSent` when the request certainly never arrived. */
export type SendHttp = (request: HttpRequest) => Promise<HttpAnswer>;

export class NotSent extends Error {
  override readonly name = 'NotSent';
}

export interface PipelineTransport {
  readonly send: SendHttp;
  /**
   * Returns the Authorization header of this person, or null where each request is signed as it is sent. Rejects
   * with a sentence when there is none.
   */
  readonly signIn: (personId: string) => Promise<string | null>;
}

type NoSuccess = Exclude<PipelineAnswer<OperationName>, { readonly kind: 'answered' }>;

/**
 * Turns an unsuccessful answer into a refusal.
 * @param notDone says what has not happened, as a sentence: "Nothing was reprocessed."
 */
export function pipelineFailure(answer: NoSuccess, notDone: string): Refusal {
  if (answer.kind === 'problem') return refusalBy(answer.problem, notDone);
  const why = sentence(answer.why);
  if (answer.kind === 'not-sent' && answer.needsSignIn) {
    return { code: 'sign-in-expired', message: `${why} ${notDone} ${signInFirst}` };
  }
  if (answer.kind === 'not-sent' && answer.unfit !== undefined) {
    return {
      code: 'invalid-input',
      message: `${why} ${notDone}`,
      issues: [{ path: answer.unfit, problem: 'is not as the pipeline API describes it' }],
    };
  }
  if (answer.kind === 'not-sent') {
    return {
      code: 'pipeline-unreachable',
      message: `${why} ${notDone} Check that the pipeline API can be reached, then try again.`,
    };
  }
  return {
    code: 'pipeline-unreadable',
    message: `${why} Not confirmed whether it was done. Check its current state before you do it again.`,
    // The status is 0 when there was no answer at all.
    status: answer.status ?? 0,
  };
}

function refusalBy({ code, title, detail, status }: Problem, notDone: string): Refusal {
  if (code === 'sign-in-expired' || code === 'not-signed-in') {
    return {
      code: 'sign-in-expired',
      message: `The pipeline API no longer accepts this sign-in. ${notDone} ${signInFirst}`,
    };
  }
  const why = sentence(detail.trim() === '' ? title : detail);
  // Most details already say that nothing was done.
  const consequence = /nothing was/i.test(why) ? '' : ` ${notDone}`;
  return {
    code: 'pipeline-refused',
    message: `The pipeline API refused it. ${why}${consequence} ${nextStep(code)}`,
    problem: code,
    status,
  };
}

function nextStep(code: Problem['code']): string {
  switch (code) {
    case 'role-required':
      return 'Ask a colleague whose role allows it.';
    case 'all-tenants-required':
      return 'Ask a colleague who sees all tenants.';
    case 'key-reused':
      return 'Start the action again.';
    case 'malformed-request':
    case 'json-required':
    case 'method-not-allowed':
    case 'idempotency-key-required':
      return 'This console and the pipelines may have different versions.';
    default:
      return 'Check its current state, then decide again.';
  }
}

const signInFirst = 'Sign in again, then repeat it; nothing typed is lost.';

function sentence(why: string): string {
  return /[.!?]$/.test(why) ? why : `${why}.`;
}
