import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { failureOf } from '#renderer/contract/failure-text.ts';
import { documentKey, useLatest } from '#renderer/contract/changes-provider.tsx';
import { operationOptions, pagedOptions } from '#renderer/contract/operation-options.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Failure } from '#shared/contract/result.ts';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { QueueInput, QueuePage, QueueRow } from '#shared/contract/review.ts';
import type { ReviewAddress } from '../review-address.ts';
import { laidQueue, saidNow, type Done } from './queue-rows.ts';

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

/** What waits, as far as it is loaded; the list and the desk share it. */
export interface ReviewQueue {
  readonly rows: readonly QueueRow[];
  /** The last page's word on the whole, less what was done since; undefined before the first. */
  readonly said:
    | (Pick<QueuePage, 'waiting' | 'waitingExact' | 'buckets' | 'read' | 'batches' | 'notAsked'> &
        Partial<Pick<QueuePage, 'throttled'>>)
    | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  /** There is more to be read than is loaded. */
  readonly hasMore: boolean;
  readonly readMore: () => void;
  readonly readAgain: () => void;
  readonly readAt: string | undefined;
  /**
   * This person has decided it or handed it over, which made it this version: it leaves the list at once, and
   * stays away until something newer is read of it.
   */
  readonly done?: ((key: ReviewKey, version: number | null) => void) | undefined;
  /** That was taken back. */
  readonly undone?: ((key: ReviewKey) => void) | undefined;
}

/** What of an address decides which documents are asked for. */
type Wanted = Pick<
  ReviewAddress,
  'tenant' | 'workflow' | 'reasons' | 'olderThanMinutes' | 'amountFrom' | 'amountTo'
>;

function queueInput(wanted: Wanted, dueHours: number): Omit<QueueInput, 'cursor'> {
  const { tenant, workflow, reasons, olderThanMinutes, amountFrom, amountTo } = wanted;
  return {
    ...(tenant !== null && { tenantId: tenant }),
    ...(workflow !== null && { workflowId: workflow }),
    ...(reasons.length > 0 && { reasons: [...reasons] }),
    ...(olderThanMinutes !== null && { olderThanMinutes }),
    ...(amountFrom !== null && { amountFrom }),
    ...(amountTo !== null && { amountTo }),
    dueHours,
    pageSize,
  };
}

const pageSize = 50;

interface DoneHere {
  readonly done: ReadonlyMap<string, Done>;
  readonly markDone: (key: ReviewKey, version: number | null) => void;
  readonly unmark: (key: ReviewKey) => void;
}

/** What this person was done with in this window. Drafts and counters of the desk follow from it. */
export function useDone(): DoneHere {
  const client = useQueryClient();
  const [done, setDone] = useKept<ReadonlyMap<string, Done>>(doneKey, nothingDone);
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

/** Of this machine: drafts, what is set aside, and the day's counters. */
export const deskOptions = operationOptions('review.desk', {});
const doneKey = ['review', 'done'];
const nothingDone: ReadonlyMap<string, Done> = new Map();

/** One read by its key, kept while the window is open; the top bar shows it too. */
export function useTenantName(tenantId: string | null): string | null {
  const query = useQuery({
    ...operationOptions('tenants.read', { tenantId: tenantId ?? '' }),
    enabled: tenantId !== null,
  });
  useShowReceipt('tenant', query.data?.receipt);
  return tenantId === null ? null : (query.data?.value.name ?? null);
}
