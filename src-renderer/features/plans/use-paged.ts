import { useInfiniteQuery, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FailureError } from '#renderer/contract/failure-text.ts';
import { findBridge } from '#renderer/contract/query-client.ts';
import type { TableEnd } from '#renderer/ui/data-table/data-column.ts';
import type { InputOf } from '#shared/contract/contract.ts';
import type { ItemReceipt } from '#shared/contract/jobs.ts';
import type { PlanItem } from '#shared/contract/plans.ts';
import { messages } from './messages.ts';

/** Rows that are read as a person scrolls, because there may be 50,000. */
export interface Paged<Row> {
  readonly rows: readonly Row[];
  readonly isLoading: boolean;
  readonly error: FailureError | null;
  readonly retry: () => void;
  readonly end: TableEnd | undefined;
  readonly onReachEnd: (() => void) | undefined;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

type ItemsInput = Omit<InputOf<'plans.items'>, 'offset'>;
type ReceiptsInput = Omit<InputOf<'jobs.receipts'>, 'offset'>;

/** `hash` changes when the pace of the plan has, on which the verdicts depend. */
export function usePlanItems(input: ItemsInput, hash: string, isWanted: boolean): Paged<PlanItem> {
  return usePaged<PlanItem>(['plans.items', input, hash], isWanted, async (call, offset) => {
    const result = await call('plans.items', { ...input, offset });
    if (!result.ok) throw new FailureError(result.failure);
    return { rows: result.value.items, total: result.value.total };
  });
}

/** `version` changes when the job has progressed. */
export function useReceipts(input: ReceiptsInput, version: unknown, isWanted: boolean): Paged<ItemReceipt> {
  return usePaged<ItemReceipt>(['jobs.receipts', input, version, 'pages'], isWanted, async (call, offset) => {
    const result = await call('jobs.receipts', { ...input, offset });
    if (!result.ok) throw new FailureError(result.failure);
    return { rows: result.value.receipts, total: result.value.total };
  });
}

type Call = ReturnType<typeof findBridge>['call'];

/** The cache keeps this function, and with it whatever a hook around it would have in its scope. */
function readWith<Row>(read: (call: Call, offset: number) => Promise<Page<Row>>) {
  return ({ client, pageParam }: { readonly client: QueryClient; readonly pageParam: number }) => {
    const bridge = findBridge(client);
    return read((operation, input) => bridge.call(operation, input), pageParam);
  };
}

function usePaged<Row>(
  key: readonly unknown[],
  isWanted: boolean,
  read: (call: Call, offset: number) => Promise<Page<Row>>,
): Paged<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    enabled: isWanted,
    queryFn: readWith(read),
    initialPageParam: 0,
    getNextPageParam: (last: Page<Row>, pages) => {
      const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return last.rows.length === 0 || loaded >= last.total ? undefined : loaded;
    },
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => (pages ?? []).flatMap((page) => page.rows), [pages]);
  const total = pages?.at(-1)?.total ?? 0;
  const { hasNextPage, isFetching, isPending } = query;
  const readOn = () => {
    if (!isFetching && hasNextPage) void query.fetchNextPage();
  };
  return {
    rows,
    isLoading: isWanted && isPending,
    error: query.error instanceof FailureError ? query.error : null,
    retry: () => void query.refetch(),
    end:
      rows.length === 0
        ? undefined
        : {
            note: hasNextPage ? messages.many.loaded(rows.length, total) : messages.many.loadedAll(total),
            onMore: hasNextPage ? readOn : undefined,
            loading: isFetching,
          },
    onReachEnd: hasNextPage ? readOn : undefined,
  };
}
