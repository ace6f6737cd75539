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
import { forceWords } from './costs/cost-words.ts';
import styles from './costs/costs-view.module.css';
import { isUnverified, PricesPart, Unverified } from './costs/prices-part.tsx';
import { readAssumptions } from './costs/read-assumptions.ts';
import { readCalls } from './costs/read-figure.ts';
import { ViewFrame } from './view-frame.tsx';

/** What a day of a system's questions and writes costs, with the numbers that one wants to try. */
export function CostsView({ system }: { readonly system: OpenSystem }) {
  const { declaration } = system;
  const handle = useCostChoices();
  const { choices } = handle;
  const book = priceBooks.find(({ id }) => id === choices.book) ?? priceBooks[0];
  const scale = choices.scale === '10' ? 10 : 1;
  const typed = choices.calls.get(declaration.id);
  const table = costTable(declaration, { book, scale, callsPerDay: readCalls(typed) });
  const assumptions = readAssumptions(choices);
  const comparison = assumptions.ok ? capacityComparison(table, book, assumptions.value) : null;

  return (
    <ViewFrame
      title="Costs"
      sub={`estimated for ${declaration.name}`}
      actions={<CostChooser book={book} handle={handle} />}
    >
      <p className={styles.basis}>
        Estimate, by price book <b>{book.name}</b>, {forceWords(book)}
        {isUnverified(book) ? (
          <>
            {' '}
            <Unverified />{' '}
          </>
        ) : (
          '. '
        )}
        Calls and units are declared, not metered. What you change here stays in this window.
      </p>
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
