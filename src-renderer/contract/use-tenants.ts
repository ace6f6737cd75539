import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Tenant } from '#shared/contract/pipeline-items.ts';
import { failureOf } from './failure-error.ts';
import { pagedOptions } from './paged-options.ts';
import { useCommand } from './use-command.ts';
import { tenantRows, withKept } from './kept-first.ts';

export const tenantsQuery = pagedOptions('tenants.list', {});

/** The directory as far as it was read, behind the tenants that were pinned or opened here. */
export function useTenants({ wanted = true }: { readonly wanted?: boolean } = {}) {
  const query = useInfiniteQuery({ ...tenantsQuery, enabled: wanted });
  const pages = query.data?.pages ?? [];
  return {
    tenants: tenantRows(pages.map(({ value }) => value)),
    hasDirectory: pages[0]?.value.hasDirectory ?? true,
    isRead: query.data !== undefined,
    complete: query.data !== undefined && !query.hasNextPage,
    reading: query.isFetching,
    failure: query.error === null ? undefined : failureOf(query.error),
    receipts: pages.flatMap(({ receipt }) => receipt ?? []),
    readOn: () => void query.fetchNextPage(),
    readAgain: () => void query.refetch(),
  };
}

/** Shown at once in every list of tenants, without reading them again. */
export function usePin(): (tenant: Tenant, pinned: boolean) => void {
  const client = useQueryClient();
  const pin = useCommand('tenants.pin');
  return (tenant, pinned) => {
    client.setQueryData(tenantsQuery.queryKey, (data) => withKept(data, { ...tenant, pinned }));
    void keep(tenant, pinned);
  };

  async function keep(tenant: Tenant, pinned: boolean): Promise<void> {
    const { tenantId, name } = tenant;
    const result = await pin.run({ tenantId, name, pinned });
    if (!result.ok) client.setQueryData(tenantsQuery.queryKey, (data) => withKept(data, tenant));
  }
}
