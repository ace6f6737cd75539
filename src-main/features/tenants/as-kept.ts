import type { Tenant } from '#shared/contract/triage/tenants.ts';
import type { KeptTenant } from './kept-tenants.ts';

/** A tenant with whether it is pinned here, and when it was opened here. */
export function asKept(
  kept: readonly KeptTenant[],
): (tenant: Pick<Tenant, 'tenantId' | 'name' | 'plan'>) => Tenant {
  const known = new Map(kept.map((one) => [one.tenantId, one]));
  return ({ tenantId, name, plan }) => {
    const before = known.get(tenantId);
    return {
      tenantId,
      name: name ?? before?.name ?? null,
      plan,
      pinned: before?.pinned ?? false,
      openedAt: before?.openedAt ?? null,
    };
  };
}
