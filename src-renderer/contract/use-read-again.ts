import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, Query } from '@tanstack/react-query';

export interface ReadAgain {
  readonly readAgain: () => void;
  readonly reading: boolean;
}

/**
 * Reads again what a view shows, the lists from their first page: nothing does so by itself. `isOfView` says by an
 * operation's name whether it belongs to the view, and must not change.
 */
export function useReadAgain(isOfView: (operation: string) => boolean): ReadAgain {
  const client = useQueryClient();
  // A disabled one was never asked for, or belongs to what is not shown now.
  const predicate = (query: Query): boolean => query.isActive() && isOfView(String(query.queryKey[0]));
  const reading = useIsFetching({ predicate }) > 0;
  return {
    reading,
    readAgain: () => {
      client.setQueriesData<InfiniteData<unknown>>({ predicate }, firstPage);
      void client.refetchQueries({ predicate });
    },
  };
}

export function isOfGroups(groups: ReadonlySet<string>): (operation: string) => boolean {
  return (operation) => groups.has(operation.split('.', 1)[0] ?? '');
}

/** Every page that was scrolled through, read again, would cost as much as the first time. */
function firstPage(data: InfiniteData<unknown> | undefined): InfiniteData<unknown> | undefined {
  if (data === undefined || !Array.isArray(data.pages)) return data;
  return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
}
