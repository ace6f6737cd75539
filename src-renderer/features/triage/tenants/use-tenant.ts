import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Tenant } from '#shared/contract/triage/tenants.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { withKept } from '#renderer/contract/kept-first.ts';
import { tenantsQuery } from '#renderer/contract/use-tenants.ts';

export interface TenantReading {
  /** With its name, once it is known. */
  readonly tenant: Tenant | undefined;
  /** No item says that there is such a tenant; it may have batches all the same. */
  readonly isUnknown: boolean;
}

/** Main remembers that it was opened. */
export function useTenant(tenantId: string | null, wanted: boolean): TenantReading {
  const client = useQueryClient();
  const query = useQuery({
    ...operationOptions('tenants.read', { tenantId: tenantId ?? '' }),
    enabled: wanted && tenantId !== null,
  });
  const tenant = tenantId === null ? undefined : query.data?.value;
  useShowReceipt('tenant', query.data?.receipt);
  useEffect(() => {
    if (tenant !== undefined) client.setQueryData(tenantsQuery.queryKey, (data) => withKept(data, tenant));
  }, [client, tenant]);
  return { tenant, isUnknown: query.error !== null && failureOf(query.error).code === 'not-found' };
}
