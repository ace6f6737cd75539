import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { ReactNode } from 'react';
import styles from './row-list.module.css';
import { useListCursor } from './use-list-cursor.ts';
import { useListKeys } from './use-list-keys.ts';

export interface RowListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Pixels, the same for every row. */
  readonly rowHeight: number;
  /** Not memoised by the list: of many rows only those in sight are drawn. */
  readonly children: (row: Row) => ReactNode;
  /** The one that is open beside the list. */
  readonly openId?: string | null | undefined;
  readonly onOpen: (row: Row) => void;
  readonly onCopyId?: ((id: string) => void) | undefined;
  readonly onFilter?: (() => void) | undefined;
  readonly onMore?: (() => void) | undefined;
  /** Once for each number of rows, when the last of them comes into view. */
  readonly onReachEnd?: (() => void) | undefined;
  /** The page's main list answers its keys while nothing else has the focus. */
  readonly primary?: boolean | undefined;
  /** Below the last row. */
  readonly end?: ReactNode;
}

/** A list of rows of more than one line. Fills its parent's height; one tab stop, with the keys of a table. */
export function RowList<Row>(props: RowListProps<Row>) {
  const { label, rows, rowId, rowHeight, children, openId, onOpen, end } = props;
  const listId = useId();
  // State and not a ref: what measures it mounts with it.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const ids = rows.map(rowId);
  const cursor = useListCursor({ ids, openId: openId ?? null, scroller, rowHeight });
  const keys = useListKeys({
    scroller,
    cursor,
    ids,
    primary: props.primary ?? false,
    open: (index) => rows[index] !== undefined && onOpen(rows[index]),
    copy: props.onCopyId,
    filter: props.onFilter,
    more: props.onMore,
  });

  const active = cursor.index;
  // oxlint-disable-next-line react/incompatible-library -- a hint for the React compiler, which is not used here
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 6,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      // aria-activedescendant must point at something.
      return active < 0 || drawn.includes(active) ? drawn : [...drawn, active].toSorted((a, b) => a - b);
    },
  });

  const atEnd = rows.length > 0 && virtualizer.range?.endIndex === rows.length - 1;
  // Only the arrival counts: a new callback for the same rows is no second arrival.
  const reachEnd = useEffectEvent(() => props.onReachEnd?.());
  useEffect(() => {
    if (atEnd) reachEnd();
  }, [atEnd, rows.length]);

  return (
    <div ref={setScroller} className={styles.scroller} tabIndex={-1}>
      {rows.length === 0 ? null : (
        <div
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot hold rows of two lines
          role="listbox"
          tabIndex={0}
          aria-label={label}
          aria-activedescendant={active < 0 ? undefined : `${listId}-${String(active)}`}
          className={styles.list}
          style={{ height: virtualizer.getTotalSize() }}
          {...keys}
        >
          {virtualizer.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const id = rowId(row);
            return (
              <div
                key={id}
                id={`${listId}-${String(index)}`}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
                role="option"
                tabIndex={-1}
                aria-selected={id === openId}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                data-index={index}
                data-active={index === active || undefined}
                className={styles.row}
                style={{ height: size, transform: `translateY(${String(start)}px)` }}
              >
                {children(row)}
              </div>
            );
          })}
        </div>
      )}
      {end}
    </div>
  );
}
