import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { addOpened, tenantsQuery } from '#renderer/contract/tenants.ts';
import { batchKey, latestBatches, useLatest } from '#renderer/contract/changes-provider.tsx';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Failure } from '#shared/contract/result.ts';
import type { Batch, Tenant } from '#shared/contract/pipeline-items.ts';

interface BatchReading {
  /** The batch as it was read or as an action has left it, whichever is newer. */
  readonly batch: Batch | undefined;
  readonly failure: Failure | undefined;
  readonly reading: boolean;
  readonly readAgain: () => void;
}

/** Reads the batch from GSI3. Ids are unique only within a tenant, so the tenant is given if it is known. */
export function useBatch(batchId: string, tenantId: string | null): BatchReading {
  const query = useQuery(batchOptions(batchId, tenantId));
  const { batches } = useLatest();
  useShowReceipt('batch', query.data?.receipt);
  const read = query.data?.value;
  return {
    batch: read && latestBatches([read], batches, (one) => batchKey(one) === batchKey(read))[0],
    failure: query.error === null ? undefined : toFailure(query.error),
    reading: query.isFetching,
    readAgain: () => void query.refetch(),
  };
}

/**
 * Returns the tenant of a batch id if only one tenant has it. The batch is not read again once its tenant is
 * known.
 */
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

export interface TenantReading {
  /** The tenant with its name, once it is known. */
  readonly tenant: Tenant | undefined;
  /** True if no item describes the tenant. It may still have batches. */
  readonly isUnknown: boolean;
}

/** Main remembers that the tenant was opened. */
export function useTenant(tenantId: string | null, wanted: boolean): TenantReading {
  const client = useQueryClient();
  const query = useQuery({
    ...operationOptions('tenants.read', { tenantId: tenantId ?? '' }),
    enabled: wanted && tenantId !== null,
  });
  const tenant = tenantId === null ? undefined : query.data?.value;
  useShowReceipt('tenant', query.data?.receipt);
  useEffect(() => {
    if (tenant !== undefined) client.setQueryData(tenantsQuery.queryKey, (data) => addOpened(data, tenant));
  }, [client, tenant]);
  return { tenant, isUnknown: query.error !== null && toFailure(query.error).code === 'not-found' };
}
