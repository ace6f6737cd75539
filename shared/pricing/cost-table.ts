import type { SystemDeclaration } from '../catalogue/declaration.ts';
import { readRow, unitsADay, writeRow } from './cost-row.ts';
import type { CostOptions, CostRow } from './cost-row.ts';
import { decimal, decimalText, sumOf, times } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import { differsFromPrinted, printedFigure } from './printed-figure.ts';

/** A month is taken as 30 days, and the page says so. */
export const daysPerMonth = 30;

export interface CostTable {
  readonly book: Pick<PriceBook, 'id' | 'name' | 'region' | 'effectiveFrom' | 'effectiveUntil'>;
  readonly scale: 1 | 10;
  readonly rows: readonly CostRow[];
  /** Of the rows that are estimated; the others are not in any sum. */
  readonly usdPerDay: string;
  readonly usdPerMonth: string;
  readonly callsPerDay: number;
  readonly readUnitsPerDay: number;
  readonly writeUnitsPerDay: number;
  readonly notEstimated: number;
  /** Tables and indexes, each of which would need capacity of its own. */
  readonly capacities: number;
  /** Null where the source prints no total, or for other calls than ours. */
  readonly printed: PrintedComparison | null;
}

interface PrintedComparison {
  /** Digits of dollars, as they are printed. */
  readonly day: string;
  readonly month: string | null;
  readonly source: string;
  /** The source's total is not ours, rounded as it is printed. */
  readonly differs: boolean;
  readonly explains: string | null;
  /** Numbers of the rows whose figure is not ours. */
  readonly rowsThatDiffer: readonly string[];
  /** The source's rows, added up as printed. */
  readonly rowsAddUpTo: string;
}

/** What a day and a month of a system's questions and writes cost, row by row, by one price book. */
export function costTable(system: SystemDeclaration, options: CostOptions): CostTable {
  const { book, scale } = options;
  const rows = [
    ...Object.keys(system.patterns).map((key) => readRow(system, key, options)),
    ...Object.entries(system.writes ?? {}).map(([name, write], place) =>
      writeRow(name, write, place, options),
    ),
  ];
  const perDay = sumOf(rows.map(({ usdPerDay }) => decimal(usdPerDay ?? 0)));
  const usdPerDay = decimalText(perDay);
  return {
    book,
    scale,
    rows,
    usdPerDay,
    usdPerMonth: decimalText(times(perDay, decimal(daysPerMonth))),
    callsPerDay: rows.reduce((sum, row) => sum + (row.callsPerDay ?? 0) * scale, 0),
    readUnitsPerDay: dayOf(rows, scale, ({ rcuPerCall }) => rcuPerCall),
    writeUnitsPerDay: dayOf(rows, scale, ({ wcuPerCall }) => wcuPerCall),
    notEstimated: rows.filter((row) => row.notEstimated !== null).length,
    capacities: Object.values(system.tables).reduce(
      (sum, { indexes }) => sum + 1 + Object.keys(indexes ?? {}).length,
      0,
    ),
    printed: printedComparison(system, rows, usdPerDay),
  };
}

function dayOf(rows: readonly CostRow[], scale: number, units: (row: CostRow) => number | null): number {
  return Number(
    decimalText(sumOf(rows.map((row) => decimal(unitsADay(units(row) ?? 0, row.callsPerDay ?? 0, scale))))),
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
    rowsAddUpTo: decimalText(sumOf(rows.map((row) => decimal(row.printed ?? 0)))),
  };
}
