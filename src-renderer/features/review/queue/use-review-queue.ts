import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { documentKey } from '#renderer/contract/lay-changes.ts';
import { pagedOptions } from '#renderer/contract/paged-options.ts';
import { useLatest } from '#renderer/contract/use-changes.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { laidQueue } from './laid-queue.ts';
import { queueInput } from './queue-input.ts';
import type { Wanted } from './queue-input.ts';
import type { ReviewQueue } from './review-queue.ts';
import { saidNow } from './said-now.ts';
import { deskOptions, useDone } from './use-done.ts';
import { useTenantName } from './use-tenant-name.ts';

/** Read when it is first wanted, and from then on when somebody asks: a reading costs money. */
export function useReviewQueue(wanted: Wanted, dueHours: number, isWanted: boolean): Required<ReviewQueue> {
  const client = useQueryClient();
  const options = pagedOptions('review.queue', queueInput(wanted, dueHours));
  const query = useInfiniteQuery({ ...options, enabled: isWanted });
  const desk = useQuery({ ...deskOptions, enabled: isWanted }).data?.value;
  const { documents: changed } = useLatest();
  const { done, markDone, unmark } = useDone();

  const pages = query.data?.pages;
  useShowReceipt(
    'review queue',
    pages?.flatMap(({ receipt }) => receipt ?? []),
  );
  const tenantName = useTenantName(isWanted ? wanted.tenant : null);
  const listed = useMemo(
    // Of one tenant alone the rows do not say its name.
    () =>
      (pages ?? []).flatMap(({ value }) =>
        value.rows.map((row) => (row.tenantName === null ? { ...row, tenantName } : row)),
      ),
    [pages, tenantName],
  );
  const { rows, gone } = useMemo(
    () => laidQueue(listed, { changed, done, desk }),
    [listed, changed, done, desk],
  );
  const last = pages?.at(-1)?.value;
  const readAt = query.dataUpdatedAt;
  const said = useMemo(
    () =>
      last &&
      saidNow(
        last,
        gone.filter((row) => (done.get(documentKey(row))?.at ?? 0) > readAt),
        { readAt, dueHours },
      ),
    [last, gone, done, readAt, dueHours],
  );

  return {
    rows,
    said,
    failure: query.error === null ? undefined : failureOf(query.error),
    isReading: query.isFetching,
    hasMore: query.hasNextPage,
    readMore: () => {
      if (!query.isFetching && query.hasNextPage) void query.fetchNextPage();
    },
    readAgain: () => {
      client.setQueryData<InfiniteData<unknown>>(options.queryKey, firstPage);
      void query.refetch();
      void client.invalidateQueries({ queryKey: deskOptions.queryKey });
    },
    readAt: query.data === undefined ? undefined : new Date(readAt).toISOString(),
    done: markDone,
    undone: unmark,
  };
}

/** Every page that was scrolled through, read again, would cost as much as the first time. */
function firstPage(data: InfiniteData<unknown> | undefined): InfiniteData<unknown> | undefined {
  return data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
}
