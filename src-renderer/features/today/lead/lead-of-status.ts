import type { Counted } from '#shared/contract/today/today.ts';
import type { Seen } from '../reading/seen.ts';
import type { LeadTo, StatusOfList } from './lead-to.ts';

type Scope = Pick<Seen, 'tenant' | 'batches'>;

/**
 * A list of batches is one tenant's. Of several tenants the number leads to its parts, tenant by tenant, unless all of
 * it is one tenant's.
 */
export function leadOfStatus({ tenant, batches }: Scope, status: StatusOfList): LeadTo {
  if (tenant !== null) return { desk: 'batches', tenant, status };
  const rows = batches.value?.byTenant ?? [];
  const those = rows.filter((row) => (row[columnOf[status]]?.count ?? 0) > 0);
  const isCertain = rows.every((row) => row[columnOf[status]] !== null);
  const [only] = those.length === 1 && isCertain ? those : rows;
  return only !== undefined && (rows.length === 1 || (those.length === 1 && isCertain))
    ? { desk: 'batches', tenant: only.tenantId, status }
    : { desk: 'tenants' };
}

/** To the queue for who may work on it; for the others to the batches in which documents wait. */
export function leadOfReview(seen: Scope & Pick<Seen, 'me'>, olderThanMinutes: number | null = null): LeadTo {
  return seen.me.mayReview
    ? { desk: 'review', tenant: seen.tenant, olderThanMinutes }
    : leadOfStatus(seen, 'REVIEW_REQUIRED');
}

type Column = 'failed' | 'running' | 'waiting';

export const columnOf: Readonly<Record<StatusOfList, Column>> = {
  FAILED: 'failed',
  PROCESSING: 'running',
  REVIEW_REQUIRED: 'waiting',
};

export type TenantRow = Readonly<Record<Column, Counted | null>> & { readonly tenantId: string };
