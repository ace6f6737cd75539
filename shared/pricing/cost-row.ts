import type { PatternDeclaration, SystemDeclaration, WriteDeclaration } from '../catalogue/declaration.ts';
import { findDeclared } from '../catalogue/find-declared.ts';
import { locate } from '../catalogue/questions/locate.ts';
import { decimal, decimalText, times } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import { differsFromPrinted, printedFigure } from './printed-figure.ts';
import { readUnits } from './read-units.ts';
import { usdFor } from './usd-for.ts';

/** Where the units of a call come from; "at least" where nothing says how much a call reads. */
export type UnitBasis = 'declared' | 'from sizes' | 'measured' | 'at least';

export interface CostRow {
  /** The pattern's own name, or "write:" and the write's. */
  readonly key: string;
  readonly kind: 'read' | 'write';
  /** "AP8"; writes have none of their own and are counted: "W1". */
  readonly number: string;
  readonly title: string;
  readonly operation: 'GetItem' | 'Query' | 'BatchGetItem' | 'Write';
  /** "main.GSI2"; null for a write, which goes to all that hold the item. */
  readonly on: string | null;
  readonly rcuPerCall: number | null;
  readonly wcuPerCall: number | null;
  readonly basis: UnitBasis;
  /** At 1×: as edited, else as declared; null where nobody said. */
  readonly callsPerDay: number | null;
  readonly edited: boolean;
  /** Exact, at the scale that was asked for; null where it is not estimated. */
  readonly usdPerDay: string | null;
  readonly notEstimated: string | null;
  /** The digits that the source prints; null where ours is for other calls or another scale than the source's. */
  readonly printed: string | null;
  /** Ours, rounded to the digits that are printed, is another figure. */
  readonly differs: boolean;
}

export interface CostOptions {
  readonly book: PriceBook;
  readonly scale: 1 | 10;
  readonly callsPerDay?: Readonly<Record<string, number>> | undefined;
  /** By row, what receipts counted. */
  readonly measured?: Readonly<Record<string, { readonly rru: number; readonly calls: number }>> | undefined;
}

export function readRow(system: SystemDeclaration, key: string, options: CostOptions): CostRow {
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

export function writeRow(
  name: string,
  write: WriteDeclaration,
  place: number,
  options: CostOptions,
): CostRow {
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

export function unitsADay(units: number, calls: number, scale: number): string {
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

/** Of several kinds that may come back the largest: an estimate should not flatter. */
function largestUsual(system: SystemDeclaration, returns: readonly string[]): number | undefined {
  const sizes = returns.map((name) => findDeclared(system.entities, name)?.bytes);
  const known = sizes.filter((size) => size !== undefined);
  return known.length === returns.length && known.length > 0 ? Math.max(...known) : undefined;
}
