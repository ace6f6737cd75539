import { useRef, type CSSProperties, type KeyboardEvent } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { IndexBadge, indexRole } from '#renderer/ui/key-role.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import { ViewPart } from '#renderer/ui/view-frame.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { costTable, type CostRow } from '#shared/pricing/cost-table.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { listPriceBooks } from '#shared/pricing/book-in-use.ts';
import { CsvButton } from '../csv-button.tsx';
import { callsBounds, readFigure, type CostOrder } from './cost-choices.ts';
import {
  toCostTableCsv,
  formatPercent,
  countDecimalPlaces,
  compareWithPrinted,
  groupRows,
  describeTotal,
  formatUnits,
  type PrintedBy,
} from './cost-messages.ts';
import styles from './patterns.module.css';
import type { SystemCosts } from './use-system-costs.ts';
import { messages } from '../messages.ts';

/** Shows the cost of a day row by row. Calls a day can be typed, and Enter moves to the next field. */
export function CostTablePart({ costs }: { readonly costs: SystemCosts }) {
  const { system, table, typed, handle, books, order } = costs;
  const frame = useRef<HTMLTableElement>(null);
  const { rows } = table;
  const declared = costTable(system, { book: books.book, scale: 1 }).rows;
  const groups = groupRows(rows, declared, order);
  const printed = compareWithPrinted(system, listPriceBooks());
  const withPrinted = rows.some((row) => row.printed !== null);
  const largest = Math.max(...rows.map(({ usdPerDay }) => Number(usdPerDay ?? 0)), 0);
  const line = {
    places: countDecimalPlaces(rows),
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
      title={messages.patterns.table}
      hint={messages.patterns.keys}
      actions={<CostTableActions costs={costs} />}
    >
      <div className={plain.scrolls}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the keys of the fields in it */}
        <table
          ref={frame}
          className={plain.table}
          aria-label={messages.patterns.tableLabel}
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
                  {messages.patterns.noCalls}
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
                {describeTotal(reads, writes)}
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
        {messages.patterns.legend}
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

interface CostTableHeadProps {
  readonly withPrinted: boolean;
  readonly order: CostOrder;
  readonly onOrder: (order: CostOrder) => void;
}

function CostTableHead({ withPrinted, order, onOrder }: CostTableHeadProps) {
  const isSorted = order === 'dearest';
  return (
    <thead>
      <tr>
        <th scope="col">No.</th>
        <th scope="col">Question or write</th>
        <th scope="col">Request</th>
        <th scope="col" className={plain.end}>
          RCU/call
        </th>
        <th scope="col" className={plain.end}>
          WCU/call
        </th>
        <th scope="col" className={plain.end}>
          Calls a day
        </th>
        <th scope="col" className={plain.end} aria-sort={isSorted ? 'descending' : 'none'}>
          <button
            type="button"
            className={styles.sort}
            title={isSorted ? messages.patterns.catalogueOrder : messages.patterns.dearestFirst}
            data-sorted={isSorted || undefined}
            onClick={() => onOrder(isSorted ? 'declared' : 'dearest')}
          >
            A day
            <Icon name="descending" size={12} />
          </button>
        </th>
        <th scope="col" className={styles.share}>
          <span className={styles.shareWord}>Share</span>
        </th>
        {withPrinted ? (
          <th scope="col" className={plain.end}>
            Printed
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

interface CostLineProps {
  readonly row: CostRow;
  readonly system: SystemDeclaration;
  readonly typed: string | undefined;
  readonly places: number;
  /** Dollars of the largest row, whose bar is full. */
  readonly largest: number;
  /** Dollars of all rows. */
  readonly total: number;
  /** Null where no column shows what a source prints. */
  readonly printed: PrintedBy | null;
  readonly setCalls: (row: string, text: string | undefined) => void;
}

function CostLine({ row, system, typed, places, largest, total, printed, setCalls }: CostLineProps) {
  const { key, number, title, usdPerDay, notEstimated } = row;
  const read = typed === undefined ? undefined : readFigure(typed, callsBounds);
  const usd = Number(usdPerDay ?? 0);
  const bar = { '--share': `${String(largest === 0 ? 0 : (usd / largest) * 100)}%` } as CSSProperties;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || typed === undefined) return;
    event.stopPropagation();
    setCalls(key, undefined);
  }

  return (
    <tr className={styles.line}>
      <td className={plain.number}>{number}</td>
      <th scope="row">{title}</th>
      <td>
        <Request row={row} system={system} />
      </td>
      <td className={plain.end}>
        {row.basis === 'measured' ? (
          <b title={messages.patterns.measured}>{formatUnits(row, row.rcuPerCall)}</b>
        ) : (
          formatUnits(row, row.rcuPerCall)
        )}
      </td>
      <td className={plain.end}>{formatUnits(row, row.wcuPerCall)}</td>
      <td className={plain.end}>
        <TextField
          label={`Calls a day of ${number} ${title}`}
          labelHidden
          size="sm"
          className={styles.calls}
          inputMode="numeric"
          placeholder={messages.patterns.notDeclared}
          value={typed ?? (row.callsPerDay === null ? '' : grouped(row.callsPerDay))}
          error={read === undefined || read.ok ? undefined : read.problem}
          onChange={(event) => setCalls(key, event.currentTarget.value)}
          onKeyDown={onKeyDown}
          end={
            typed === undefined ? undefined : (
              <IconButton
                icon="undo"
                size="sm"
                label={`Reset ${number} ${title}`}
                className={styles.takeBack}
                onClick={() => setCalls(key, undefined)}
              />
            )
          }
        />
      </td>
      <td className={plain.end} title={usdPerDay === null ? (notEstimated ?? '') : `$${usdPerDay}`}>
        {usdPerDay === null ? (
          <span className={plain.quiet}>{messages.plan.notEstimated}</span>
        ) : (
          moneyText(usdPerDay, { places, tiny: 'sign' })
        )}
      </td>
      <td className={styles.share}>
        <span className={styles.track} style={bar} />
        <VisuallyHidden>{formatPercent(total === 0 ? 0 : usd / total)}</VisuallyHidden>
      </td>
      {printed === null ? null : (
        <td className={plain.end}>
          <Printed row={row} differs={printed.rowsThatDiffer.get(key)} />
        </td>
      )}
    </tr>
  );
}

function Request({ row, system }: Pick<CostLineProps, 'row' | 'system'>) {
  if (row.kind === 'write') return <span className={plain.quiet}>Write</span>;
  const { table, indexName } = locate(system, row.key);
  return (
    <span className={styles.request}>
      {row.operation}{' '}
      <IndexBadge index={indexName} role={indexRole(Object.keys(table.indexes ?? {}), indexName)} />
    </span>
  );
}

function Printed({ row, differs }: { readonly row: CostRow; readonly differs: string | undefined }) {
  if (row.printed === null) return null;
  if (differs === undefined) return <span className={plain.quiet}>${row.printed}</span>;
  return (
    <span className={styles.differs} title={`Our figure at the same prices: $${differs}`}>
      <Icon name="warning" size={12} />${row.printed}
      <VisuallyHidden>, our figure at the same prices is ${differs}</VisuallyHidden>
    </span>
  );
}

interface PrintedNoteProps {
  readonly printed: PrintedBy;
  /** The price book in use. */
  readonly book: string;
  readonly onUse: (book: string) => void;
}

/** Shows both figures and explains why they differ. */
function PrintedNote({ printed, book, onUse }: PrintedNoteProps) {
  const { source, day, month, ours, differs, explains } = printed;
  return (
    <div className={styles.note}>
      <Note
        tone={differs ? 'warn' : 'info'}
        action={
          printed.book.id === book ? undefined : (
            <Button size="sm" onClick={() => onUse(printed.book.id)}>
              {messages.patterns.itsPrices}
            </Button>
          )
        }
      >
        <b>
          {source} prints ${day} a day{month === null ? '' : ` and $${month} a month`}; by the same prices
          ours is ${ours}.
        </b>{' '}
        {explains ?? ''} It was calculated with {printed.book.name}
        {printed.book.id === book ? ', the book in use.' : ', not the book in use.'}
      </Note>
    </div>
  );
}

function CostTableActions({ costs }: { readonly costs: SystemCosts }) {
  const { system, table, typed, handle } = costs;
  return (
    <>
      {(typed?.size ?? 0) === 0 ? null : (
        <Button size="sm" variant="ghost" icon="undo" onClick={() => handle.resetCalls(system.id)}>
          Reset all
        </Button>
      )}
      <CsvButton name={`sluice-access-patterns-${system.id}`} csv={() => toCostTableCsv(system, table)} />
    </>
  );
}
