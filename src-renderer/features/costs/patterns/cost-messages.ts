import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { csvFile } from '#shared/domain/exported-file.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { CapacityComparison } from '#shared/pricing/capacity-comparison.ts';
import { costTable, printedWith, type CostRow, type CostTable } from '#shared/pricing/cost-table.ts';
import { compareDecimals, decimal, moneyText, zero } from '#shared/pricing/decimal.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import type { CostOrder } from './cost-choices.ts';

/** Returns enough decimal places for both the largest and the smallest row of a column to be readable. */
export function countDecimalPlaces(rows: readonly CostRow[]): number {
  const largest = rows.reduce((most, { usdPerDay }) => {
    const usd = decimal(usdPerDay ?? '0');
    return compareDecimals(usd, most) > 0 ? usd : most;
  }, decimal('0'));
  if (compareDecimals(largest, decimal('0.1')) < 0) return 5;
  return compareDecimals(largest, decimal('10')) < 0 ? 4 : 2;
}

/** Formats "≥ 0.5" where the read size of a call is unknown, and "≈ 3.5" where it follows from sizes. */
export function formatUnits({ basis }: Pick<CostRow, 'basis'>, units: number | null): string {
  if (units === null) return '';
  const mark = { declared: '', measured: '', 'from sizes': '≈ ', 'at least': '≥ ' }[basis];
  return `${mark}${grouped(units)}`;
}

interface RowGroups {
  readonly estimated: readonly CostRow[];
  /** Rows with no declared call rate. They count in no sum until the user types one here. */
  readonly unknown: readonly CostRow[];
}

/** Groups by the declared rate and not by the typed one, because a row must not jump away from under the cursor. */
export function groupRows(
  rows: readonly CostRow[],
  declared: readonly CostRow[],
  order: CostOrder = 'declared',
): RowGroups {
  const unknown = new Set(declared.filter(({ callsPerDay }) => callsPerDay === null).map(({ key }) => key));
  const usd = new Map(declared.map(({ key, usdPerDay }) => [key, decimal(usdPerDay ?? 0)]));
  const estimated = rows.filter(({ key }) => !unknown.has(key));
  return {
    estimated:
      order === 'declared'
        ? estimated
        : estimated.toSorted((a, b) => compareDecimals(usd.get(b.key) ?? zero, usd.get(a.key) ?? zero)),
    unknown: rows.filter(({ key }) => unknown.has(key)),
  };
}

/** "24.1 million" */
export function formatLarge(count: number): string {
  if (count < 1_000_000) return grouped(count);
  const millions = count / 1_000_000;
  return `${grouped(Number(millions.toPrecision(3)))} million`;
}

export function describeCheaper({
  cheaper,
  onDemandUsdPerMonth,
  provisionedUsdPerMonth,
}: CapacityComparison): string {
  const onDemand = moneyText(onDemandUsdPerMonth);
  const provisioned = moneyText(provisionedUsdPerMonth);
  if (cheaper === 'equal') return `Both cost ${onDemand} a month.`;
  const which = cheaper === 'on-demand' ? 'On demand is' : 'Provisioned is';
  return `On demand costs ${onDemand} a month, provisioned ${provisioned}. ${which} cheaper.`;
}

export function describeCrossover({
  crossoverRequestsPerMonth: crossover,
  requestsPerMonth,
}: Pick<CapacityComparison, 'crossoverRequestsPerMonth' | 'requestsPerMonth'>): string {
  if (crossover === null)
    return 'At this peak, provisioned capacity is never cheaper, at any number of requests.';
  if (crossover <= requestsPerMonth) {
    return `On demand is cheaper below about ${formatLarge(crossover)} requests a month, with the same mix.`;
  }
  const times =
    requestsPerMonth === 0 ? '' : `, ${formatTimes(crossover / requestsPerMonth)} as many as here`;
  return `Provisioned is cheaper from about ${formatLarge(crossover)} requests a month${times}, with the same mix.`;
}

/** Says how many kinds of call a sum covers: "12 reads and 3 writes". */
export function describeTotal(reads: number, writes: number): string {
  const read = reads === 1 ? '1 read' : `${String(reads)} reads`;
  const write = writes === 1 ? '1 write' : `${String(writes)} writes`;
  return writes === 0 ? `${read}, no writes declared` : `${read} and ${write}`;
}

export function describeUnknownWrites(rows: readonly CostRow[]): string {
  if (rows.some(({ kind }) => kind === 'write')) return '';
  return 'No writes declared for this system, so only reads are compared.';
}

function formatTimes(times: number): string {
  return `${grouped(Number(times.toPrecision(2)))} times`;
}

export function formatPercent(share: number): string {
  return `${grouped(Number((share * 100).toPrecision(3)))} %`;
}

/** Compares the figures printed in a system's source with our own sum by the prices that the source used. */
export interface PrintedBy {
  readonly book: PriceBook;
  readonly source: string;
  readonly day: string;
  readonly month: string | null;
  /** Our figure for a day, by the same prices. */
  readonly ours: string;
  readonly differs: boolean;
  readonly explains: string | null;
  /** Maps each row that differs from the printed figure to our figure for a day. */
  readonly rowsThatDiffer: ReadonlyMap<string, string>;
}

/** The source is compared by the prices it used itself. By today's prices every row would differ. */
export function compareWithPrinted(system: SystemDeclaration, books: readonly PriceBook[]): PrintedBy | null {
  const book = printedWith(system, books);
  if (book === null) return null;
  const { rows, printed, usdPerDay } = costTable(system, { book, scale: 1 });
  if (printed === null) return null;
  const { source, day, month, differs, explains } = printed;
  const rowsThatDiffer = new Map(
    rows.filter((row) => row.differs).map((row) => [row.key, row.usdPerDay ?? '0']),
  );
  return { book, source, day, month, ours: usdPerDay, differs, explains, rowsThatDiffer };
}

/** Writes the table as shown, with exact dollars; each row names the price book of its figure. */
export function toCostTableCsv(system: SystemDeclaration, table: CostTable): string {
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
  return ['', 'Total', '', '', '', '', '', calls, `${String(scale)}×`, usdPerDay, book.name];
}

function text(value: number | null): string {
  return value === null ? '' : String(value);
}
