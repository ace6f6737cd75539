import type {
  CommandName,
  OutputOf,
  ParsedInputOf,
  QueryName,
  WatchName,
} from '#shared/contract/contract.ts';
import type { Role } from '#shared/contract/define.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Caller } from './gate.ts';

export interface CallContext {
  /** Finds this call in the log; also carried by its failure and its audit entries. */
  readonly reference: string;
  readonly role: Role | null;
  readonly host: Extract<Caller, { trusted: true }>['host'];
}

/** Exhaustive by type: an operation of the contract without a handler does not compile. */
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
