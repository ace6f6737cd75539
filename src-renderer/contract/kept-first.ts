import type { InfiniteData } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Tenant, tenantPageSchema } from '#shared/contract/pipeline-items.ts';
import type { Answer } from './operation-options.ts';

export type TenantPage = z.infer<typeof tenantPageSchema>;

/** Pinned first, then the last opened, then the rest of the directory; each of them once. */
export function tenantRows(pages: readonly TenantPage[]): readonly Tenant[] {
  const named = new Map(pages.flatMap(({ rows }) => rows).map((tenant) => [tenant.tenantId, tenant]));
  const kept = (pages[0]?.kept ?? []).map((tenant) => ({
    ...tenant,
    // The directory is read now; what was kept is from the last time.
    name: named.get(tenant.tenantId)?.name ?? tenant.name,
    plan: named.get(tenant.tenantId)?.plan ?? tenant.plan,
  }));
  const keptIds = new Set(kept.map(({ tenantId }) => tenantId));
  return [...kept, ...[...named.values()].filter(({ tenantId }) => !keptIds.has(tenantId))];
}

type TenantPages<Param> = InfiniteData<Answer<TenantPage>, Param>;

/** The list as it would be read now that a tenant is pinned, is not, or was opened. */
export function withKept<Param>(
  data: TenantPages<Param> | undefined,
  tenant: Tenant,
): TenantPages<Param> | undefined {
  const [first, ...others] = data?.pages ?? [];
  if (data === undefined || first === undefined) return data;
  const rest = first.value.kept.filter(({ tenantId }) => tenantId !== tenant.tenantId);
  const isKept = tenant.pinned || tenant.openedAt !== null;
  const kept = [...(isKept ? [tenant] : []), ...rest].toSorted(keptOrder);
  return { ...data, pages: [{ ...first, value: { ...first.value, kept } }, ...others] };
}

function keptOrder(left: Tenant, right: Tenant): number {
  if (left.pinned !== right.pinned) return left.pinned ? -1 : 1;
  return (right.openedAt ?? '').localeCompare(left.openedAt ?? '');
}
