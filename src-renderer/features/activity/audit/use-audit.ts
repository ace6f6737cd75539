import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import type { AuditEntry, AuditPage } from '#shared/contract/jobs/audit.ts';
import { FailureError } from '#renderer/contract/failure-error.ts';
import { bridgeOf } from '#renderer/contract/query-client.ts';

export interface Audit {
  readonly entries: readonly AuditEntry[];
  /** Of the first page; undefined before anything was read. */
  readonly page: AuditPage | undefined;
  readonly error: FailureError | null;
  readonly isReading: boolean;
  readonly isReadingMore: boolean;
  readonly more: (() => void) | undefined;
  readonly readAgain: () => void;
}

/** The trail a page at a time, newest first; the filter is main's, so that it speaks for all of it. */
export function useAudit(filter: string): Audit {
  const cache = useQueryClient();
  const query = useInfiniteQuery<
    AuditPage,
    FailureError,
    InfiniteData<AuditPage, number>,
    readonly unknown[],
    number
  >({
    queryKey: ['audit.read', filter, 'pages'],
    initialPageParam: 0,
    queryFn: async ({ client, pageParam }) => {
      const input = filter === '' ? { offset: pageParam } : { filter, offset: pageParam };
      const result = await bridgeOf(client).call('audit.read', input);
      if (!result.ok) throw new FailureError(result.failure);
      return result.value;
    },
    getNextPageParam: ({ entries, total }, _pages, offset) => {
      const next = offset + entries.length;
      return entries.length === 0 || next >= total ? undefined : next;
    },
    // What has been done since is looked for each time somebody comes.
    refetchOnMount: 'always',
    placeholderData: (before) => before,
  });
  return {
    entries: query.data?.pages.flatMap(({ entries }) => entries) ?? [],
    page: query.data?.pages[0],
    error: query.error,
    isReading: query.isFetching && !query.isFetchingNextPage,
    isReadingMore: query.isFetchingNextPage,
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    readAgain() {
      void query.refetch();
      void cache.invalidateQueries({ queryKey: ['audit.verify'] });
    },
  };
}
