import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SamplePage } from '#shared/contract/review/queue.ts';
import type { Failure } from '#shared/contract/result.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { documentKey, mayReplace } from '#renderer/contract/lay-changes.ts';
import { pagedOptions } from '#renderer/contract/paged-options.ts';
import { useLatest } from '#renderer/contract/use-changes.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { deskOptions, useDone } from './use-done.ts';
import { useTenantName } from './use-tenant-name.ts';

/** The rows do not say the name of their tenant: it is one for all of them. */
export type SampleRow = SamplePage['rows'][number] & { readonly tenantName: string | null };

export interface Sample {
  /** Nobody has asked for this one: it costs reads. */
  readonly isDrawn: boolean;
  readonly rows: readonly SampleRow[];
  /** Undefined before the first page. */
  readonly said: Pick<SamplePage, 'accepted' | 'checked' | 'batches' | 'cut' | 'throttled'> | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly hasMore: boolean;
  readonly draw: () => void;
  readonly readMore: () => void;
}

/** The same share of the same tenant is the same sample; it is drawn when somebody says so. */
export function useSample(tenantId: string | null, percent: number, isShown: boolean): Sample {
  const [drawn, setDrawn] = useKept<readonly string[]>(drawnKey, nothingDrawn);
  const name = `${tenantId ?? ''} ${String(percent)}`;
  const isDrawn = tenantId !== null && drawn.includes(name);
  const query = useInfiniteQuery({
    ...pagedOptions('review.sample', { tenantId: tenantId ?? '', percent }),
    enabled: isShown && isDrawn,
  });
  const desk = useQuery({ ...deskOptions, enabled: isShown }).data?.value;
  const { done } = useDone();
  const { documents: changed } = useLatest();
  const tenantName = useTenantName(isShown ? tenantId : null);
  const pages = query.data?.pages;
  useShowReceipt(
    'review sample',
    pages?.flatMap(({ receipt }) => receipt ?? []),
  );

  const rows = useMemo(() => {
    const drafts = desk && new Set(desk.drafts.map(({ key }) => documentKey(key)));
    return (
      (pages ?? [])
        .flatMap(({ value }) => value.rows)
        // One that has changed since was checked, or is another by now.
        .filter((row) => !done.has(documentKey(row)) && mayReplace(changed.get(documentKey(row)), row))
        .map((row) => ({ ...row, tenantName, ...(drafts && { hasDraft: drafts.has(documentKey(row)) }) }))
    );
  }, [pages, desk, done, changed, tenantName]);

  return {
    isDrawn,
    rows,
    said: pages?.at(-1)?.value,
    failure: query.error === null ? undefined : failureOf(query.error),
    isReading: query.isFetching,
    hasMore: query.hasNextPage,
    draw: () => {
      if (isDrawn) void query.refetch();
      else setDrawn((before) => [...before, name]);
    },
    readMore: () => {
      if (!query.isFetching && query.hasNextPage) void query.fetchNextPage();
    },
  };
}

const drawnKey = ['review', 'drawn'];
const nothingDrawn: readonly string[] = [];
