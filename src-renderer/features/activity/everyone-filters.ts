import type { ActivityEntry, ActivityOf } from '#shared/contract/activity.ts';
import { listOnlyTenants, whyNotSeeAllActivity, type Scope } from '#shared/permissions.ts';
import type { ActivityAddress } from './address.ts';

type Filters = Pick<ActivityAddress, 'tenant' | 'batch' | 'person' | 'day' | 'kind'>;

/** The question that the filters ask, or why it cannot be asked. */
export type AskedActivity =
  | {
      readonly is: 'asked';
      readonly of: ActivityOf;
      /** The bounds of the day, if the question is not about a day already. */
      readonly between: { readonly from?: string; readonly to?: string };
    }
  /** People held to tenants ask by tenant. */
  | { readonly is: 'choose-tenant'; readonly why: string; readonly tenants: readonly string[] };

/** Each filter narrows, and the narrowest of them that is kept in an index is asked: batch, tenant, person or day. */
export function chooseQuestion(filters: Filters, who: Scope | null, today: string): AskedActivity {
  const { tenant, batch, person, day } = filters;
  const between = day === null ? {} : { from: `${day}T00:00:00.000Z`, to: `${day}T23:59:59.999Z` };
  if (tenant !== null && batch !== null) {
    return { is: 'asked', of: { is: 'batch', tenantId: tenant, batchId: batch }, between };
  }
  if (tenant !== null) return { is: 'asked', of: { is: 'tenant', tenantId: tenant }, between };
  const why = whyNotSeeAllActivity(who);
  if (why !== undefined) return { is: 'choose-tenant', why, tenants: listOnlyTenants(who) ?? [] };
  if (person !== null) return { is: 'asked', of: { is: 'person', personId: person }, between };
  return { is: 'asked', of: { is: 'day', day: day ?? today }, between: {} };
}

/** Applies the filters that the question has not applied. */
export function fitsFilters(
  { by, kind, batchId }: Pick<ActivityEntry, 'by' | 'kind' | 'batchId'>,
  filters: Filters,
): boolean {
  return (
    (filters.person === null || by === filters.person) &&
    (filters.kind === null || kind === filters.kind) &&
    (filters.batch === null || batchId === filters.batch)
  );
}

/** Returns the day before or after another, by UTC. */
export function moveDay(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
}
