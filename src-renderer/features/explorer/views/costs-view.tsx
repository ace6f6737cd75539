import type { OpenSystem } from '#shared/contract/explorer.ts';
import { capacityComparison } from '#shared/pricing/capacity-comparison.ts';
import { costTable } from '#shared/pricing/cost-table.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { CapacityPart } from './costs/capacity-part.tsx';
import { useCostChoices } from './costs/cost-choices.ts';
import { CostChooser } from './costs/cost-chooser.tsx';
import { CostFigures } from './costs/cost-figures.tsx';
import { CostTablePart } from './costs/cost-table-part.tsx';
import { PricesPart } from './costs/prices-part.tsx';
import { BasisLine } from './costs/basis-line.tsx';
import { readAssumptions } from './costs/read-assumptions.ts';
import { readCalls } from './costs/read-figure.ts';
import { useMeasuredUnits } from './costs/use-measured-units.ts';
import { ViewFrame } from './view-frame.tsx';

/** What a day of a system's questions and writes costs, with the numbers that one wants to try. */
export function CostsView({ system }: { readonly system: OpenSystem }) {
  const { declaration } = system;
  const handle = useCostChoices();
  const { choices } = handle;
  const book = priceBooks.find(({ id }) => id === choices.book) ?? priceBooks[0];
  const scale = choices.scale === '10' ? 10 : 1;
  const typed = choices.calls.get(declaration.id);
  const measured = useMeasuredUnits(declaration.id);
  const asked = Object.keys(measured).length;
  const isMeasured = choices.units === 'measured' && asked > 0;
  const table = costTable(declaration, {
    book,
    scale,
    callsPerDay: readCalls(typed),
    measured: isMeasured ? measured : undefined,
  });
  const assumptions = readAssumptions(choices);
  const comparison = assumptions.ok ? capacityComparison(table, book, assumptions.value) : null;

  return (
    <ViewFrame
      title="Costs"
      sub={`estimated for ${declaration.name}`}
      actions={<CostChooser book={book} asked={asked} handle={handle} />}
    >
      <BasisLine book={book} measured={isMeasured ? asked : 0} />
      {table.rows.length === 0 ? (
        <EmptyState title={`${declaration.name} declares no questions and no writes`} />
      ) : (
        <>
          <CostFigures table={table} comparison={comparison} />
          <CostTablePart system={declaration} table={table} typed={typed} handle={handle} />
          <CapacityPart table={table} comparison={comparison} assumptions={assumptions} handle={handle} />
          <PricesPart book={book} />
        </>
      )}
    </ViewFrame>
  );
}
