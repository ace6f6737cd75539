import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { BasisLine } from './basis-line.tsx';
import { CapacityPart } from './capacity-part.tsx';
import { CostFigures } from './cost-figures.tsx';
import { CostTablePart } from './cost-table-part.tsx';
import { PricesPart } from './prices-part.tsx';
import type { SystemCosts } from './use-system-costs.ts';

export function SystemCostParts({ costs }: { readonly costs: SystemCosts }) {
  const { system, table, comparison, books } = costs;
  return (
    <>
      <BasisLine book={books.book} measured={costs.measured} />
      {table.rows.length === 0 ? (
        <EmptyState title={`${system.name} declares no questions and no writes`} />
      ) : (
        <>
          <CostFigures table={table} comparison={comparison} />
          <CostTablePart costs={costs} />
          <CapacityPart
            table={table}
            comparison={comparison}
            assumptions={costs.assumptions}
            handle={costs.handle}
          />
          <PricesPart book={books.book} />
        </>
      )}
    </>
  );
}
