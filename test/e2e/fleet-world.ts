import type { Locator, Page } from '@playwright/test';
import type { FleetBatch, Kept } from '#shared/contract/fleet.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { InputOf, OutputOf } from '#shared/contract/contract.ts';
import { answer, failedBatches } from './triage-world.ts';

export type FleetPage = OutputOf<'fleet.batches'>;

/** The tenants of the sandbox that have a story. */
export const tenantIds = ['alder-finch', 'kestrel', 'northwind', 'quill'] as const;

/** Counts again, tenant by tenant, what the pipeline keeps about all of them. */
export async function recountFailed(page: Page): Promise<readonly Batch[]> {
  const found = await Promise.all(tenantIds.map(async (tenantId) => failedBatches(page, tenantId)));
  return found.flat();
}

/** Lists all batches of a list, as the page would. */
export async function listFleet(
  page: Page,
  input: Omit<InputOf<'fleet.batches'>, 'cursor'>,
): Promise<readonly FleetBatch[]> {
  const rows: FleetBatch[] = [];
  let cursor: string | null = null;
  do {
    const asked = { pageSize: 100, ...input, ...(cursor !== null && { cursor }) };
    const found: FleetPage = await answer<FleetPage>(page, 'fleet.batches', asked);
    rows.push(...found.rows);
    ({ cursor } = found);
  } while (cursor !== null);
  return rows;
}

export function toKept({ kept }: { readonly kept: Kept }): Extract<Kept, { readonly state: 'kept' }> {
  if (kept.state !== 'kept') throw new Error('The pipeline of the sandbox keeps no lists of all tenants.');
  return kept;
}

export function fleetTable(page: Page, name = 'Failed batches of all tenants'): Locator {
  return page.getByRole('grid', { name });
}

/** The rows below the head. The row at the end says how much is loaded. */
export function fleetRows(page: Page, name?: string): Locator {
  return fleetTable(page, name).locator('tr[data-index]');
}

export function activeRow(page: Page): Locator {
  return page.locator('tr[aria-current=true]');
}
