import type { Counted, TodayBatches } from '#shared/contract/today/today.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import { latestBatches } from '#renderer/contract/lay-changes.ts';

/** What was read, with what actions have made of it since: no batch is shown in a status it has left. */
export function laidBatches(read: TodayBatches, latest: ReadonlyMap<string, Batch>): TodayBatches {
  if (latest.size === 0) return read;
  const tenants = new Set(read.tenants.map(({ tenantId }) => tenantId));
  const readAt = Date.parse(read.readAt);
  const lay = (rows: readonly Batch[], status: Batch['status']) =>
    latestBatches(
      rows,
      latest,
      (batch) =>
        batch.status === status &&
        tenants.has(batch.tenantId) &&
        // One that was so before it was read is counted already, in the list or beyond its end.
        (rows.some(({ batchId }) => batchId === batch.batchId) || since(batch) > readAt),
    );
  const failed = lay(read.failed.newest, 'FAILED');
  const running = lay(read.running.newest, 'PROCESSING');
  return {
    ...read,
    failed: {
      ...read.failed,
      batches: changed(read.failed.batches, failed.length - read.failed.newest.length),
      documents: changed(
        read.failed.documents,
        documentsOf(failed, 'FAILED') - documentsOf(read.failed.newest, 'FAILED'),
      ),
      newest: [...failed],
    },
    running: {
      batches: changed(read.running.batches, running.length - read.running.newest.length),
      newest: [...running],
    },
    byTenant: read.byTenant.map((row) => ({
      ...row,
      failed: row.failed && changed(row.failed, grownBy(row.tenantId, read.failed.newest, failed)),
      running: row.running && changed(row.running, grownBy(row.tenantId, read.running.newest, running)),
    })),
  };
}

function grownBy(tenantId: string, before: readonly Batch[], after: readonly Batch[]): number {
  const of = (rows: readonly Batch[]) => rows.filter((batch) => batch.tenantId === tenantId).length;
  return of(after) - of(before);
}

function since({ statusSince, updatedAt }: Batch): number {
  return Date.parse(statusSince ?? updatedAt ?? '');
}

function documentsOf(batches: readonly Batch[], status: 'FAILED'): number {
  return batches.reduce((sum, { counts }) => sum + (counts[status] ?? 0), 0);
}

function changed({ count, isAtLeast }: Counted, by: number): Counted {
  return { count: Math.max(0, count + by), isAtLeast };
}
