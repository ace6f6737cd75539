import type { OpenSystem } from '#shared/contract/explorer.ts';
import { capacityComparison } from '#shared/pricing/capacity-comparison.ts';
import type { CapacityComparison } from '#shared/pricing/capacity-comparison.ts';
import { costTable } from '#shared/pricing/cost-table.ts';
import type { CostTable } from '#shared/pricing/cost-table.ts';
import { usePriceBook } from '../book/use-price-book.ts';
import type { PriceBookHandle } from '../book/use-price-book.ts';
import { useCostChoices } from './cost-choices.ts';
import type { CostChoicesHandle, CostOrder } from './cost-choices.ts';
import { readAssumptions } from './read-assumptions.ts';
import type { Assumptions } from './read-assumptions.ts';
import { readCalls } from './read-figure.ts';
import { useMeasuredUnits } from './use-measured-units.ts';

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
