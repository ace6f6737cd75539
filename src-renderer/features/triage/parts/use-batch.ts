import { useQuery } from '@tanstack/react-query';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { Failure } from '#shared/contract/result.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { latestBatches } from '#renderer/contract/lay-changes.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useLatest } from '#renderer/contract/use-changes.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';

export interface BatchReading {
  /** As it was read, or as an action has left it, whichever is newer. */
  readonly batch: Batch | undefined;
  readonly failure: Failure | undefined;
  readonly reading: boolean;
  readonly readAgain: () => void;
}

/** One query of GSI3: an id is all that is known of a batch for certain. */
export function useBatch(batchId: string): BatchReading {
  const query = useQuery(operationOptions('batches.byId', { batchId }));
  const { batches } = useLatest();
  useShowReceipt('batch', query.data?.receipt);
  const read = query.data?.value;
  return {
    batch: read && latestBatches([read], batches, (one) => one.batchId === batchId)[0],
    failure: query.error === null ? undefined : failureOf(query.error),
    reading: query.isFetching,
    readAgain: () => void query.refetch(),
  };
}
