import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { executionTimeline } from '#shared/domain/execution-timeline.ts';
import { pagedOptions } from '#renderer/contract/paged-options.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { lanesOf } from './lanes.ts';

/**
 * The history of a run: its first page at once, the others when somebody asks for them. Read again when its outcome
 * becomes another: what was read while it went on does not tell its end.
 */
export function useRunHistory(batchId: string, run: number, outcome: string) {
  const history = useInfiniteQuery(pagedOptions('executions.history', { batchId, run }));
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = history;
  const pages = data?.pages;
  const lanes = useMemo(
    () =>
      pages === undefined ? null : lanesOf(executionTimeline(pages.flatMap(({ value }) => value.events))),
    [pages],
  );
  const receipts = pages?.flatMap(({ receipt }) => receipt ?? []);
  useShowReceipt('timeline', receipts);

  const readWith = useRef(outcome);
  const readAgain = useEffectEvent(() => void history.refetch());
  useEffect(() => {
    if (readWith.current === outcome) return;
    readWith.current = outcome;
    readAgain();
  }, [outcome]);

  const [wantsAll, setWantsAll] = useState(false);
  const readsOn = wantsAll && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    // One page at a time: each tells where the next begins.
    if (readsOn && !isFetchingNextPage) void fetchNextPage();
  }, [readsOn, isFetchingNextPage, fetchNextPage]);

  return {
    history,
    lanes,
    isReadingOn: readsOn || isFetchingNextPage,
    readRest: () => {
      setWantsAll(true);
      if (isFetchNextPageError) void fetchNextPage();
    },
    stopReading: () => setWantsAll(false),
  };
}
export type RunHistory = ReturnType<typeof useRunHistory>;
