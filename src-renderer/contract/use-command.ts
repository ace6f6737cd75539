import { useMutation } from '@tanstack/react-query';
import type { CommandName, InputOf, OutputOf } from '#shared/contract/contract.ts';
import type { Failure, Result } from '#shared/contract/result.ts';
import { FailureError, failureOf } from './failure-error.ts';
import { bridgeOf } from './query-client.ts';

export interface CommandHandle<N extends CommandName> {
  /** One user intent: every call has a fresh idempotency key. It never rejects. */
  readonly run: (input: InputOf<N>) => Promise<Result<OutputOf<N>>>;
  readonly isRunning: boolean;
  readonly failure: Failure | undefined;
}

export interface CommandOptions<N extends CommandName> {
  readonly onSuccess?: (value: OutputOf<N>) => void;
  /** Each waits for the one before it, from whichever component, so that answers come in order. */
  readonly inOrder?: boolean;
  /** A failure is shown where it was asked for, and not told in a toast as well. */
  readonly toldInPlace?: boolean;
}

export interface Intent<N extends CommandName> {
  readonly input: InputOf<N>;
  readonly key: string;
}

/** The one way to act. Nothing retries by itself; a person's "Try again" keeps the key. */
export function useCommand<N extends CommandName>(
  operation: N,
  { onSuccess, inOrder = false, toldInPlace = false }: CommandOptions<N> = {},
): CommandHandle<N> {
  const mutation = useMutation<OutputOf<N>, FailureError, Intent<N>>({
    mutationKey: [operation],
    meta: { toldInPlace },
    mutationFn: async ({ input, key }, { client }) => {
      const result = await bridgeOf(client).call(operation, input, key);
      if (!result.ok) throw new FailureError(result.failure);
      return result.value;
    },
    onSuccess: (value) => onSuccess?.(value),
    ...(inOrder ? { scope: { id: operation } } : {}),
  });

  async function run(input: InputOf<N>): Promise<Result<OutputOf<N>>> {
    try {
      return { ok: true, value: await mutation.mutateAsync({ input, key: crypto.randomUUID() }) };
    } catch (error) {
      return { ok: false, failure: failureOf(error) };
    }
  }

  return {
    run,
    isRunning: mutation.isPending,
    failure: mutation.error === null ? undefined : failureOf(mutation.error),
  };
}
