import {
  useIsFetching,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CommandName, InputOf, OutputOf, WatchName } from '#shared/contract/contract.ts';
import type { Failure, Result } from '#shared/contract/result.ts';
import { FailureError, toFailure } from './failure-text.ts';
import { findBridge } from './query-client.ts';

interface CommandHandle<N extends CommandName> {
  /** Each call is one user intent with a new idempotency key. It never rejects. */
  readonly run: (input: InputOf<N>) => Promise<Result<OutputOf<N>>>;
  readonly isRunning: boolean;
  readonly failure: Failure | undefined;
}

interface CommandOptions<N extends CommandName> {
  readonly onSuccess?: (value: OutputOf<N>) => void;
  /** Each call waits for the one before it, from any component, so that answers arrive in order. */
  readonly inOrder?: boolean;
  /** The failure is shown where the command was run, and not in a toast as well. */
  readonly toldInPlace?: boolean;
}

export interface Intent<N extends CommandName> {
  readonly input: InputOf<N>;
  readonly key: string;
}

/** Every command runs through this hook. Nothing retries automatically; the person's "Try again" keeps the key. */
export function useCommand<N extends CommandName>(
  operation: N,
  { onSuccess, inOrder = false, toldInPlace = false }: CommandOptions<N> = {},
): CommandHandle<N> {
  const mutation = useMutation<OutputOf<N>, FailureError, Intent<N>>({
    mutationKey: [operation],
    meta: { toldInPlace },
    mutationFn: async ({ input, key }, { client }) => {
      const result = await findBridge(client).call(operation, input, key);
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
      return { ok: false, failure: toFailure(error) };
    }
  }

  return {
    run,
    isRunning: mutation.isPending,
    failure: mutation.error === null ? undefined : toFailure(mutation.error),
  };
}

export interface Watched<T> {
  /** The last good value is kept when a failure follows, so that the view can mark it as stale. */
  readonly value: T | undefined;
  readonly failure: Failure | undefined;
}

/** Every watch runs through this hook. The subscription lives as long as the component or its input. */
export function useWatch<N extends WatchName>(operation: N, input: InputOf<N>): Watched<OutputOf<N>> {
  const bridge = findBridge(useQueryClient());
  const inputKey = JSON.stringify(input);
  const [latest, setLatest] = useState<Latest<OutputOf<N>>>({ inputKey, watched: nothingYet });

  useEffect(() => {
    const stableInput = JSON.parse(inputKey) as InputOf<N>;
    return bridge.watch(operation, stableInput, (result) => {
      setLatest((before) => ({
        inputKey,
        watched: afterResult(before.inputKey === inputKey ? before.watched : nothingYet, result),
      }));
    });
  }, [bridge, operation, inputKey]);

  // A value pushed for another input does not answer this one.
  return latest.inputKey === inputKey ? latest.watched : nothingYet;
}

interface Latest<T> {
  readonly inputKey: string;
  readonly watched: Watched<T>;
}

export function afterResult<T>(before: Watched<T>, result: Result<T>): Watched<T> {
  return result.ok
    ? { value: result.value, failure: undefined }
    : { value: before.value, failure: result.failure };
}

const nothingYet = { value: undefined, failure: undefined };

export interface ReadAgain {
  readonly readAgain: () => void;
  readonly reading: boolean;
}

/**
 * Reads the data of a view again, its lists from the first page, which never happens automatically.
 * `isOfView` decides by an operation's name or by its query whether it belongs to the view.
 */
export function useReadAgain(isOfView: (operation: string, query: Query) => boolean): ReadAgain {
  const client = useQueryClient();
  // A disabled query was never asked for, or belongs to something that is not shown now.
  const predicate = (query: Query): boolean => query.isActive() && isOfView(String(query.queryKey[0]), query);
  const reading = useIsFetching({ predicate }) > 0;
  return { reading, readAgain: () => readFromFirst(client, predicate) };
}

export function readFromFirst(client: QueryClient, predicate: (query: Query) => boolean): void {
  client.setQueriesData<InfiniteData<unknown>>({ predicate }, firstPage);
  void client.refetchQueries({ predicate });
}

export function isOfGroups(groups: ReadonlySet<string>): (operation: string) => boolean {
  return (operation) => groups.has(operation.split('.', 1)[0] ?? '');
}

/**
 * Keeps only the first page, because reading every scrolled page again would cost as much as the first time.
 * Undefined leaves the query as it is, with its failure, until there is an answer.
 */
function firstPage(data: InfiniteData<unknown> | undefined): InfiniteData<unknown> | undefined {
  if (data === undefined || !Array.isArray(data.pages) || data.pages.length < 2) return undefined;
  return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
}
