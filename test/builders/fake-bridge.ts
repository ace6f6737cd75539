import type {
  Bridge,
  CommandName,
  InputOf,
  OperationName,
  OutputOf,
  QueryName,
  WatchName,
} from '#shared/contract/contract.ts';
import { refused, type Result } from '#shared/contract/result.ts';

type Answers = {
  [N in QueryName | CommandName]?: (
    input: InputOf<N>,
    idempotencyKey: string | undefined,
  ) => Result<OutputOf<N>> | Promise<Result<OutputOf<N>>>;
};

export interface RecordedCall {
  readonly operation: OperationName;
  readonly input: unknown;
  readonly idempotencyKey: string | undefined;
}

export interface FakeBridge extends Bridge {
  /** Lists every call, in order. */
  readonly calls: readonly RecordedCall[];
  /** Pushes to everything that watches the operation now. */
  readonly push: <N extends WatchName>(operation: N, result: Result<OutputOf<N>>) => void;
  readonly watchers: (operation: WatchName) => number;
}

/** Fakes the edge of the renderer. It gives the prepared answers and refuses everything else. */
export function fakeBridge(answers: Answers = {}): FakeBridge {
  const calls: RecordedCall[] = [];
  const listeners = new Map<string, Set<(result: Result<never>) => void>>();

  return {
    host: 'browser',
    calls,
    async call(operation, input, idempotencyKey) {
      calls.push({ operation, input, idempotencyKey });
      const answer = answers[operation];
      return answer === undefined
        ? refused({ code: 'unknown-operation', message: `No answer for ${operation}.`, operation }, 'test')
        : answer(input, idempotencyKey);
    },
    watch(operation, _input, listener) {
      const watching = listeners.get(operation) ?? new Set();
      listeners.set(operation, watching.add(listener));
      return () => watching.delete(listener);
    },
    push(operation, result) {
      for (const listener of listeners.get(operation) ?? []) listener(result as Result<never>);
    },
    watchers: (operation) => listeners.get(operation)?.size ?? 0,
  };
}
