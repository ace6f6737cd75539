import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, Query, QueryKey } from '@tanstack/react-query';

export interface ReadAgain {
  readonly readAgain: () => void;
  readonly reading: boolean;
}

/** Reads again what this view shows, the lists from their first page: nothing does so by itself. */
export function useReadAgain(): ReadAgain {
  const client = useQueryClient();
  const reading = useIsFetching({ predicate: isShown }) > 0;
  return {
    reading,
    readAgain: () => {
      client.setQueriesData<InfiniteData<unknown>>({ predicate: isShown }, firstPage);
      void client.refetchQueries({ predicate: isShown });
    },
  };
}

/** A disabled one was never asked for, or belongs to what is not shown now. */
function isShown(query: Query): boolean {
  return query.isActive() && isTriage(query.queryKey);
}

export function isTriage([operation]: QueryKey): boolean {
  const [group = ''] = String(operation).split('.');
  return groups.has(group);
}

const groups = new Set(['tenants', 'projects', 'users', 'workflows', 'batches', 'documents', 'executions']);

/** Every page that was scrolled through, read again, would cost as much as the first time. */
function firstPage(data: InfiniteData<unknown> | undefined): InfiniteData<unknown> | undefined {
  if (data === undefined || !Array.isArray(data.pages)) return data;
  return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
}
