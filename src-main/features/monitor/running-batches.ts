import { passingReader } from '../../aws/passing-reader.ts';
import type { CatalogueReader } from '../../aws/reading.ts';
import { inLanes } from '../../dead-letters/in-lanes.ts';
import { itemsOfKind } from '../../rows/page-of-rows.ts';
import { tenantFacts } from '../../rows/tenant-rows.ts';

export interface RunningBatches {
  /** Null: they could not be counted. */
  readonly running: number | null;
  readonly isAtLeast: boolean;
}

const mostTenants = 12;
const atOnce = 4;

/** How many batches are in work: of each tenant those in status PROCESSING, the first page of them. */
export async function runningBatches(of: Pick<CatalogueReader, 'run'>): Promise<RunningBatches> {
  const reader = passingReader(of);
  const directory = await reader.run('extraction.tenants', {}, {});
  if (!directory.ok) return { running: null, isAtLeast: false };
  const tenants = directory.value.items.map((item) => tenantFacts(item, 'TenantInDirectory').tenantId);
  let running = 0;
  let read = 0;
  let isAtLeast = directory.value.cursor !== null || tenants.length > mostTenants;
  await inLanes(tenants.slice(0, mostTenants), atOnce, async (tenantId) => {
    const page = await reader.run('extraction.batchesByStatus', { tenantId, status: 'PROCESSING' });
    if (page.ok) {
      read += 1;
      running += itemsOfKind(page.value.items, 'Batch').own.length;
    }
    if (!page.ok || page.value.cursor !== null) isAtLeast = true;
  });
  const asked = Math.min(tenants.length, mostTenants);
  return { running: read === 0 && asked > 0 ? null : running, isAtLeast };
}
