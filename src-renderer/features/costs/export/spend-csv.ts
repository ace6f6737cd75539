import { csvFile } from '#shared/domain/exported-file.ts';
import type { Costs } from '#shared/contract/costs/costs.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import type { BatchSpend } from '../spend/sums/batch-spend.ts';
import type { DaySpend, TenantSpend, WorkflowSpend } from '../spend/sums/groups.ts';
import type { PartUsd } from '../spend/sums/part-usd.ts';
import type { Spend } from '../spend/sums/spend-of.ts';

/** What every row says of where its figures come from. */
export interface CsvFacts {
  readonly costs: Pick<Costs, 'from' | 'to' | 'readAt'>;
  readonly book: Pick<PriceBook, 'name'>;
}

export function daysCsv(days: readonly DaySpend[], facts: CsvFacts): string {
  return csvFile(
    ['Day (UTC)', 'Day is over', ...spendTitles, ...factTitles],
    days.map(({ day, isPartial, spend }) => [
      day,
      isPartial ? 'no' : 'yes',
      ...spendCells(spend),
      ...factCells(facts),
    ]),
  );
}

export function tenantsCsv(tenants: readonly TenantSpend[], facts: CsvFacts): string {
  return csvFile(
    ['Tenant', 'Tenant id', ...spendTitles, ...factTitles],
    tenants.map(({ name, tenantId, spend }) => [name, tenantId, ...spendCells(spend), ...factCells(facts)]),
  );
}

export function workflowsCsv(workflows: readonly WorkflowSpend[], facts: CsvFacts): string {
  return csvFile(
    ['Workflow', 'Workflow id', 'Project id', 'Tenant', 'Tenant id', ...spendTitles, ...factTitles],
    workflows.map(({ name, workflowId, projectId, tenant, tenantId, spend }) => [
      name,
      workflowId ?? '',
      projectId,
      tenant,
      tenantId,
      ...spendCells(spend),
      ...factCells(facts),
    ]),
  );
}

export function batchesCsv(batches: readonly BatchSpend[], facts: CsvFacts): string {
  return csvFile(
    batchTitles,
    batches.map(({ batch, tenant, workflow, basis, isLeast, parts, total }) => [
      batch.batchId,
      tenant,
      batch.tenantId,
      batch.projectId,
      workflow,
      batch.workflowId ?? '',
      batch.createdAt ?? '',
      countText(batch.run),
      countText(batch.documents),
      String(batch.processed),
      batch.isInWork ? 'yes' : 'no',
      basis,
      basis === 'metered' ? String(batch.repeated) : '',
      isLeast ? 'yes' : 'no',
      ...partCells(parts),
      total ?? '',
      ...factCells(facts),
    ]),
  );
}

const partTitles = ['Textract USD', 'Gap-fill USD', 'Verify USD', 'Infrastructure USD'] as const;
const spendTitles = [
  'Batches',
  'Documents',
  'Metered documents',
  'Estimated documents',
  'Processed more than once',
  'Without a price',
  ...partTitles,
  'Metered USD',
  'Estimated USD',
  'Spend USD',
] as const;
const factTitles = ['Price book', 'From', 'To', 'Read at'] as const;
const batchTitles = [
  'Batch id',
  'Tenant',
  'Tenant id',
  'Project id',
  'Workflow',
  'Workflow id',
  'Submitted',
  'Run',
  'Documents',
  'Worked on',
  'In work',
  'Basis',
  'Processed more than once',
  'At least',
  ...partTitles,
  'Spend USD',
  ...factTitles,
] as const;

/** Dollars with all their digits; what nobody knows is left empty, and is not 0. */
function spendCells(spend: Spend): readonly string[] {
  return [
    String(spend.batches),
    String(spend.documents),
    String(spend.usage.documents),
    String(spend.unread),
    String(spend.repeated),
    String(spend.unpriced),
    ...partCells(spend.parts),
    spend.meteredTotal,
    spend.estimatedTotal,
    spend.total,
  ];
}

function partCells({ textract, gapFill, verify, infrastructure }: PartUsd): readonly string[] {
  return [textract ?? '', gapFill ?? '', verify ?? '', infrastructure ?? ''];
}

function factCells({ costs, book }: CsvFacts): readonly string[] {
  return [book.name, costs.from, costs.to, costs.readAt];
}

function countText(count: number | null): string {
  return count === null ? '' : String(count);
}
