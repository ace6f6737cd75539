import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { FailureError } from '#renderer/contract/failure-text.ts';
import { ask, operationOptions, type Answer } from '#renderer/contract/operation-options.ts';
import type { InputOf, OutputOf, QueryName } from '#shared/contract/contract.ts';

/** Of the six connections that a browser keeps to the host one is for what is pushed; the others are for the person. */
const atOnce = 3;

const turns = new WeakMap<QueryClient, Turns>();

/**
 * For what comes after the first paint: who goes to work at once does not wait behind it, and what has not begun when
 * the page is left is not read.
 */
export function turnOptions<N extends QueryName>(operation: N, input: InputOf<N>) {
  return queryOptions<Answer<OutputOf<N>>, FailureError>({
    queryKey: operationOptions(operation, input).queryKey,
    queryFn: (context) =>
      turnsIn(context.client).run(
        () => ask(context.client, operation, input),
        () => context.signal,
      ),
  });
}

function turnsIn(client: QueryClient): Turns {
  const known = turns.get(client) ?? createTurns(atOnce);
  turns.set(client, known);
  return known;
}

/** So many at once, in the order they came; who waits and is wanted no longer never begins. */
interface Turns {
  /** `signalOf` is asked only where it has to wait: what has begun is paid for, and its answer kept. */
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
        reject(new DOMException('It is wanted no longer.', 'AbortError'));
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
