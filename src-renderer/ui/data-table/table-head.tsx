import { useRef, type PointerEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Checkbox } from '../checkbox.tsx';
import { Icon } from '../icon.tsx';
import { columnMinimum, narrowestColumn, type DataColumn, type TableSort } from './data-column.ts';
import styles from './table-head.module.css';
import { IconButton } from '../button.tsx';
import { Kbd } from '../kbd.tsx';
import { pageKeys } from '../page-keys.ts';
import { Menu, MenuCheckItem, MenuGroup } from '../menu.tsx';
import { describeCount } from './use-shown-rows.ts';
import { messages } from '../messages.ts';

interface TableHeadProps<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly sort: TableSort | null;
  readonly onSort: (column: string) => void;
  readonly select?:
    | { readonly label: string; readonly checked: boolean | 'mixed'; readonly onChange: () => void }
    | undefined;
  readonly onResize: ResizeColumn | undefined;
}

export function TableHead<Row>({ columns, sort, onSort, select, onResize }: TableHeadProps<Row>) {
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.headRow}>
        {select === undefined ? null : (
          <th scope="col" aria-label="Selection" className={styles.headCell}>
            <Checkbox {...select} labelHidden />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={column.sortable === false ? undefined : ariaSort(column.id, sort)}
            // An explicit name keeps the names of the buttons from being read out with every cell below.
            aria-label={column.title}
            className={styles.headCell}
            data-align={column.align}
          >
            {column.sortable === false ? (
              <span className={styles.headText}>{column.title}</span>
            ) : (
              <SortButton column={column} sort={sort} onSort={onSort} onResize={onResize} />
            )}
            {onResize === undefined || column.sortable === false ? null : (
              <ColumnResizer column={column} onResize={onResize} />
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface SortButtonProps<Row> {
  readonly column: DataColumn<Row>;
  readonly sort: TableSort | null;
  readonly onSort: (column: string) => void;
  readonly onResize: ResizeColumn | undefined;
}

function SortButton<Row>({ column, sort, onSort, onResize }: SortButtonProps<Row>) {
  const direction = sort?.column === column.id ? sort.direction : undefined;
  return (
    <button
      type="button"
      className={styles.sort}
      title={`Sort loaded rows by ${column.title}${onResize === undefined ? '' : '; Shift and an arrow change its width'}`}
      aria-keyshortcuts={onResize === undefined ? undefined : 'Shift+ArrowLeft Shift+ArrowRight'}
      data-sorted={direction !== undefined || undefined}
      onClick={() => onSort(column.id)}
      onKeyDown={(event) => {
        const width = onResize && widthAfterKey(event, column, event.currentTarget);
        if (width !== undefined) onResize?.(column.id, width);
      }}
    >
      <span className={styles.headText}>{column.title}</span>
      <Icon name={direction === 'asc' ? 'ascending' : 'descending'} size={12} className={styles.sortMark} />
    </button>
  );
}

function ariaSort(column: string, sort: TableSort | null): 'ascending' | 'descending' | 'none' {
  if (sort?.column !== column) return 'none';
  return sort.direction === 'asc' ? 'ascending' : 'descending';
}

/** Cycles from ascending to descending and back to the order in which the rows were read. */
export function nextSort(column: string, sort: TableSort | null): TableSort | null {
  if (sort?.column !== column) return { column, direction: 'asc' };
  return sort.direction === 'asc' ? { column, direction: 'desc' } : null;
}

interface ColumnResizerProps<Row> {
  readonly column: DataColumn<Row>;
  readonly onResize: ResizeColumn;
}

/** Passing undefined gives the column its own width again. */
type ResizeColumn = (column: string, width: number | undefined) => void;

/** Resizes by pointer; Shift and the arrow keys on the head's button do the same. */
function ColumnResizer<Row>({ column, onResize }: ColumnResizerProps<Row>) {
  const drag = useRef<{ readonly x: number; readonly width: number } | null>(null);

  function start(event: PointerEvent<HTMLElement>): void {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width: headWidth(event.currentTarget) };
  }

  function move(event: PointerEvent<HTMLElement>): void {
    if (drag.current === null) return;
    onResize(column.id, atLeast(column, drag.current.width + event.clientX - drag.current.x));
  }

  return (
    <span
      aria-hidden
      className={styles.resizer}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
      onDoubleClick={() => onResize(column.id, undefined)}
    />
  );
}

const keyStep = 16;

/** Returns the width after a key, or undefined if the key does not change the width. */
function widthAfterKey<Row>(
  press: { readonly key: string; readonly shiftKey: boolean },
  column: DataColumn<Row>,
  head: Element,
): number | undefined {
  if (!press.shiftKey || (press.key !== 'ArrowLeft' && press.key !== 'ArrowRight')) return undefined;
  return atLeast(column, headWidth(head) + (press.key === 'ArrowRight' ? keyStep : -keyStep));
}

function atLeast<Row>(column: DataColumn<Row>, width: number): number {
  const minimum = Math.min(columnMinimum(column), column.min ?? narrowestColumn);
  return Math.max(minimum, Math.round(width));
}

function headWidth(inside: Element): number {
  return inside.closest('th')?.getBoundingClientRect().width ?? 0;
}

interface TableToolsProps<Row> {
  readonly head: ReactNode;
  readonly loadedCount: number;
  readonly shownCount: number;
  readonly filter:
    | {
        readonly field: RefObject<HTMLInputElement | null>;
        readonly value: string;
        readonly onChange: (value: string) => void;
        readonly onLeave: () => void;
      }
    | undefined;
  readonly columns:
    | {
        readonly all: readonly DataColumn<Row>[];
        readonly shown: readonly DataColumn<Row>[];
        readonly onChange: (ids: readonly string[]) => void;
      }
    | undefined;
  readonly onExport: (() => void) | undefined;
}

export function TableTools<Row>(props: TableToolsProps<Row>) {
  const { head, filter, columns, onExport } = props;
  const anyTool = filter !== undefined || columns !== undefined || onExport !== undefined;
  if (!anyTool && (head === undefined || head === null)) return null;
  return (
    <div className={styles.bar}>
      <div className={styles.barHead}>{head}</div>
      {anyTool ? (
        <div className={styles.tools}>
          {filter === undefined ? null : <FilterField {...filter} loadedCount={props.loadedCount} />}
          {columns === undefined ? null : <ColumnMenu {...columns} />}
          {onExport === undefined ? null : (
            <IconButton
              icon="export"
              size="sm"
              label={`Export the ${describeCount(props.shownCount)} shown`}
              onClick={onExport}
            />
          )}
        </div>
      ) : null}
    </div>
  );
}

interface ColumnMenuProps<Row> {
  readonly all: readonly DataColumn<Row>[];
  readonly shown: readonly DataColumn<Row>[];
  readonly onChange: (ids: readonly string[]) => void;
}

function ColumnMenu<Row>({ all, shown, onChange }: ColumnMenuProps<Row>) {
  const shownIds = new Set(shown.map((column) => column.id));
  function toggle(id: string, show: boolean): void {
    // The ids keep the columns' own order, so that one choice always gives the same value in the URL.
    onChange(all.map((column) => column.id).filter((each) => (each === id ? show : shownIds.has(each))));
  }
  return (
    <Menu align="end" trigger={<IconButton icon="columns" size="sm" label={messages.parts.chooseColumns} />}>
      <MenuGroup label="Columns">
        {all.map((column) => (
          <MenuCheckItem
            key={column.id}
            checked={shownIds.has(column.id)}
            // The last visible column cannot be hidden, since a table without columns shows nothing.
            disabled={column.hideable === false || (shownIds.size === 1 && shownIds.has(column.id))}
            onChange={(show) => toggle(column.id, show)}
          >
            {column.title}
          </MenuCheckItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}

interface FilterFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Returns to the rows: Enter and arrow down keep the filter, and Escape clears it first. */
  readonly onLeave: () => void;
  readonly loadedCount: number;
}

function FilterField({ field, value, onChange, onLeave, loadedCount }: FilterFieldProps) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' && event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (event.key === 'Escape') onChange('');
    onLeave();
  }
  return (
    <div className={styles.filter}>
      <Icon name="search" size={14} />
      <input
        ref={field}
        type="text"
        className={styles.filterInput}
        aria-label={`Filter the ${describeCount(loadedCount)} loaded`}
        aria-keyshortcuts="/"
        placeholder="Filter loaded"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {value === '' ? (
        <Kbd keys={pageKeys.lists.filter} decorative />
      ) : (
        <button
          type="button"
          className={styles.clearFilter}
          aria-label={messages.parts.clearFilter}
          onClick={() => {
            onChange('');
            field.current?.focus();
          }}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </div>
  );
}
