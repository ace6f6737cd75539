import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { Failure } from '#shared/contract/result.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { batchKey, latestBatches } from '#renderer/contract/lay-changes.ts';
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

/** One query of GSI3. Ids are unique only within a tenant, so the tenant is named wherever it is known. */
export function useBatch(batchId: string, tenantId: string | null): BatchReading {
  const query = useQuery(batchOptions(batchId, tenantId));
  const { batches } = useLatest();
  useShowReceipt('batch', query.data?.receipt);
  const read = query.data?.value;
  return {
    batch: read && latestBatches([read], batches, (one) => batchKey(one) === batchKey(read))[0],
    failure: query.error === null ? undefined : failureOf(query.error),
    reading: query.isFetching,
    readAgain: () => void query.refetch(),
  };
}

/** Whose batch an id is, where only one tenant has it. The batch is not read again once its tenant is known. */
export function useTenantOfBatch(batchId: string): string | undefined {
  const client = useQueryClient();
  const { data } = useQuery(batchOptions(batchId, null));
  const tenantId = data?.value.tenantId;
  useEffect(() => {
    if (tenantId === undefined) return;
    const { queryKey } = batchOptions(batchId, tenantId);
    client.setQueryData(queryKey, (known) => known ?? data);
  }, [client, batchId, tenantId, data]);
  return tenantId;
}

function batchOptions(batchId: string, tenantId: string | null) {
  return operationOptions('batches.byId', { batchId, ...(tenantId !== null && { tenantId }) });
}
