import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent } from 'react';
import type { DataColumn } from './data-column.ts';
import styles from './data-table.module.css';
import type { Selection } from './selection.ts';
import { headHeight, rowHeight, TableRow } from './table-row.tsx';

export interface TableBodyProps<Row> {
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

const overscan = 6;

/** Owns the virtualiser, so that scrolling renders the body and nothing around it. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { scroller, rows, ids, activeIndex, selected, onReachEnd } = props;
  // The active row stays in the document wherever it is scrolled to: aria-activedescendant must
  // point at something, and a link focused inside it must not vanish under the focus.
  const withActive = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (activeIndex < 0 || activeIndex >= range.count || indexes.includes(activeIndex)) return indexes;
      return activeIndex < range.startIndex ? [activeIndex, ...indexes] : [...indexes, activeIndex];
    },
    [activeIndex],
  );
  // oxlint-disable-next-line react/incompatible-library -- a hint for the React compiler, which is not used here
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: headHeight,
    rangeExtractor: withActive,
  });

  const atEnd = rows.length > 0 && virtualizer.range?.endIndex === rows.length - 1;
  // Only the arrival counts: a new callback for the same rows is no second arrival.
  const reachEnd = useEffectEvent(() => onReachEnd?.());
  useEffect(() => {
    if (atEnd) reachEnd();
  }, [atEnd, rows.length]);

  const drawn = virtualizer.getVirtualItems();
  const range = virtualizer.range;
  const isAway = (index: number) =>
    range === null || index < range.startIndex - overscan || index > range.endIndex + overscan;
  const first = drawn.find((item) => !isAway(item.index))?.index ?? 0;

  return (
    <tbody className={styles.body} style={{ height: rows.length * rowHeight, paddingTop: first * rowHeight }}>
      {drawn.map(({ index }) => {
        const row = rows[index];
        const id = ids[index];
        if (row === undefined || id === undefined) return null;
        return (
          <TableRow
            key={id}
            row={row}
            index={index}
            domId={props.rowDomId(index)}
            name={props.rowName?.(row) ?? id}
            columns={props.columns}
            active={index === activeIndex}
            away={isAway(index)}
            selected={selected?.has(id)}
          />
        );
      })}
    </tbody>
  );
}
