import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { Button } from '../button.tsx';
import { pageKeys } from '../page-keys.ts';
import { SkeletonBar } from '../skeleton.tsx';
import { columnTracks, type DataColumn, type DataTableProps, type TableEnd } from './data-column.ts';
import styles from './data-table.module.css';
import { nextSort, TableHead } from './table-head.tsx';
import { DrawnRows, headHeight, RowDetail, rowHeight, TableRow } from './table-row.tsx';
import { TableTools } from './table-head.tsx';
import { revealRow, useRowCursor, useRowEvents } from './use-row-events.ts';
import {
  useControllable,
  useRowSelection,
  type RowSelection,
  type Selection,
  type SelectionCount,
} from './use-row-selection.ts';
import { describeCount, describeFilter, describeSelection, useShownRows } from './use-shown-rows.ts';
import { messages } from '../messages.ts';

/** Fills its parent's height and is one tab stop; its keys are in use-row-events.ts. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, end, loading = false, error } = props;
  // This is state and not a ref, because the body measures it and mounts before an ancestor's ref is set.
  const [scroller, setScroller] = useState<HTMLTableElement | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const gridId = useId();
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map());
  const [sort, setSort] = useControllable(props.sort, props.onSortChange, null);
  const [filter, setFilter] = useControllable(props.filter, props.onFilterChange, '');
  const [visibleColumns, setVisibleColumns] = useControllable<
    readonly string[] | undefined,
    readonly string[]
  >(props.visibleColumns, props.onVisibleColumnsChange, undefined);

  const ownSort = props.isSorted === true ? null : sort;
  const shown = useShownRows({ columns, rows, rowId, sort: ownSort, filter, visibleColumns });
  const loadedIds = useMemo(() => rows.map(rowId), [rows, rowId]);
  const cursor = useRowCursor(shown.ids, scroller, props.activeId, props.onActiveChange);
  const ownSelection = useRowSelection(loadedIds, shown.ids, props.selected, props.onSelectedChange);
  const selection = props.onSelectedChange === undefined ? undefined : ownSelection;
  const onOpen = props.onOpen;
  const events = useRowEvents({
    scroller,
    ids: shown.ids,
    cursor,
    selection,
    primary: props.primary ?? false,
    openRow: onOpen && ((index) => shown.rows[index] !== undefined && onOpen(shown.rows[index])),
    opensOnClick: props.opensOnClick ?? false,
    copyId: props.onCopyId,
    focusFilter: props.onFilterChange && (() => field.current?.focus()),
    more: end?.loading ? undefined : end?.onMore,
    selectBeyond: props.beyond?.onSelect,
  });

  const tracks = useMemo(() => columnTracks(shown.columns, widths), [shown.columns, widths]);
  const rowDomId = useCallback((index: number) => `${gridId}-${index}`, [gridId]);
  const resize = useCallback((column: string, width: number | undefined) => {
    setWidths((before) => {
      const next = new Map(before);
      if (width === undefined) next.delete(column);
      else next.set(column, width);
      return next;
    });
  }, []);
  function sortBy(column: string): void {
    setSort(nextSort(column, sort));
    scroller?.scrollTo({ top: 0 });
  }

  const count = shown.rows.length;
  const filtered = filter.trim() !== '';
  const failed = error !== undefined && error !== null;
  const state = failed ? 'error' : count > 0 ? 'rows' : loading ? 'loading' : 'empty';
  const columnCount = shown.columns.length + (selection === undefined ? 0 : 1);
  const select = {
    label: filtered
      ? `Select the ${describeCount(count)} shown`
      : `Select all ${describeCount(count)} loaded`,
    checked: { none: false, some: 'mixed', all: true }[ownSelection.share] as boolean | 'mixed',
    onChange: ownSelection.toggleShown,
  };

  const layout = {
    '--table-columns': selection === undefined ? tracks.template : `40px ${tracks.template}`,
    '--table-minimum': `${tracks.minimum + (selection === undefined ? 0 : 40)}px`,
  } as CSSProperties;

  return (
    <div className={styles.table} style={layout}>
      <TableTools
        head={props.head}
        loadedCount={rows.length}
        shownCount={count}
        filter={
          props.onFilterChange && {
            field,
            value: filter,
            onChange: setFilter,
            onLeave: () => scroller?.focus({ preventScroll: true }),
          }
        }
        columns={
          props.onVisibleColumnsChange && { all: columns, shown: shown.columns, onChange: setVisibleColumns }
        }
        onExport={props.onExport && (() => props.onExport?.(shown.columns, shown.rows))}
      />
      <table
        ref={setScroller}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the ARIA grid pattern is a table with this role
        role="grid"
        tabIndex={0}
        className={styles.scroller}
        data-state={state}
        aria-label={props.label}
        aria-busy={loading || undefined}
        aria-multiselectable={selection === undefined ? undefined : true}
        // The count is unknown while there may be more to read.
        aria-rowcount={end?.onMore === undefined ? count + 1 : -1}
        aria-colcount={columnCount}
        aria-activedescendant={state === 'rows' && cursor.index >= 0 ? rowDomId(cursor.index) : undefined}
        {...events}
      >
        <TableHead
          columns={shown.columns}
          sort={sort}
          onSort={sortBy}
          select={selection === undefined ? undefined : select}
          onResize={props.resizable ? resize : undefined}
        />
        {state === 'rows' && scroller !== null ? (
          <TableBody
            scroller={scroller}
            rows={shown.rows}
            ids={shown.ids}
            columns={shown.columns}
            rowName={props.rowName}
            rowDomId={rowDomId}
            activeIndex={cursor.index}
            selected={selection?.selected}
            onReachEnd={props.onReachEnd}
          />
        ) : null}
        {state === 'rows' && end !== undefined ? <TableEndRow end={end} columnCount={columnCount} /> : null}
      </table>
      {state === 'loading' ? (
        <div className={styles.instead}>
          <TableSkeleton columns={shown.columns} selectable={selection !== undefined} />
        </div>
      ) : null}
      {failed ? <div className={styles.instead}>{error}</div> : null}
      {state === 'rows' && props.detail !== undefined ? (
        <RowDetail
          text={cursor.index < 0 ? null : props.detail(shown.rows[cursor.index] as Row)}
          onResize={() => revealRow(scroller, cursor.index, false)}
        />
      ) : null}
      {state === 'empty' ? (
        <div className={styles.instead}>
          {filtered && rows.length > 0 ? <NoMatch count={rows.length} filter={filter.trim()} /> : props.empty}
        </div>
      ) : null}
      <TableSummary
        loadedCount={rows.length}
        shownCount={count}
        filtered={filtered}
        selection={selection}
        words={props.selectionWords}
        beyond={props.beyond}
        isBeyondSelected={props.isBeyondSelected ?? false}
        actions={props.selectionActions}
        onGone={() => scroller?.focus({ preventScroll: true })}
      />
    </div>
  );
}

function NoMatch({ count, filter }: { readonly count: number; readonly filter: string }) {
  return (
    <p className={styles.noMatch}>
      None of the {describeCount(count)} loaded has “{filter}” in a shown column.
    </p>
  );
}

interface TableBodyProps<Row> {
  readonly scroller: HTMLElement | null;
  readonly rows: readonly Row[];
  readonly ids: readonly string[];
  readonly columns: readonly DataColumn<Row>[];
  readonly rowName: ((row: Row) => string) | undefined;
  readonly rowDomId: (index: number) => string;
  readonly activeIndex: number;
  readonly selected: Selection | undefined;
  readonly onReachEnd: (() => void) | undefined;
}

/** Owns the virtualiser, so that scrolling renders only the body. */
function TableBody<Row>(props: TableBodyProps<Row>) {
  const { scroller, rows, ids, activeIndex, selected, onReachEnd } = props;
  const [drawnRows] = useState(() => new DrawnRows());
  // oxlint-disable-next-line react/incompatible-library -- a hint for the React compiler, which is not used here
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 0,
    scrollMargin: headHeight,
  });

  const inSight = virtualizer.getVirtualIndexes();
  const first = inSight[0] ?? 0;
  const last = inSight.at(-1) ?? -1;
  const atEnd = rows.length > 0 && last === rows.length - 1;
  // Only reaching the end counts, so a new callback for the same rows is not called again.
  const reachEnd = useEffectEvent(() => onReachEnd?.());
  useEffect(() => {
    if (atEnd) reachEnd();
  }, [atEnd, rows.length]);

  const drawn = drawnRows.draw({ first, last, scrolling: virtualizer.isScrolling }, ids, activeIndex);
  const above = drawn.find((row) => !row.away)?.index ?? 0;

  return (
    <tbody className={styles.body} style={{ height: rows.length * rowHeight, paddingTop: above * rowHeight }}>
      {drawn.map(({ index, id, slot, away }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <TableRow
            key={slot}
            row={row}
            id={id}
            index={index}
            domId={props.rowDomId(index)}
            name={props.rowName?.(row) ?? id}
            columns={props.columns}
            active={index === activeIndex}
            away={away}
            selected={selected?.has(id)}
          />
        );
      })}
    </tbody>
  );
}

interface TableSummaryProps {
  readonly loadedCount: number;
  readonly shownCount: number;
  readonly filtered: boolean;
  readonly selection: RowSelection | undefined;
  readonly words: ((count: SelectionCount) => string) | undefined;
  readonly beyond: DataTableProps<never>['beyond'];
  readonly isBeyondSelected: boolean;
  readonly actions: ReactNode;
  /** A button that disappears when pressed leaves the focus to the table. */
  readonly onGone: () => void;
}

/** The summary is below the rows, so that no row moves under the pointer when it appears. */
function TableSummary(props: TableSummaryProps) {
  const { loadedCount, shownCount, filtered, selection, words, beyond, isBeyondSelected, actions, onGone } =
    props;
  const leaving = (act: () => void) => () => {
    act();
    onGone();
  };
  const anySelected = selection !== undefined && (selection.selected.size > 0 || isBeyondSelected);
  const text = [
    anySelected ? (words?.(selection.count) ?? describeSelection(selection.count, loadedCount)) : undefined,
    filtered ? describeFilter(shownCount, loadedCount) : undefined,
  ]
    .filter((part) => part !== undefined)
    .join('; ');
  const what = filtered ? `${describeCount(shownCount)} shown` : `${describeCount(loadedCount)} loaded`;
  return (
    <div className={styles.summary} data-empty={text === '' || undefined}>
      <output className={styles.summaryText}>{text}</output>
      {anySelected ? (
        <>
          {selection.share === 'all' || shownCount === 0 ? null : (
            <Button variant="ghost" size="sm" onClick={leaving(selection.toggleShown)}>
              Select all {what}
            </Button>
          )}
          {beyond === undefined ? null : (
            <Button
              variant="ghost"
              size="sm"
              shortcut={pageKeys.lists.selectAll}
              onClick={leaving(beyond.onSelect)}
            >
              {beyond.label}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={leaving(selection.clear)}>
            {messages.parts.clearSelection}
          </Button>
          <span className={styles.summaryActions}>{actions}</span>
        </>
      ) : null}
    </div>
  );
}

interface TableSkeletonProps<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly selectable: boolean;
}

/** The bars are as wide as the coming columns, so that nothing moves when those arrive. */
function TableSkeleton<Row>({ columns, selectable }: TableSkeletonProps<Row>) {
  return (
    <div aria-hidden className={styles.skeleton}>
      {widths.map((width) => (
        <div key={width} className={styles.tablePartsRow}>
          {selectable ? <div className={styles.tablePartsCell} /> : null}
          {columns.map((column, index) => (
            <div key={column.id} className={styles.tablePartsCell} data-align={column.align}>
              <SkeletonBar width={`${column.align === 'end' ? 40 : 38 + ((width + index * 17) % 45)}%`} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

// The widths are uneven on purpose, and no two are alike because they also serve as keys. They fill a tall
// pane; the rest is clipped.
const widths = [11, 29, 3, 41, 19, 7, 35, 23, 13, 31, 5, 17, 37, 9, 27, 1, 43, 21, 15, 33, 25, 39, 2, 45];

/**
 * This is a row of its own after the last one. Reading on costs something, so the row shows
 * the price and reads only on request.
 */
function TableEndRow({ end, columnCount }: { readonly end: TableEnd; readonly columnCount: number }) {
  return (
    <tbody className={styles.end}>
      <tr className={styles.endRow}>
        <td colSpan={columnCount} className={styles.endCell}>
          <span className={styles.endNote}>{end.note}</span>
          {end.onMore === undefined ? null : (
            <Button
              variant="ghost"
              size="sm"
              shortcut={pageKeys.lists.more}
              loading={end.loading}
              onClick={end.onMore}
            >
              More
            </Button>
          )}
        </td>
      </tr>
    </tbody>
  );
}
