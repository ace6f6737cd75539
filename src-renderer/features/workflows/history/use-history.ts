import { useInfiniteQuery } from '@tanstack/react-query';
import type { Failure } from '#shared/contract/result.ts';
import type { WorkflowEvent, WorkflowKey } from '#shared/contract/workflows/workflows.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { pagedOptions } from '#renderer/contract/paged-options.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';

export interface HistoryReading {
  readonly events: readonly WorkflowEvent[];
  readonly isRead: boolean;
  readonly complete: boolean;
  readonly reading: boolean;
  readonly failure: Failure | undefined;
  /** What the last page cost, which the next one will about cost too. */
  readonly lastRru: number | undefined;
  readonly readOn: () => void;
  readonly readAgain: () => void;
}

export function useHistory({ tenantId, projectId, workflowId }: WorkflowKey): HistoryReading {
  const query = useInfiniteQuery(
    pagedOptions('workflows.history', { tenantId, projectId, workflowId, pageSize }),
  );
  const pages = query.data?.pages ?? [];
  const receipts = pages.flatMap(({ receipt }) => receipt ?? []);
  useShowReceipt('history', receipts);
  return {
    events: pages.flatMap(({ value }) => value.rows),
    isRead: query.data !== undefined,
    complete: query.data !== undefined && !query.hasNextPage,
    reading: query.isFetching,
    failure: query.error === null ? undefined : failureOf(query.error),
    lastRru: receipts.at(-1)?.rru,
    readOn: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    readAgain: () => void query.refetch(),
  };
}

const pageSize = 20;
