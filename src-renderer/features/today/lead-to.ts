import type { Place } from '#shared/contract/monitor.ts';
import type { FleetList } from '#shared/contract/fleet.ts';
import type { Counted } from '#shared/contract/today.ts';
import type { Seen } from './seen.ts';

/** The list that a number of Today counts, used to open it. */
export type LeadTo =
  | { readonly desk: 'batches'; readonly tenant: string; readonly status: StatusOfList }
  /** Batches of all tenants, as the pipeline keeps them. */
  | {
      readonly desk: 'fleet';
      readonly list: FleetList;
      /** Only batches in which documents stand failed for this cause. */
      readonly cause?: string | undefined;
    }
  /** Batches of every status, by project, because successful batches have no list of their own. */
  | { readonly desk: 'batches-by-project'; readonly tenant: string }
  | {
      readonly desk: 'batch';
      readonly tenant: string;
      readonly batch: string;
      /** A failure group of the batch. */
      readonly group?: string | undefined;
      /** The documents that a run has left behind, instead of those that failed. */
      readonly isOfLeft?: boolean | undefined;
    }
  | {
      readonly desk: 'review';
      readonly tenant: string | null;
      /** Only documents that have waited at least this long. */
      readonly olderThanMinutes: number | null;
      /** Opens the first of them at once. */
      readonly start?: boolean | undefined;
    }
  | { readonly desk: 'dead-letters'; readonly queue: string | null }
  | { readonly desk: 'downloads'; readonly date: string; readonly batch: string | null }
  /** Null for all jobs. */
  | { readonly desk: 'jobs'; readonly job: string | null }
  /** The corrections of a workflow, under Incidents. */
  | { readonly desk: 'corrections'; readonly tenant: string; readonly workflow: string }
  | { readonly desk: 'alarms' }
  | { readonly desk: 'metrics' }
  | { readonly desk: 'place'; readonly place: Place }
  /** Today for one tenant. */
  | { readonly desk: 'tenant'; readonly tenant: string }
  /** The table on this page with the same number for each tenant. */
  | { readonly desk: 'tenants' };

/** GSI2 only indexes these three statuses. */
export type StatusOfList = 'FAILED' | 'PROCESSING' | 'REVIEW_REQUIRED';

type Scope = Pick<Seen, 'tenant' | 'batches'>;

/**
 * A number over several tenants leads to the list of all tenants. Where the pipeline keeps none, a list belongs to one
 * tenant, so the number leads to the table of tenants instead, unless all of it belongs to one.
 */
export function leadToStatus({ tenant, batches }: Scope, status: StatusOfList): LeadTo {
  if (tenant !== null) return { desk: 'batches', tenant, status };
  if (isOfFleet({ tenant, batches })) return { desk: 'fleet', list: listByStatus[status] };
  const rows = batches.value?.byTenant ?? [];
  const those = rows.filter((row) => (row[columnByStatus[status]]?.count ?? 0) > 0);
  const isCertain = rows.every((row) => row[columnByStatus[status]] !== null);
  const [only] = those.length === 1 && isCertain ? those : rows;
  return only !== undefined && (rows.length === 1 || (those.length === 1 && isCertain))
    ? { desk: 'batches', tenant: only.tenantId, status }
    : { desk: 'tenants' };
}

/** People who may review are led to the queue, and others to the batches with waiting documents. */
export function leadToReview(seen: Scope & Pick<Seen, 'me'>, olderThanMinutes: number | null = null): LeadTo {
  return seen.me.mayReview
    ? { desk: 'review', tenant: seen.tenant, olderThanMinutes }
    : leadToStatus(seen, 'REVIEW_REQUIRED');
}

/** True if the numbers are those of all tenants, as the pipeline keeps them. */
export function isOfFleet({ tenant, batches }: Scope): boolean {
  return tenant === null && batches.value?.answeredFrom.from === 'attention';
}

const listByStatus: Readonly<Record<StatusOfList, FleetList>> = {
  FAILED: 'failed',
  PROCESSING: 'running',
  REVIEW_REQUIRED: 'review',
};

type Column = 'failed' | 'running' | 'waiting';

export const columnByStatus: Readonly<Record<StatusOfList, Column>> = {
  FAILED: 'failed',
  PROCESSING: 'running',
  REVIEW_REQUIRED: 'waiting',
};

export type TenantRow = Readonly<Record<Column, Counted | null>> & { readonly tenantId: string };
