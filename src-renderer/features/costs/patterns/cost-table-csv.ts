import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { csvFile } from '#shared/domain/exported-file.ts';
import type { CostRow } from '#shared/pricing/cost-row.ts';
import type { CostTable } from '#shared/pricing/cost-table.ts';

/** The table as it is shown, with exact dollars; each row names the price book that its figure is by. */
export function costTableCsv(system: SystemDeclaration, table: CostTable): string {
  return csvFile(
    columns,
    [...table.rows.map((row) => cells(row, table)), total(table)].map((row) => [system.name, ...row]),
  );
}

const columns = [
  'System',
  'No.',
  'Question or write',
  'Request',
  'Index',
  'RCU a call',
  'WCU a call',
  'Units are',
  'Calls a day at 1×',
  'Scale',
  'USD a day',
  'Price book',
];

function cells(row: CostRow, { scale, book }: CostTable): readonly string[] {
  return [
    row.number,
    row.title,
    row.operation,
    row.on ?? '',
    text(row.rcuPerCall),
    text(row.wcuPerCall),
    row.basis,
    text(row.callsPerDay),
    `${String(scale)}×`,
    row.usdPerDay ?? row.notEstimated ?? '',
    book.name,
  ];
}

function total({ callsPerDay, scale, usdPerDay, book }: CostTable): readonly string[] {
  const calls = text(callsPerDay / scale);
  return ['', 'Together', '', '', '', '', '', calls, `${String(scale)}×`, usdPerDay, book.name];
}

function text(value: number | null): string {
  return value === null ? '' : String(value);
}
