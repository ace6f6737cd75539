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
import { bridgeOf } from './query-client.ts';

/** What a query's `data` is: the value, and what reading it cost where it cost anything. */
export interface Answer<T> {
  readonly value: T;
  readonly receipt: Receipt | undefined;
}

/** The one way to fetch: `useQuery(operationOptions('connections.list', {}))`. */
export function operationOptions<N extends QueryName>(operation: N, input: InputOf<N>) {
  return queryOptions<Answer<OutputOf<N>>, FailureError>({
    queryKey: [operation, input],
    queryFn: ({ client }) => ask(client, operation, input),
  });
}

/** As a query's function does it, for one that has to wait for its turn. */
export async function ask<N extends QueryName>(
  client: QueryClient,
  operation: N,
  input: InputOf<N>,
): Promise<Answer<OutputOf<N>>> {
  const result = await bridgeOf(client).call(operation, input);
  if (!result.ok) throw new FailureError(result.failure);
  return { value: result.value, receipt: result.receipt };
}

/** For values that reach the cache by another road: pushed, or the outcome of a command. */
export function answered<T>(value: T): Answer<T> {
  return { value, receipt: undefined };
}

/** Queries that answer a page at a time and take the last page's cursor for the next. */
type PagedName = {
  [N in QueryName]: OutputOf<N> extends { readonly cursor: string | null } ? N : never;
}[QueryName];

/** The one way to fetch what comes in pages: `useInfiniteQuery(pagedOptions('explorer.ask', {...}))`. */
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
      const result = await bridgeOf(client).call(operation, page);
      if (!result.ok) throw new FailureError(result.failure);
      return { value: result.value, receipt: result.receipt };
    },
    initialPageParam: undefined,
    getNextPageParam: ({ value }) => value.cursor ?? undefined,
  });
}

type Cursor = string | undefined;
