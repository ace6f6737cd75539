import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useState } from 'react';
import type { DataColumn } from './data-column.ts';
import styles from './data-table.module.css';
import { DrawnRows } from './drawn-rows.ts';
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

/** Owns the virtualiser, so that scrolling renders the body and nothing around it. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
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
  // Only the arrival counts: a new callback for the same rows is no second arrival.
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
