import { useRef, type KeyboardEvent } from 'react';
import { grouped } from '#shared/domain/grouped-number.ts';
import { costTable } from '#shared/pricing/cost-table.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import { ViewPart } from '#renderer/ui/view-frame/view-frame.tsx';
import { CostTableHead } from './cost-table-head.tsx';
import { CostTableActions } from './cost-table-actions.tsx';
import { CostLine } from './cost-line.tsx';
import styles from './cost-table-part.module.css';
import { placesOf, rowGroups, totalWords } from './cost-words.ts';
import { printedBy } from './printed-by.ts';
import { PrintedNote } from './printed-note.tsx';
import type { SystemCosts } from './use-system-costs.ts';

/** Row by row what a day costs; calls a day can be typed, Enter goes on to the next. */
export function CostTablePart({ costs }: { readonly costs: SystemCosts }) {
  const { system, table, typed, handle, books, order } = costs;
  const frame = useRef<HTMLTableElement>(null);
  const { rows } = table;
  const declared = costTable(system, { book: books.book, scale: 1 }).rows;
  const groups = rowGroups(rows, declared, order);
  const printed = printedBy(system, priceBooks);
  const withPrinted = rows.some((row) => row.printed !== null);
  const largest = Math.max(...rows.map(({ usdPerDay }) => Number(usdPerDay ?? 0)), 0);
  const line = {
    places: placesOf(rows),
    largest,
    total: Number(table.usdPerDay),
    printed: withPrinted ? printed : null,
    setCalls: (row: string, text: string | undefined) => handle.setCalls(system.id, row, text),
  };
  const columns = withPrinted ? 9 : 8;
  const reads = groups.estimated.filter(({ kind }) => kind === 'read').length;
  const writes = groups.estimated.length - reads;

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
    const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const fields = [...(frame.current?.querySelectorAll<HTMLInputElement>('input') ?? [])];
    const at = fields.findIndex((field) => field === event.target);
    if (step === 0 || at === -1) return;
    event.preventDefault();
    fields[at + step]?.focus();
    fields[at + step]?.select();
  }

  return (
    <ViewPart
      title="Access patterns and writes"
      hint="Enter goes to the next row, Escape takes a number back"
      actions={<CostTableActions costs={costs} />}
    >
      <div className={plain.scrolls}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the keys of the fields in it */}
        <table
          ref={frame}
          className={plain.table}
          aria-label="Costs of each access pattern"
          onKeyDown={onKeyDown}
        >
          <CostTableHead
            withPrinted={withPrinted}
            order={order}
            onOrder={(next) => handle.choose({ order: next })}
          />
          <tbody>
            {groups.estimated.map((row) => (
              <CostLine key={row.key} row={row} system={system} typed={typed?.get(row.key)} {...line} />
            ))}
          </tbody>
          {groups.unknown.length === 0 ? null : (
            <tbody>
              <tr>
                <th scope="rowgroup" colSpan={columns} className={styles.group}>
                  No calls a day declared, so not in the sum; say a number to try
                </th>
              </tr>
              {groups.unknown.map((row) => (
                <CostLine key={row.key} row={row} system={system} typed={typed?.get(row.key)} {...line} />
              ))}
            </tbody>
          )}
          <tfoot>
            <tr>
              <th scope="row" colSpan={5}>
                {totalWords(reads, writes)}
              </th>
              <td className={plain.end}>
                <span className={styles.total}>{grouped(table.callsPerDay)}</span>
              </td>
              <td className={plain.end}>
                {moneyText(table.usdPerDay, { places: line.places, tiny: 'sign' })}
              </td>
              <td className={styles.share}>
                <span className={styles.shareWord}>{moneyText(table.usdPerMonth)} a month</span>
              </td>
              {withPrinted ? (
                <td className={plain.end}>{printed?.day === undefined ? '' : `$${printed.day}`}</td>
              ) : null}
            </tr>
          </tfoot>
        </table>
      </div>
      <p className={styles.legend}>
        Units are declared where they have no mark; ≈ follows from declared sizes, ≥ is the least that a call
        takes.
        {writes === 0 ? '' : ' A write counts as declared, with entries of indexes only where it says so.'}
        {table.scale === 10
          ? ' Calls are typed for one day at 1×; dollars and sums are for ten times as many.'
          : ''}
      </p>
      {printed === null ? null : (
        <PrintedNote
          printed={printed}
          book={table.book.id}
          onUse={(book) => {
            books.choose(book);
            handle.choose({ scale: '1' });
          }}
        />
      )}
    </ViewPart>
  );
}
