import { infiniteQueryOptions } from '@tanstack/react-query';
import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import type { InputOf, OutputOf, QueryName } from '#shared/contract/contract.ts';
import { FailureError } from './failure-error.ts';
import type { Answer } from './operation-options.ts';
import { bridgeOf } from './query-client.ts';

/** Queries that answer a page at a time and take the last page's cursor for the next. */
export type PagedName = {
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
