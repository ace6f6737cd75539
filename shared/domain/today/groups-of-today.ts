import type { FailureGroupOfToday } from '../../contract/today/today.ts';
import type { Batch } from '../../contract/triage/batches.ts';
import type { DocumentRow } from '../../contract/triage/documents.ts';
import { failureGroups } from '../failure-groups.ts';

/** A batch with those of its failed documents that were read. */
export interface FailedBatch {
  readonly batch: Pick<Batch, 'tenantId' | 'projectId' | 'batchId'>;
  readonly documents: readonly DocumentRow[];
}

const day = 86_400_000;

/** A row for each cause in each tenant, the one that happened last first. `newestFirst`: as they were listed. */
export function groupsOfToday(newestFirst: readonly FailedBatch[], now: number): FailureGroupOfToday[] {
  const byTenant = new Map<string, FailedBatch[]>();
  for (const one of newestFirst) {
    const { tenantId } = one.batch;
    byTenant.set(tenantId, [...(byTenant.get(tenantId) ?? []), one]);
  }
  return [...byTenant.values()].flatMap((batches) => groupsOfTenant(batches, now)).toSorted(lastFirst);
}

function groupsOfTenant(batches: readonly FailedBatch[], now: number): FailureGroupOfToday[] {
  return failureGroups(batches.flatMap(({ documents }) => documents)).flatMap((group) => {
    const ids = new Set(group.documents.map(({ batchId }) => batchId));
    const own = batches.filter(({ batch }) => ids.has(batch.batchId));
    const [newest] = own;
    if (newest === undefined) return [];
    const { tenantId, projectId, batchId } = newest.batch;
    const { fingerprint, pattern, stage, code, firstAt, lastAt } = group;
    return {
      fingerprint,
      tenantId,
      projectId,
      batchId,
      what: pattern,
      stage,
      code,
      count: group.documents.length,
      batches: own.length,
      firstAt,
      lastAt,
      isNew: firstAt !== null && Date.parse(firstAt) >= now - day,
    };
  });
}

function lastFirst(a: FailureGroupOfToday, b: FailureGroupOfToday): number {
  const [one, other] = [a.lastAt ?? '', b.lastAt ?? ''];
  if (one !== other) return one < other ? 1 : -1;
  return b.count - a.count || (a.fingerprint + a.tenantId < b.fingerprint + b.tenantId ? -1 : 1);
}
