import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { documentKey, useLatest } from '#renderer/contract/changes-provider.tsx';
import { operationOptions, pagedOptions } from '#renderer/contract/operation-options.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Failure } from '#shared/contract/result.ts';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { NextFilters, QueueInput, QueuePage, QueueRow } from '#shared/contract/review.ts';
import type { ReviewAddress } from '../address.ts';
import { mergeQueue, subtractDone, type FinishedDocument } from './queue-rows.ts';

/** Reads the queue on first use, and after that only on request, because a read costs money. */
export function useReviewQueue(
  wanted: QueueFilter,
  dueHours: number,
  isWanted: boolean,
): Required<ReviewQueue> {
  const client = useQueryClient();
  const options = pagedOptions('review.queue', toQueueInput(wanted, dueHours));
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
    // The rows of a single tenant do not contain its name.
    () =>
      (pages ?? []).flatMap(({ value }) =>
        value.rows.map((row) => (row.tenantName === null ? { ...row, tenantName } : row)),
      ),
    [pages, tenantName],
  );
  const { rows, gone } = useMemo(
    () => mergeQueue(listed, { changed, done, desk }),
    [listed, changed, done, desk],
  );
  const last = pages?.at(-1)?.value;
  const readAt = query.dataUpdatedAt;
  const said = useMemo(
    () =>
      last &&
      subtractDone(
        last,
        gone.filter((row) => (done.get(documentKey(row))?.at ?? 0) > readAt),
        readAt,
      ),
    [last, gone, done, readAt],
  );

  return {
    rows,
    said,
    failure: query.error === null ? undefined : toFailure(query.error),
    isReading: query.isFetching,
    hasMore: query.hasNextPage,
    readMore: () => {
      if (!query.isFetching && query.hasNextPage) void query.fetchNextPage();
    },
    readAgain: () => {
      client.setQueryData<InfiniteData<unknown>>(options.queryKey, keepFirstPage);
      void query.refetch();
      void client.invalidateQueries({ queryKey: deskOptions.queryKey });
    },
    readAt: query.data === undefined ? undefined : new Date(readAt).toISOString(),
    filters: toFilters(wanted, dueHours),
    done: markDone,
    undone: unmark,
  };
}

/** Keeps the first page only, because reading every scrolled page again would cost as much as the first time. */
function keepFirstPage(data: InfiniteData<unknown> | undefined): InfiniteData<unknown> | undefined {
  return data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
}

/** The loaded part of the waiting documents, which the list and the desk share. */
export interface ReviewQueue {
  readonly rows: readonly QueueRow[];
  /** The totals of the last page, minus the documents finished since; undefined before the first page. */
  readonly said:
    | (Pick<
        QueuePage,
        'answeredFrom' | 'waiting' | 'waitingExact' | 'buckets' | 'read' | 'batches' | 'notAsked'
      > &
        Partial<Pick<QueuePage, 'sorted' | 'throttled' | 'withoutAmount'>>)
    | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  /** True if there is more to read than is loaded. */
  readonly hasMore: boolean;
  readonly readMore: () => void;
  readonly readAgain: () => void;
  readonly readAt: string | undefined;
  /** The filters, as the next free document is asked for. */
  readonly filters?: NextFilters | undefined;
  /**
   * Called after this user has decided or handed over a document, with its new version. It leaves the list at once,
   * and stays away until a newer version is read.
   */
  readonly done?: ((key: ReviewKey, version: number | null) => void) | undefined;
  /** Called after that was taken back. */
  readonly undone?: ((key: ReviewKey) => void) | undefined;
}

/** The parts of an address that choose documents. */
type QueueFilter = Pick<
  ReviewAddress,
  'tenant' | 'workflow' | 'reasons' | 'olderThanMinutes' | 'sort' | 'amountFrom' | 'amountTo'
>;

function toQueueInput(wanted: QueueFilter, dueHours: number): Omit<QueueInput, 'cursor'> {
  const { sort } = wanted;
  return { ...toFilters(wanted, dueHours), ...(sort !== null && { sort }), pageSize };
}

function toFilters(wanted: QueueFilter, dueHours: number): NextFilters {
  const { tenant, workflow, reasons, olderThanMinutes, amountFrom, amountTo } = wanted;
  return {
    ...(tenant !== null && { tenantId: tenant }),
    ...(workflow !== null && { workflowId: workflow }),
    ...(reasons.length > 0 && { reasons: [...reasons] }),
    ...(olderThanMinutes !== null && { olderThanMinutes }),
    ...(amountFrom !== null && { amountFrom }),
    ...(amountTo !== null && { amountTo }),
    dueHours,
  };
}

const pageSize = 50;

interface FinishedDocuments {
  readonly done: ReadonlyMap<string, FinishedDocument>;
  readonly markDone: (key: ReviewKey, version: number | null) => void;
  readonly unmark: (key: ReviewKey) => void;
}

/** Documents that this user finished in this window. The desk's drafts and counters follow from it. */
export function useDone(): FinishedDocuments {
  const client = useQueryClient();
  const [done, setDone] = useKept<ReadonlyMap<string, FinishedDocument>>(doneKey, nothingDone);
  const readDesk = () => void client.invalidateQueries({ queryKey: deskOptions.queryKey });
  return {
    done,
    markDone: (key, version) => {
      setDone((before) => new Map(before).set(documentKey(key), { version, at: Date.now() }));
      readDesk();
    },
    unmark: (key) => {
      setDone((before) => new Map([...before].filter(([one]) => one !== documentKey(key))));
      readDesk();
    },
  };
}

/** This machine's drafts, postponed documents, and the day's counters. */
export const deskOptions = operationOptions('review.desk', {});
const doneKey = ['review', 'done'];
const nothingDone: ReadonlyMap<string, FinishedDocument> = new Map();

/** Reads one tenant by its key and caches it while the window is open. The top bar shows it too. */
export function useTenantName(tenantId: string | null): string | null {
  const query = useQuery({
    ...operationOptions('tenants.read', { tenantId: tenantId ?? '' }),
    enabled: tenantId !== null,
  });
  useShowReceipt('tenant', query.data?.receipt);
  return tenantId === null ? null : (query.data?.value.name ?? null);
}
