import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';

export interface ReadAgain {
  readonly readAgain: () => void;
  readonly reading: boolean;
}

/**
 * Reads again what a view shows, the lists from their first page: nothing does so by itself. `isOfView` says by an
 * operation's name, or by what it was asked, whether it belongs to the view.
 */
export function useReadAgain(isOfView: (operation: string, query: Query) => boolean): ReadAgain {
  const client = useQueryClient();
  // A disabled one was never asked for, or belongs to what is not shown now.
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
 * Every page that was scrolled through, read again, would cost as much as the first time. Undefined leaves the query as
 * it is, with its failure, until there is an answer.
 */
function firstPage(data: InfiniteData<unknown> | undefined): InfiniteData<unknown> | undefined {
  if (data === undefined || !Array.isArray(data.pages) || data.pages.length < 2) return undefined;
  return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
}
