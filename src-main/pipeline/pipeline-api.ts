import type { z } from 'zod';
import type { operations, OperationName } from '#shared/pipeline-api/operations.ts';
import type { Problem } from '#shared/pipeline-api/problem.ts';

type Operations = typeof operations;
type BodyOf<N extends OperationName> = Operations[N] extends { readonly body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined;
export type ValueOf<N extends OperationName> = z.output<Operations[N]['answers']['schema']>;

export interface PipelineCall<N extends OperationName> {
  /** As whom: the token is fetched, and never kept beyond its life. */
  readonly personId: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: BodyOf<N>;
  /** Of a change: the same call with the same key happens once, for 24 hours. */
  readonly idempotencyKey?: string;
  readonly ifMatch?: number | string;
}

export type PipelineAnswer<N extends OperationName> =
  | { readonly kind: 'answered'; readonly value: ValueOf<N> }
  /** It refused, by its own code: nothing was done. */
  | { readonly kind: 'problem'; readonly problem: Problem }
  /**
   * Never arrived: nothing was done. `needsSignIn`: no one is signed in there, or another person is. `unfit`: it
   * cannot be written as the API describes it, so the same call is never sent, however often it is made.
   */
  | {
      readonly kind: 'not-sent';
      readonly why: string;
      readonly needsSignIn?: true;
      /** Where it is wrong. */
      readonly unfit?: string;
    }
  /** No answer, or none that can be read: it may have been done. */
  | { readonly kind: 'unclear'; readonly why: string; readonly status: number | null };

/** The one client of the pipeline API. It never repeats a call by itself. */
export interface PipelineApi {
  call<N extends OperationName>(name: N, call: PipelineCall<N>): Promise<PipelineAnswer<N>>;
}
