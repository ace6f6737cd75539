import { fileStamp, mediaTypes } from '#shared/domain/exported-file.ts';
import { downloadText } from '#renderer/contract/download-text.ts';
import type { BatchSpend } from '../spend/sums/batch-spend.ts';
import type { DaySpend, TenantSpend, WorkflowSpend } from '../spend/sums/groups.ts';
import { batchesCsv, daysCsv, tenantsCsv, workflowsCsv } from './spend-csv.ts';
import type { CsvFacts } from './spend-csv.ts';

export interface SavedFrom extends CsvFacts {
  /** Null: all that the person may see. */
  readonly tenant: string | null;
}

export function saveDays(days: readonly DaySpend[], from: SavedFrom): void {
  save('days', daysCsv(days, from), from);
}

export function saveTenants(tenants: readonly TenantSpend[], from: SavedFrom): void {
  save('tenants', tenantsCsv(tenants, from), from);
}

export function saveWorkflows(workflows: readonly WorkflowSpend[], from: SavedFrom): void {
  save('workflows', workflowsCsv(workflows, from), from);
}

export function saveBatches(batches: readonly BatchSpend[], from: SavedFrom): void {
  save('batches', batchesCsv(batches, from), from);
}

/** "sluice-costs-days-northwind-20261122T150000Z.csv" */
function save(what: string, text: string, { costs, tenant }: SavedFrom): void {
  const scope = (tenant ?? 'all-tenants').replaceAll(/[^\w.-]/g, '_');
  downloadText({
    fileName: `sluice-costs-${what}-${scope}-${fileStamp(Date.parse(costs.readAt))}.csv`,
    mediaType: mediaTypes.csv,
    text,
  });
}
