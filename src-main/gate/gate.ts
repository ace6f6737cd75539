import type {
  CommandName,
  OutputOf,
  ParsedInputOf,
  QueryName,
  WatchName,
} from '#shared/contract/contract.ts';
import type { Role } from '#shared/contract/define.ts';
import type { Result } from '#shared/contract/result.ts';

/** This is the caller, as established by the host that received the request. */
export type Caller =
  | { readonly trusted: true; readonly host: 'electron' | 'browser'; readonly id: string }
  | { readonly trusted: false; readonly why: string };

/** Everything in a request comes from outside and is checked by the gate, never before. */
export interface CallRequest {
  readonly operation: unknown;
  readonly input: unknown;
  readonly idempotencyKey?: unknown;
}

export interface Subscription {
  readonly stop: () => void;
}

/** This is the only way in. Hosts turn their transport into these two calls and nothing more. */
export interface Gate {
  call(caller: Caller, request: CallRequest): Promise<Result<unknown>>;
  watch(
    caller: Caller,
    request: Pick<CallRequest, 'operation' | 'input'>,
    emit: (result: Result<unknown>) => void,
  ): Result<Subscription>;
}

export interface CallContext {
  /** The reference finds this call in the log; its failure and its audit entries carry it too. */
  readonly reference: string;
  readonly role: Role | null;
  readonly host: Extract<Caller, { trusted: true }>['host'];
}

/** The type is exhaustive: an operation of the contract without a handler does not compile. */
export type Handlers = {
  readonly [N in QueryName | CommandName]: (
    input: ParsedInputOf<N>,
    context: CallContext,
  ) => Result<OutputOf<N>> | Promise<Result<OutputOf<N>>>;
};

/** A watcher emits the present value at once, then every change, until it is stopped. */
export type Watchers = {
  readonly [N in WatchName]: (
    input: ParsedInputOf<N>,
    emit: (value: OutputOf<N>) => void,
    context: CallContext,
  ) => () => void;
};
