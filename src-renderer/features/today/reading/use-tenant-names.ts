import { useQueryClient } from '@tanstack/react-query';
import type { TodayBatches } from '#shared/contract/today/today.ts';
import type { Answer } from '#renderer/contract/operation-options.ts';
import { useTenants } from '#renderer/contract/use-tenants.ts';

/** How tenants are called, by what was read already; nothing is read for a name. */
export function useTenantNames(): (tenantId: string) => string {
  const client = useQueryClient();
  const { tenants } = useTenants({ wanted: false });
  const read = client.getQueriesData<Answer<TodayBatches>>({ queryKey: ['today.batches'] });
  const named = new Map(
    [...tenants, ...read.flatMap(([, answer]) => answer?.value.tenants ?? [])].flatMap(({ tenantId, name }) =>
      name === null ? [] : [[tenantId, name] as const],
    ),
  );
  return (tenantId) => named.get(tenantId) ?? tenantId;
}
