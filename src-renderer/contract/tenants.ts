import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { z } from 'zod';
import type { Tenant, tenantPageSchema } from '#shared/contract/pipeline-items.ts';
import { toFailure } from './failure-text.ts';
import { operationOptions, pagedOptions, type Answer } from './operation-options.ts';
import { useCommand } from './use-operation.ts';

export const tenantsQuery = pagedOptions('tenants.list', {});

/** Returns the directory as far as it was read, after the tenants that were pinned or opened here. */
export function useTenants({ wanted = true }: { readonly wanted?: boolean } = {}) {
  const query = useInfiniteQuery({ ...tenantsQuery, enabled: wanted });
  const pages = query.data?.pages ?? [];
  return {
    tenants: tenantRows(pages.map(({ value }) => value)),
    hasDirectory: pages[0]?.value.hasDirectory ?? true,
    isRead: query.data !== undefined,
    complete: query.data !== undefined && !query.hasNextPage,
    reading: query.isFetching,
    failure: query.error === null ? undefined : toFailure(query.error),
    receipts: pages.flatMap(({ receipt }) => receipt ?? []),
    readOn: () => void query.fetchNextPage(),
    readAgain: () => void query.refetch(),
  };
}

/** Shows the pin at once in every list of tenants, without reading them again. */
export function usePin(): (tenant: Tenant, pinned: boolean) => void {
  const client = useQueryClient();
  const pin = useCommand('tenants.pin');
  return (tenant, pinned) => void keep(tenant, pinned);

  async function keep(tenant: Tenant, pinned: boolean): Promise<void> {
    const { tenantId, name } = tenant;
    // An answer that is still on its way dates from before the pin and would be put over it.
    await client.cancelQueries({ queryKey: tenantsQuery.queryKey });
    show({ ...tenant, pinned });
    const result = await pin.run({ tenantId, name, pinned });
    if (!result.ok) show(tenant);
  }

  function show(tenant: Tenant): void {
    const { tenantId, pinned } = tenant;
    client.setQueryData(tenantsQuery.queryKey, (data) => withKept(data, tenant));
    client.setQueryData(
      operationOptions('tenants.read', { tenantId }).queryKey,
      (read) => read && { ...read, value: { ...read.value, pinned } },
    );
  }
}

export type TenantPage = z.infer<typeof tenantPageSchema>;

/** Lists pinned tenants first, then the recently opened, then the rest of the directory, each once. */
export function tenantRows(pages: readonly TenantPage[]): readonly Tenant[] {
  const named = new Map(pages.flatMap(({ rows }) => rows).map((tenant) => [tenant.tenantId, tenant]));
  const kept = (pages[0]?.kept ?? []).map((tenant) => ({
    ...tenant,
    // The directory was read just now, while the kept entry dates from the last time.
    name: named.get(tenant.tenantId)?.name ?? tenant.name,
    plan: named.get(tenant.tenantId)?.plan ?? tenant.plan,
  }));
  const keptIds = new Set(kept.map(({ tenantId }) => tenantId));
  return [...kept, ...[...named.values()].filter(({ tenantId }) => !keptIds.has(tenantId))];
}

type TenantPages<Param> = InfiniteData<Answer<TenantPage>, Param>;

/** Returns the list as it would be read after a tenant is pinned, unpinned or opened. */
export function withKept<Param>(
  data: TenantPages<Param> | undefined,
  tenant: Tenant,
): TenantPages<Param> | undefined {
  if (data === undefined) return data;
  // A tenant that is in no stored entry any more is shown as it stands in the directory.
  const [first, ...others] = data.pages.map((page) => ({
    ...page,
    value: { ...page.value, rows: page.value.rows.map((row) => withPin(row, tenant)) },
  }));
  if (first === undefined) return data;
  const rest = first.value.kept.filter(({ tenantId }) => tenantId !== tenant.tenantId);
  const isKept = tenant.pinned || tenant.openedAt !== null;
  const kept = [...(isKept ? [tenant] : []), ...rest].toSorted(compareStored);
  return { ...data, pages: [{ ...first, value: { ...first.value, kept } }, ...others] };
}

function withPin(row: Tenant, { tenantId, pinned }: Tenant): Tenant {
  return row.tenantId === tenantId && row.pinned !== pinned ? { ...row, pinned } : row;
}

/**
 * Returns the list as it would be read after a tenant is opened. What was read of the tenant may be older than the
 * list, so a tenant that is in it stays pinned or not pinned.
 */
export function addOpened<Param>(
  data: TenantPages<Param> | undefined,
  tenant: Tenant,
): TenantPages<Param> | undefined {
  const listed = data?.pages[0]?.value.kept.find(({ tenantId }) => tenantId === tenant.tenantId);
  if (listed === undefined) return withKept(data, tenant);
  const isNewer = (tenant.openedAt ?? '') > (listed.openedAt ?? '');
  const { openedAt } = isNewer ? tenant : listed;
  return withKept(data, { ...tenant, pinned: listed.pinned, openedAt });
}

function compareStored(left: Tenant, right: Tenant): number {
  if (left.pinned !== right.pinned) return left.pinned ? -1 : 1;
  return (right.openedAt ?? '').localeCompare(left.openedAt ?? '');
}

/** A person who works for a single tenant has nothing to choose. Returns true while that person is led to it. */
export function useOnlyTenant(hasChosen: boolean, leadTo: (tenantId: string) => void): boolean {
  const tenants = useQuery(operationOptions('session.current', {})).data?.value.who?.tenants;
  const only = Array.isArray(tenants) && tenants.length === 1 ? tenants[0] : undefined;
  const lead = hasChosen ? undefined : only;
  const goThere = useEffectEvent(leadTo);
  useEffect(() => {
    if (lead !== undefined) goThere(lead);
  }, [lead]);
  return lead !== undefined;
}
