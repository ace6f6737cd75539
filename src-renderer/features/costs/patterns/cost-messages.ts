import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { csvFile } from '#shared/domain/exported-file.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { CapacityComparison } from '#shared/pricing/capacity-comparison.ts';
import { costTable, printedWith, type CostRow, type CostTable } from '#shared/pricing/cost-table.ts';
import { compareDecimals, decimal, moneyText, zero } from '#shared/pricing/decimal.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import type { CostOrder } from './cost-choices.ts';

/** Places of a column of dollars, so that its largest and its smallest row both say something. */
export function placesOf(rows: readonly CostRow[]): number {
  const largest = rows.reduce((most, { usdPerDay }) => {
    const usd = decimal(usdPerDay ?? '0');
    return compareDecimals(usd, most) > 0 ? usd : most;
  }, decimal('0'));
  if (compareDecimals(largest, decimal('0.1')) < 0) return 5;
  return compareDecimals(largest, decimal('10')) < 0 ? 4 : 2;
}

/** "≥ 0.5" where nothing says how much a call reads, "≈ 3.5" where it follows from sizes. */
export function unitsText({ basis }: Pick<CostRow, 'basis'>, units: number | null): string {
  if (units === null) return '';
  const mark = { declared: '', measured: '', 'from sizes': '≈ ', 'at least': '≥ ' }[basis];
  return `${mark}${grouped(units)}`;
}

interface RowGroups {
  readonly estimated: readonly CostRow[];
  /** Nobody declared how often they are called, so they are in no sum until somebody says it here. */
  readonly unknown: readonly CostRow[];
}

/** By what is declared, not by what is typed: a row must not jump away from under the cursor. */
export function rowGroups(
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
export function largeText(count: number): string {
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
  if (crossover === null) return 'At this peak provisioned capacity is never cheaper, however much is asked.';
  if (crossover <= requestsPerMonth) {
    return `On demand is cheaper below about ${largeText(crossover)} requests a month, with the same mix.`;
  }
  const times = requestsPerMonth === 0 ? '' : `, ${timesText(crossover / requestsPerMonth)} as many as here`;
  return `Provisioned is cheaper from about ${largeText(crossover)} requests a month${times}, with the same mix.`;
}

/** "12 reads and 3 writes": how many kinds of call a sum is of. */
export function describeTotal(reads: number, writes: number): string {
  const read = reads === 1 ? '1 read' : `${String(reads)} reads`;
  const write = writes === 1 ? '1 write' : `${String(writes)} writes`;
  return writes === 0 ? `${read}, no writes declared` : `${read} and ${write}`;
}

export function unknownWrites(rows: readonly CostRow[]): string {
  if (rows.some(({ kind }) => kind === 'write')) return '';
  return 'No writes are declared for this system, so only reads are compared.';
}

function timesText(times: number): string {
  return `${grouped(Number(times.toPrecision(2)))} times`;
}

export function percentText(share: number): string {
  return `${grouped(Number((share * 100).toPrecision(3)))} %`;
}

/** What a system's source prints, set against our own sum by the prices that the source reckoned with. */
export interface PrintedBy {
  readonly book: PriceBook;
  readonly source: string;
  readonly day: string;
  readonly month: string | null;
  /** Ours for a day, by the same prices. */
  readonly ours: string;
  readonly differs: boolean;
  readonly explains: string | null;
  /** Row → ours for a day, for the rows that are not as printed. */
  readonly rowsThatDiffer: ReadonlyMap<string, string>;
}

/** By today's prices every row would differ, and say nothing; so the source is held to its own. */
export function printedBy(system: SystemDeclaration, books: readonly PriceBook[]): PrintedBy | null {
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
