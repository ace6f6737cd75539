import { useQueryClient } from '@tanstack/react-query';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Menu, MenuItem } from '#renderer/ui/menu.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import type { Costs, FleetCosts } from '#shared/contract/costs.ts';
import { csvFile, fileStamp, mediaTypes } from '#shared/domain/exported-file.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { toBatchesInput, type CostsAddress } from '../address.ts';
import { listBatchSpends, type BatchSpend } from './batch-spend.ts';
import type { FleetSpending, FleetTenant } from './fleet-spending.ts';
import type { DaySpend, PartUsd, Spend, Spending, TenantSpend, WorkflowSpend } from './spending.ts';
import { messages } from '../messages.ts';

interface ExportMenuProps {
  readonly costs: Costs;
  readonly spending: Spending;
  readonly book: PriceBook;
  readonly address: CostsAddress;
}

/** Saves the shown figures for a spreadsheet, by the price book in use. */
export function ExportMenu({ costs, spending, book, address }: ExportMenuProps) {
  const client = useQueryClient();
  const toast = useToast();
  const from = { costs, book, tenant: address.tenant };

  async function saveListed(): Promise<void> {
    const options = { ...operationOptions('costs.batches', toBatchesInput(address)), staleTime: 0 };
    try {
      const { rows, more } = (await client.fetchQuery(options)).value;
      saveBatches(listBatchSpends(rows, costs, book, spending.meanOf), from);
      if (more > 0)
        toast.show({
          message: `The newest ${String(rows.length)} batches were written, ${String(more)} were not`,
        });
    } catch {
      toast.show({ message: messages.spend.notWritten, tone: 'failed' });
    }
  }

  const lists = [
    { title: 'Days', save: () => saveDays(spending.days, from) },
    { title: 'Tenants', save: () => saveTenants(spending.tenants, from) },
    { title: 'Workflows', save: () => saveWorkflows(spending.workflows, from) },
    { title: 'Batches', save: () => void saveListed() },
  ] as const;
  return <ListsMenu lists={lists} />;
}

interface ListsMenuProps {
  readonly lists: readonly { readonly title: string; readonly save: () => void }[];
}

/** Offers each list in a menu, and in the palette. */
function ListsMenu({ lists }: ListsMenuProps) {
  usePageCommands(
    lists.map((list) => ({
      id: `export-${list.title}`,
      title: `Export CSV: ${list.title}`,
      keywords: ['spreadsheet', 'save', 'costs'],
      icon: 'export',
      run: list.save,
    })),
  );

  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon="export">
          {messages.page.exportCsv}
        </Button>
      }
    >
      {lists.map((list) => (
        <MenuItem key={list.title} onSelect={list.save}>
          {list.title}
        </MenuItem>
      ))}
    </Menu>
  );
}

interface FleetExportProps {
  readonly fleet: FleetCosts;
  readonly spending: FleetSpending;
  readonly book: PriceBook;
}

/** Saves the days or the shown tenants of all tenants' sums. */
export function FleetExport({ fleet, spending, book }: FleetExportProps) {
  const lists = [
    { title: 'Days', save: () => saveFleet('days', spending.days, { fleet, book }) },
    { title: 'Tenants', save: () => saveFleet('tenants', spending.rows, { fleet, book }) },
  ] as const;
  return <ListsMenu lists={lists} />;
}

type FleetRow = Pick<FleetTenant, 'tenantId' | 'name' | 'again' | 'before' | 'spend'> | DaySpend;

export function saveFleet(
  what: 'days' | 'tenants',
  rows: readonly FleetRow[],
  { fleet, book }: { readonly fleet: FleetCosts; readonly book: PriceBook },
): void {
  save(what, toFleetCsv(rows, { costs: fleet, book }), { costs: fleet, book, tenant: null });
}

/** Writes runs instead of batches, because the sums count on the day on which a run ended. */
export function toFleetCsv(rows: readonly FleetRow[], facts: CsvFacts): string {
  return csvFile(
    [
      'Tenant or day (UTC)',
      'Tenant id',
      'Ended runs',
      'Documents',
      'Processed again',
      'Without a figure',
      'Without a price or a figure',
      ...partTitles,
      'Spend USD',
      'Spend USD before',
      ...factTitles,
    ],
    rows.map((row) => {
      const { spend } = row;
      const isDay = 'day' in row;
      return [
        isDay ? row.day : row.name,
        isDay ? '' : row.tenantId,
        String(spend.batches),
        String(spend.documents),
        isDay ? '' : String(row.again),
        String(spend.usage.uncounted),
        String(spend.unpriced),
        ...toPartCells(spend.parts),
        spend.total,
        isDay ? '' : (row.before ?? ''),
        ...toFactCells(facts),
      ];
    }),
  );
}

interface SavedFrom extends CsvFacts {
  /** Null stands for all tenants that the user may see. */
  readonly tenant: string | null;
}

export function saveDays(days: readonly DaySpend[], from: SavedFrom): void {
  save('days', toDaysCsv(days, from), from);
}

function saveTenants(tenants: readonly TenantSpend[], from: SavedFrom): void {
  save('tenants', toTenantsCsv(tenants, from), from);
}

export function saveWorkflows(workflows: readonly WorkflowSpend[], from: SavedFrom): void {
  save('workflows', toWorkflowsCsv(workflows, from), from);
}

export function saveBatches(batches: readonly BatchSpend[], from: SavedFrom): void {
  save('batches', toBatchesCsv(batches, from), from);
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

/** Columns of every row that say where its figures come from. */
interface CsvFacts {
  readonly costs: Pick<Costs, 'from' | 'to' | 'readAt'>;
  readonly book: Pick<PriceBook, 'name'>;
}

export function toDaysCsv(days: readonly DaySpend[], facts: CsvFacts): string {
  return csvFile(
    ['Day (UTC)', 'Day is over', ...spendTitles, ...factTitles],
    days.map(({ day, isPartial, spend }) => [
      day,
      isPartial ? 'no' : 'yes',
      ...toSpendCells(spend),
      ...toFactCells(facts),
    ]),
  );
}

export function toTenantsCsv(tenants: readonly TenantSpend[], facts: CsvFacts): string {
  return csvFile(
    ['Tenant', 'Tenant id', ...spendTitles, ...factTitles],
    tenants.map(({ name, tenantId, spend }) => [
      name,
      tenantId,
      ...toSpendCells(spend),
      ...toFactCells(facts),
    ]),
  );
}

export function toWorkflowsCsv(workflows: readonly WorkflowSpend[], facts: CsvFacts): string {
  return csvFile(
    ['Workflow', 'Workflow id', 'Project id', 'Tenant', 'Tenant id', ...spendTitles, ...factTitles],
    workflows.map(({ name, workflowId, projectId, tenant, tenantId, spend }) => [
      name,
      workflowId ?? '',
      projectId,
      tenant,
      tenantId,
      ...toSpendCells(spend),
      ...toFactCells(facts),
    ]),
  );
}

export function toBatchesCsv(batches: readonly BatchSpend[], facts: CsvFacts): string {
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
      formatCount(batch.run),
      formatCount(batch.documents),
      String(batch.processed),
      batch.isInWork ? 'yes' : 'no',
      basis,
      basis === 'metered' ? String(batch.repeated) : '',
      isLeast ? 'yes' : 'no',
      ...toPartCells(parts),
      total ?? '',
      ...toFactCells(facts),
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
  'In progress',
  'Basis',
  'Processed more than once',
  'At least',
  ...partTitles,
  'Spend USD',
  ...factTitles,
] as const;

/** Writes dollars with all digits. An unknown amount stays empty, because it is not zero. */
function toSpendCells(spend: Spend): readonly string[] {
  return [
    String(spend.batches),
    String(spend.documents),
    String(spend.usage.documents),
    String(spend.unread),
    String(spend.repeated),
    String(spend.unpriced),
    ...toPartCells(spend.parts),
    spend.meteredTotal,
    spend.estimatedTotal,
    spend.total,
  ];
}

function toPartCells({ textract, gapFill, verify, infrastructure }: PartUsd): readonly string[] {
  return [textract ?? '', gapFill ?? '', verify ?? '', infrastructure ?? ''];
}

function toFactCells({ costs, book }: CsvFacts): readonly string[] {
  return [book.name, costs.from, costs.to, costs.readAt];
}

function formatCount(count: number | null): string {
  return count === null ? '' : String(count);
}
