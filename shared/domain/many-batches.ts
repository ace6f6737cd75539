import { mostBatchesNamed } from './activity-kinds.ts';
import { documentsAtOnce, planRamp } from './pipeline-limits.ts';

/**
 * A plan over many batches lists them, and its items name their batch by its place in that list: ids of batches and
 * documents are unique only within a tenant.
 */
export function toItemId(place: number, documentId: string): string {
  return `${place}/${documentId}`;
}

/** `place` counts from 1; it is 0 for an item of a plan that has one batch. */
export function parseItemId(itemId: string): { readonly place: number; readonly documentId: string } {
  const end = itemId.indexOf('/');
  return { place: Number(itemId.slice(0, end)), documentId: itemId.slice(end + 1) };
}

interface RampOverTenants {
  /** How many documents of the first tenant go. */
  readonly first: number;
  readonly all: number;
}

/**
 * Sends one document, then the rest of its tenant, then all others. If its tenant has no more documents, or there is no
 * other tenant, the ordinary steps prove more.
 */
export function planRampOverTenants({ first, all }: RampOverTenants): number[] {
  if (first <= 1 || first >= all) return planRamp(all);
  return [1, first - 1, all - first];
}

interface TenantOfPlan {
  readonly tenantId: string;
  readonly go: number;
}

/**
 * Chooses the tenant whose documents prove a plan: the smallest one with more documents than go at once, or else the
 * largest. The same tenants always give the same one.
 */
export function chooseFirstTenant(tenants: readonly TenantOfPlan[]): string | undefined {
  const sorted = tenants.filter(({ go }) => go > 0).toSorted(compareTenants);
  return (sorted.find(({ go }) => go > documentsAtOnce) ?? sorted.at(-1))?.tenantId;
}

function compareTenants(a: TenantOfPlan, b: TenantOfPlan): number {
  return a.go - b.go || (a.tenantId < b.tenantId ? -1 : 1);
}

/** Counts what a plan does with the documents of one batch, or of several. */
export interface VerdictCounts {
  readonly go: number;
  readonly skip: number;
  readonly blocked: number;
  /** This many of the blocked go if there is a reason. */
  readonly needsReason: number;
}

export interface PlannedTenant<Batch> extends VerdictCounts {
  readonly tenantId: string;
  readonly batches: readonly Batch[];
}

type BatchNames = readonly {
  readonly tenantId: string;
  readonly projectId: string;
  readonly batchId: string;
}[];

/** Writes the batches of a job for the audit trail, whose ids are text; none if they are too many to be named. */
export function writeBatchNames(batches: BatchNames): { readonly inBatches?: string } {
  if (batches.length === 0 || batches.length > mostBatchesNamed) return {};
  const named = batches.map(({ tenantId, projectId, batchId }) => [tenantId, projectId, batchId]);
  return { inBatches: JSON.stringify(named) };
}

/** Groups the batches of a plan by tenant, in the order of the plan. */
export function groupByTenant<Batch extends VerdictCounts & { readonly tenantId: string }>(
  batches: readonly Batch[],
): readonly PlannedTenant<Batch>[] {
  const groups = new Map<string, { readonly tenantId: string; readonly batches: Batch[] } & VerdictCounts>();
  for (const batch of batches) {
    const { tenantId } = batch;
    const group = groups.get(tenantId) ?? {
      tenantId,
      batches: [],
      go: 0,
      skip: 0,
      blocked: 0,
      needsReason: 0,
    };
    group.batches.push(batch);
    groups.set(tenantId, {
      ...group,
      go: group.go + batch.go,
      skip: group.skip + batch.skip,
      blocked: group.blocked + batch.blocked,
      needsReason: group.needsReason + batch.needsReason,
    });
  }
  return [...groups.values()];
}

/** Counts the tenants whose documents a plan sends, also those that need a reason. */
export function countTenants({
  batches,
}: {
  readonly batches: readonly (VerdictCounts & { readonly tenantId: string })[];
}): number {
  const going = batches.filter(({ go, needsReason }) => go + needsReason > 0);
  return new Set(going.map(({ tenantId }) => tenantId)).size;
}

/** Counts the batches of a plan and their tenants, also those with nothing to send. */
export function countMany({ batches }: { readonly batches: readonly { readonly tenantId: string }[] }): {
  readonly batches: number;
  readonly tenants: number;
} {
  return { batches: batches.length, tenants: new Set(batches.map(({ tenantId }) => tenantId)).size };
}
