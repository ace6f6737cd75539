import type { Result } from '#shared/contract/result.ts';

/** Who is asking, as established by the host that received the request. */
export type Caller =
  | { readonly trusted: true; readonly host: 'electron' | 'browser'; readonly id: string }
  | { readonly trusted: false; readonly why: string };

/** Everything in it came from outside and is checked by the gate, never before. */
export interface CallRequest {
  readonly operation: unknown;
  readonly input: unknown;
  readonly idempotencyKey?: unknown;
}

export interface Subscription {
  readonly stop: () => void;
}

/** The one way in. Hosts turn their transport into these two calls and nothing more. */
export interface Gate {
  call(caller: Caller, request: CallRequest): Promise<Result<unknown>>;
  watch(
    caller: Caller,
    request: Pick<CallRequest, 'operation' | 'input'>,
    emit: (result: Result<unknown>) => void,
  ): Result<Subscription>;
}
