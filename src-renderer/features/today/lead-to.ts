import type { Place } from '#shared/contract/monitor.ts';
import type { Counted } from '#shared/contract/today.ts';
import type { Seen } from './seen.ts';

/** Which list a number of Today counts, so that it can be opened. */
export type LeadTo =
  | { readonly desk: 'batches'; readonly tenant: string; readonly status: StatusOfList }
  /** Of every status, by project: what has come to a good end is in no list of its own. */
  | { readonly desk: 'batches-by-project'; readonly tenant: string }
  | {
      readonly desk: 'batch';
      readonly tenant: string;
      readonly batch: string;
      /** A failure group of it. */
      readonly group?: string | undefined;
    }
  | {
      readonly desk: 'review';
      readonly tenant: string | null;
      /** Those that have waited at least so long. */
      readonly olderThanMinutes: number | null;
      /** With the first of them open. */
      readonly start?: boolean | undefined;
    }
  | { readonly desk: 'dead-letters'; readonly queue: string | null }
  | { readonly desk: 'downloads'; readonly date: string; readonly batch: string | null }
  /** Null: all of them. */
  | { readonly desk: 'jobs'; readonly job: string | null }
  | { readonly desk: 'alarms' }
  | { readonly desk: 'metrics' }
  | { readonly desk: 'place'; readonly place: Place }
  /** Today itself, of one tenant. */
  | { readonly desk: 'tenant'; readonly tenant: string }
  /** On this page: the same number tenant by tenant. */
  | { readonly desk: 'tenants' };

/** GSI2 has these three and no other. */
export type StatusOfList = 'FAILED' | 'PROCESSING' | 'REVIEW_REQUIRED';

type Scope = Pick<Seen, 'tenant' | 'batches'>;

/**
 * A list of batches is one tenant's. Of several tenants the number leads to its parts, tenant by tenant, unless all of
 * it is one tenant's.
 */
export function leadToStatus({ tenant, batches }: Scope, status: StatusOfList): LeadTo {
  if (tenant !== null) return { desk: 'batches', tenant, status };
  const rows = batches.value?.byTenant ?? [];
  const those = rows.filter((row) => (row[columnByStatus[status]]?.count ?? 0) > 0);
  const isCertain = rows.every((row) => row[columnByStatus[status]] !== null);
  const [only] = those.length === 1 && isCertain ? those : rows;
  return only !== undefined && (rows.length === 1 || (those.length === 1 && isCertain))
    ? { desk: 'batches', tenant: only.tenantId, status }
    : { desk: 'tenants' };
}

/** To the queue for who may work on it; for the others to the batches in which documents wait. */
export function leadToReview(seen: Scope & Pick<Seen, 'me'>, olderThanMinutes: number | null = null): LeadTo {
  return seen.me.mayReview
    ? { desk: 'review', tenant: seen.tenant, olderThanMinutes }
    : leadToStatus(seen, 'REVIEW_REQUIRED');
}

type Column = 'failed' | 'running' | 'waiting';

export const columnByStatus: Readonly<Record<StatusOfList, Column>> = {
  FAILED: 'failed',
  PROCESSING: 'running',
  REVIEW_REQUIRED: 'waiting',
};

export type TenantRow = Readonly<Record<Column, Counted | null>> & { readonly tenantId: string };
