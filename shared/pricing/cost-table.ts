import {
  findDeclared,
  type PatternDeclaration,
  type SystemDeclaration,
  type WriteDeclaration,
} from '../catalogue/declaration.ts';
import { locate } from '../catalogue/questions/locate.ts';
import { compareDecimals, decimal, decimalText, rounded, sumDecimals, times } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import { usdFor } from './price-names.ts';

/** A month counts as 30 days, and the page says so. */
export const daysPerMonth = 30;

export interface CostTable {
  readonly book: Pick<PriceBook, 'id' | 'name' | 'region' | 'effectiveFrom' | 'effectiveUntil'>;
  readonly scale: 1 | 10;
  readonly rows: readonly CostRow[];
  /** The sums include only the rows that are estimated. */
  readonly usdPerDay: string;
  readonly usdPerMonth: string;
  readonly callsPerDay: number;
  readonly readUnitsPerDay: number;
  readonly writeUnitsPerDay: number;
  readonly notEstimated: number;
  /** The number of tables and indexes, each of which would need its own capacity. */
  readonly capacities: number;
  /** Null if the source prints no total, or if the calls differ from the source's. */
  readonly printed: PrintedComparison | null;
}

interface PrintedComparison {
  /** The digits of dollars, as printed. */
  readonly day: string;
  readonly month: string | null;
  readonly source: string;
  /** Our total, rounded as the source prints it, differs from the source's. */
  readonly differs: boolean;
  readonly explains: string | null;
  /** The numbers of the rows whose printed figure differs from ours. */
  readonly rowsThatDiffer: readonly string[];
  /** The sum of the source's rows, as printed. */
  readonly rowsAddUpTo: string;
}

/** Computes what a day and a month of a system's questions and writes cost, row by row, by one price book. */
export function costTable(system: SystemDeclaration, options: CostOptions): CostTable {
  const { book, scale } = options;
  const rows = [
    ...Object.keys(system.patterns).map((key) => readRow(system, key, options)),
    ...Object.entries(system.writes ?? {}).map(([name, write], place) =>
      writeRow(name, write, place, options),
    ),
  ];
  const perDay = sumDecimals(rows.map(({ usdPerDay }) => decimal(usdPerDay ?? 0)));
  const usdPerDay = decimalText(perDay);
  return {
    book,
    scale,
    rows,
    usdPerDay,
    usdPerMonth: decimalText(times(perDay, decimal(daysPerMonth))),
    callsPerDay: rows.reduce((sum, row) => sum + (row.callsPerDay ?? 0) * scale, 0),
    readUnitsPerDay: sumDay(rows, scale, ({ rcuPerCall }) => rcuPerCall),
    writeUnitsPerDay: sumDay(rows, scale, ({ wcuPerCall }) => wcuPerCall),
    notEstimated: rows.filter((row) => row.notEstimated !== null).length,
    capacities: Object.values(system.tables).reduce(
      (sum, { indexes }) => sum + 1 + Object.keys(indexes ?? {}).length,
      0,
    ),
    printed: printedComparison(system, rows, usdPerDay),
  };
}

function sumDay(rows: readonly CostRow[], scale: number, units: (row: CostRow) => number | null): number {
  return Number(
    decimalText(
      sumDecimals(rows.map((row) => decimal(unitsADay(units(row) ?? 0, row.callsPerDay ?? 0, scale)))),
    ),
  );
}

function printedComparison(
  { printed }: SystemDeclaration,
  rows: readonly CostRow[],
  usdPerDay: string,
): PrintedComparison | null {
  if (printed === undefined || rows.every((row) => row.printed === null)) return null;
  if (rows.some(({ edited }) => edited)) return null;
  const day = printedFigure(printed.day);
  if (day === null) return null;
  return {
    day,
    month: printedFigure(printed.month),
    source: printed.source,
    differs: differsFromPrinted(usdPerDay, day),
    explains: printed.differs ?? null,
    rowsThatDiffer: rows.filter(({ differs }) => differs).map(({ number }) => number),
    rowsAddUpTo: decimalText(sumDecimals(rows.map((row) => decimal(row.printed ?? 0)))),
  };
}

/** The source of a call's units. "At least" means that the size of a read is unknown. */
type UnitBasis = 'declared' | 'from sizes' | 'measured' | 'at least';

export interface CostRow {
  /** The pattern's own name, or "write:" and the name of the write. */
  readonly key: string;
  readonly kind: 'read' | 'write';
  /** The number of the pattern, such as "AP8". Writes have no number of their own and are counted: "W1". */
  readonly number: string;
  readonly title: string;
  readonly operation: 'GetItem' | 'Query' | 'BatchGetItem' | 'Write';
  /** The table or index, such as "main.GSI2". It is null for a write, which goes to everything that holds the item. */
  readonly on: string | null;
  readonly rcuPerCall: number | null;
  readonly wcuPerCall: number | null;
  readonly basis: UnitBasis;
  /** The calls at 1×, as edited or else as declared; null if neither exists. */
  readonly callsPerDay: number | null;
  readonly edited: boolean;
  /** The exact cost at the requested scale; null if it is not estimated. */
  readonly usdPerDay: string | null;
  readonly notEstimated: string | null;
  /** The digits that the source prints; null if our calls or our scale differ from the source's. */
  readonly printed: string | null;
  /** Our figure, rounded to the printed digits, differs from the printed one. */
  readonly differs: boolean;
}

interface CostOptions {
  readonly book: PriceBook;
  readonly scale: 1 | 10;
  readonly callsPerDay?: Readonly<Record<string, number>> | undefined;
  /** The units and calls that receipts have counted, by row. */
  readonly measured?: Readonly<Record<string, { readonly rru: number; readonly calls: number }>> | undefined;
}

function readRow(system: SystemDeclaration, key: string, options: CostOptions): CostRow {
  const { pattern, operation } = locate(system, key);
  const { units, basis } = unitsOfRead(system, pattern, operation, findDeclared(options.measured, key));
  return costRow(options, {
    key,
    kind: 'read',
    number: pattern.number,
    title: pattern.title,
    operation,
    on: pattern.on,
    units,
    basis,
    declaredCalls: pattern.usage?.callsPerDay ?? null,
    printed: printedFigure(pattern.usage?.printed),
  });
}

function writeRow(name: string, write: WriteDeclaration, place: number, options: CostOptions): CostRow {
  return costRow(options, {
    key: `write:${name}`,
    kind: 'write',
    number: `W${place + 1}`,
    title: write.title,
    operation: 'Write',
    on: null,
    units: write.wru,
    basis: 'declared',
    declaredCalls: write.callsPerDay,
    printed: printedFigure(write.printed),
  });
}

interface Known extends Pick<CostRow, 'key' | 'kind' | 'number' | 'title' | 'operation' | 'on' | 'basis'> {
  readonly units: number;
  readonly declaredCalls: number | null;
  readonly printed: string | null;
}

function costRow(
  { book, scale, callsPerDay }: CostOptions,
  { units, declaredCalls, ...known }: Known,
): CostRow {
  const callsNow = findDeclared(callsPerDay, known.key) ?? declaredCalls;
  const edited = callsNow !== declaredCalls;
  const price = known.kind === 'read' ? 'dynamodb.read' : 'dynamodb.write';
  const usdPerDay = callsNow === null ? null : usdFor(book, price, unitsADay(units, callsNow, scale));
  const printed = edited || scale !== 1 || known.basis === 'measured' ? null : known.printed;
  return {
    ...known,
    rcuPerCall: known.kind === 'read' ? units : null,
    wcuPerCall: known.kind === 'write' ? units : null,
    callsPerDay: callsNow,
    edited,
    usdPerDay,
    notEstimated: notEstimated(callsNow, usdPerDay),
    printed,
    differs: printed !== null && usdPerDay !== null && differsFromPrinted(usdPerDay, printed),
  };
}

function unitsADay(units: number, calls: number, scale: number): string {
  return decimalText(times(times(decimal(units), decimal(calls)), decimal(scale)));
}

function notEstimated(calls: number | null, usd: string | null): string | null {
  if (calls === null) return 'not estimated: no calls a day declared';
  return usd === null ? 'not estimated: the price book has no price for it' : null;
}

function unitsOfRead(
  system: SystemDeclaration,
  { usage, gives, returns, pageSize }: PatternDeclaration,
  operation: 'GetItem' | 'Query' | 'BatchGetItem',
  measured: { readonly rru: number; readonly calls: number } | undefined,
): { units: number; basis: UnitBasis } {
  if (measured !== undefined && measured.calls > 0) {
    return { units: Number((measured.rru / measured.calls).toFixed(3)), basis: 'measured' };
  }
  if (usage?.rru !== undefined) return { units: usage.rru, basis: 'declared' };

  const bytes = usage?.bytes ?? largestUsual(system, returns);
  const items = usage?.items ?? (gives === 'one' ? 1 : pageSize);
  if (bytes === undefined || items === undefined) return { units: 0.5, basis: 'at least' };
  return { units: readUnits({ operation, items, bytes, pageSize }), basis: 'from sizes' };
}

/** Takes the largest of several entities that may come back, so that the estimate is not too low. */
function largestUsual(system: SystemDeclaration, returns: readonly string[]): number | undefined {
  const sizes = returns.map((name) => findDeclared(system.entities, name)?.bytes);
  const known = sizes.filter((size) => size !== undefined);
  return known.length === returns.length && known.length > 0 ? Math.max(...known) : undefined;
}

/** Finds the book with which most of a source's printed rows match; null if it prints none. */
export function printedWith(system: SystemDeclaration, books: readonly PriceBook[]): PriceBook | null {
  let best: { book: PriceBook; same: number } | null = null;
  for (const book of books) {
    const rows = costTable(system, { book, scale: 1 }).rows.filter(({ printed }) => printed !== null);
    const same = rows.filter(({ differs }) => !differs).length;
    if (same > (best?.same ?? 0)) best = { book, same };
  }
  return best?.book ?? null;
}

/** Extracts the digits of "~$0.001" or "≈ $0.071/day", including printed zeros. */
export function printedFigure(printed: string | undefined): string | null {
  const match = /\d[\d,]*(\.\d+)?/.exec(printed ?? '');
  return match === null ? null : match[0].replaceAll(',', '');
}

/**
 * Applies one rule to every printed row: our exact figure must match after rounding half up to the printed places. So
 * 0.00625 is "$0.006", 0.0125 is "$0.013" and 0.00075 is "~$0.001".
 */
export function differsFromPrinted(usd: string, figure: string): boolean {
  const printed = decimal(figure);
  return compareDecimals(rounded(decimal(usd), printed.places), printed) !== 0;
}

const kilobytes4 = 4_096;
const pageLimit = 1_048_576;

interface EventualRead {
  readonly operation: 'GetItem' | 'Query' | 'BatchGetItem';
  readonly items: number;
  /** The size of one item. */
  readonly bytes: number;
  readonly pageSize?: number | undefined;
}

/**
 * Returns the read units of an eventually consistent call: half a unit for 4 KB. A query is charged for the sum of what
 * it reads, rounded up once a page. Items requested by key are rounded up one by one.
 */
export function readUnits({ operation, items, bytes, pageSize }: EventualRead): number {
  if (operation !== 'Query') return Math.max(items, 1) * countUnits(bytes);
  const fits = Math.max(1, Math.floor(pageLimit / Math.max(bytes, 1)));
  const perPage = Math.min(pageSize ?? fits, fits);
  const fullPages = Math.floor(items / perPage);
  const left = items % perPage;
  const last = left > 0 || fullPages === 0 ? countUnits(left * bytes) : 0;
  return fullPages * countUnits(perPage * bytes) + last;
}

/** A read that finds nothing is charged as the smallest read. */
function countUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / kilobytes4)) / 2;
}
