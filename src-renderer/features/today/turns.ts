import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { FailureError } from '#renderer/contract/failure-text.ts';
import { ask, operationOptions, type Answer } from '#renderer/contract/operation-options.ts';
import type { InputOf, OutputOf, QueryName } from '#shared/contract/contract.ts';

/**
 * A browser keeps six connections to the host. One receives pushed events, and the person's actions need the
 * others.
 */
const atOnce = 3;

const turns = new WeakMap<QueryClient, Turns>();

/**
 * Options for reads after the first paint. A person who starts to work at once does not wait behind them, and
 * those that have not begun when the page is left are dropped.
 */
export function turnOptions<N extends QueryName>(operation: N, input: InputOf<N>) {
  return queryOptions<Answer<OutputOf<N>>, FailureError>({
    queryKey: operationOptions(operation, input).queryKey,
    queryFn: (context) =>
      getTurns(context.client).run(
        () => ask(context.client, operation, input),
        () => context.signal,
      ),
  });
}

function getTurns(client: QueryClient): Turns {
  const known = turns.get(client) ?? createTurns(atOnce);
  turns.set(client, known);
  return known;
}

/** Runs this many at once, in the order of arrival. Work that is cancelled while it waits never begins. */
interface Turns {
  /**
   * `signalOf` is called only if the work has to wait, because work that has begun is paid for and its answer
   * is kept.
   */
  readonly run: <T>(work: () => Promise<T>, signalOf: () => AbortSignal) => Promise<T>;
}

export function createTurns(most: number): Turns {
  let taken = 0;
  const waiting = new Set<() => void>();

  function handOn(): void {
    const [next] = waiting;
    if (next === undefined) taken -= 1;
    else next();
  }

  async function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        waiting.delete(begin);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.delete(begin);
        reject(new DOMException('It is no longer wanted.', 'AbortError'));
      };
      waiting.add(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  return {
    async run(work, signalOf) {
      if (taken < most) taken += 1;
      else await turn(signalOf());
      try {
        return await work();
      } finally {
        handOn();
      }
    },
  };
}
