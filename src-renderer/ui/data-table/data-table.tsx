import { useCallback, useId, useMemo, useRef, useState, type CSSProperties } from 'react';
import { columnTracks } from './data-column.ts';
import styles from './data-table.module.css';
import type { DataTableProps } from './data-table-props.ts';
import { describeCount } from './describe-rows.ts';
import { TableBody } from './table-body.tsx';
import { TableEndRow } from './table-end-row.tsx';
import { nextSort, TableHead } from './table-head.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { TableSummary } from './table-summary.tsx';
import { TableTools } from './table-tools.tsx';
import { useControllable } from './use-controllable.ts';
import { useRowCursor } from './use-row-cursor.ts';
import { useRowEvents } from './use-row-events.ts';
import { useRowSelection } from './use-row-selection.ts';
import { useShownRows } from './use-shown-rows.ts';

/** Fills its parent's height. One tab stop; the keys are in table-keys.ts. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, end, loading = false, error } = props;
  // State and not a ref: the body measures it, and mounts before an ancestor's ref is set.
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

  const shown = useShownRows({ columns, rows, rowId, sort, filter, visibleColumns });
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
        // Unknown while there may be more to read.
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
