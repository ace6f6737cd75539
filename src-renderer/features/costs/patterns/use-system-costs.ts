import { useWatch } from '#renderer/contract/use-operation.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import { capacityComparison, type CapacityComparison } from '#shared/pricing/capacity-comparison.ts';
import { costTable, type CostTable } from '#shared/pricing/cost-table.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { usdFor } from '#shared/pricing/price-names.ts';
import { usePriceBook, type PriceBookHandle } from '../book/use-price-book.tsx';
import {
  readAssumptions,
  readCalls,
  useCostChoices,
  type Assumptions,
  type CostChoicesHandle,
  type CostOrder,
} from './cost-choices.ts';

export interface SystemCosts {
  readonly system: OpenSystem['declaration'];
  readonly books: PriceBookHandle;
  readonly handle: CostChoicesHandle;
  /** Calls a day as typed, by row. */
  readonly typed: ReadonlyMap<string, string> | undefined;
  readonly table: CostTable;
  readonly order: CostOrder;
  readonly assumptions: Assumptions;
  readonly comparison: CapacityComparison | null;
  /** Questions of the system that were asked in this session, and of how many of them the units are measured. */
  readonly asked: number;
  readonly measured: number;
}

/** What a day of a system's questions and writes costs, with the numbers that somebody tries. */
export function useSystemCosts(
  { declaration: system }: OpenSystem,
  orderAtFirst: CostOrder = 'declared',
): SystemCosts {
  const handle = useCostChoices();
  const books = usePriceBook();
  const units = useMeasuredUnits(system.id);
  const { choices } = handle;
  const { book } = books;
  const typed = choices.calls.get(system.id);
  const asked = Object.keys(units).length;
  const isMeasured = choices.units === 'measured' && asked > 0;
  const table = costTable(system, {
    book,
    scale: choices.scale === '10' ? 10 : 1,
    callsPerDay: readCalls(typed),
    measured: isMeasured ? units : undefined,
  });
  const assumptions = readAssumptions(choices);
  return {
    system,
    books,
    handle,
    typed,
    table,
    order: choices.order ?? orderAtFirst,
    assumptions,
    comparison: assumptions.ok ? capacityComparison(table, book, assumptions.value) : null,
    asked,
    measured: isMeasured ? asked : 0,
  };
}

function useMeasuredUnits(system: string): MeasuredUnits {
  const { value: spend } = useWatch('spend.watch', {});
  return measuredUnits(spend?.byPattern ?? [], system);
}

type MeasuredUnits = Readonly<Record<string, { readonly rru: number; readonly calls: number }>>;

/** What this session's receipts say of a system's patterns, by pattern. */
export function measuredUnits(
  byPattern: OutputOf<'spend.watch'>['byPattern'],
  system: string,
): MeasuredUnits {
  const found = new Map<string, { rru: number; calls: number }>();
  for (const { pattern, rru, calls } of byPattern) {
    if (!pattern.startsWith(`${system}.`)) continue;
    const name = pattern.slice(system.length + 1);
    const before = found.get(name) ?? { rru: 0, calls: 0 };
    found.set(name, { rru: before.rru + rru, calls: before.calls + calls });
  }
  return Object.fromEntries(found);
}

/** "$0.125 per M read, $0.625 per M write" */
export function requestPrices(book: PriceBook): string {
  const read = usdFor(book, 'dynamodb.read', 1_000_000);
  const write = usdFor(book, 'dynamodb.write', 1_000_000);
  return `$${read ?? '?'} per M read, $${write ?? '?'} per M write`;
}
