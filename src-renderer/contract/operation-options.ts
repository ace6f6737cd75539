import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import type { InputOf, OutputOf, QueryName } from '#shared/contract/contract.ts';
import type { Receipt } from '#shared/contract/result.ts';
import { FailureError } from './failure-text.ts';
import { findBridge } from './query-client.ts';

/** A query's `data` holds the value, and the receipt if reading it cost anything. */
export interface Answer<T> {
  readonly value: T;
  readonly receipt: Receipt | undefined;
}

/** Every query is fetched through these options: `useQuery(operationOptions('connections.list', {}))`. */
export function operationOptions<N extends QueryName>(operation: N, input: InputOf<N>) {
  return queryOptions<Answer<OutputOf<N>>, FailureError>({
    queryKey: [operation, input],
    queryFn: ({ client }) => ask(client, operation, input),
  });
}

/** Asks as a query's function does, for a query that has to wait for its turn. */
export async function ask<N extends QueryName>(
  client: QueryClient,
  operation: N,
  input: InputOf<N>,
): Promise<Answer<OutputOf<N>>> {
  const result = await findBridge(client).call(operation, input);
  if (!result.ok) throw new FailureError(result.failure);
  return { value: result.value, receipt: result.receipt };
}

/** Wraps a value that reaches the cache another way, by a push or as the outcome of a command. */
export function answered<T>(value: T): Answer<T> {
  return { value, receipt: undefined };
}

/** These queries answer one page at a time and take the last page's cursor for the next one. */
type PagedName = {
  [N in QueryName]: OutputOf<N> extends { readonly cursor: string | null } ? N : never;
}[QueryName];

/** Every paged query is fetched through these options: `useInfiniteQuery(pagedOptions('explorer.ask', {...}))`. */
export function pagedOptions<N extends PagedName>(operation: N, input: Omit<InputOf<N>, 'cursor'>) {
  return infiniteQueryOptions<
    Answer<OutputOf<N>>,
    FailureError,
    InfiniteData<Answer<OutputOf<N>>, Cursor>,
    QueryKey,
    Cursor
  >({
    queryKey: [operation, input, 'pages'],
    queryFn: async ({ client, pageParam }) => {
      const page = (pageParam === undefined ? input : { ...input, cursor: pageParam }) as InputOf<N>;
      const result = await findBridge(client).call(operation, page);
      if (!result.ok) throw new FailureError(result.failure);
      return { value: result.value, receipt: result.receipt };
    },
    initialPageParam: undefined,
    getNextPageParam: ({ value }) => value.cursor ?? undefined,
  });
}

type Cursor = string | undefined;
