import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useEffectEvent,
  useId,
  useState,
  type FocusEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import {
  moveRow,
  scrollToReveal,
  tableAction,
  type RowMove,
  type TableAction,
} from './data-table/use-row-events.ts';
import { isNothingFocused } from './focus.ts';
import { latinKey, useSingleKeys } from './keys.ts';
import styles from './row-list.module.css';

interface RowListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** The height is in pixels and the same for every row. */
  readonly rowHeight: number;
  /** The list does not memoise rows, because it draws only those in view. */
  readonly children: (row: Row) => ReactNode;
  /** This row is open beside the list. */
  readonly openId?: string | null | undefined;
  readonly onOpen: (row: Row) => void;
  readonly onCopyId?: ((id: string) => void) | undefined;
  readonly onFilter?: (() => void) | undefined;
  readonly onMore?: (() => void) | undefined;
  /** This is called once for each number of rows, when the last of them comes into view. */
  readonly onReachEnd?: (() => void) | undefined;
  /** The page's main list answers its keys while nothing else has the focus. */
  readonly primary?: boolean | undefined;
  /** This is shown below the last row. */
  readonly end?: ReactNode;
}

/** Lists rows of several lines. It fills its parent's height and is one tab stop with the keys of a table. */
export function RowList<Row>(props: RowListProps<Row>) {
  const { label, rows, rowId, rowHeight, children, openId, onOpen, end } = props;
  const listId = useId();
  // This is state and not a ref, because the code that measures it mounts with it.
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
      // The active row must be drawn, because aria-activedescendant must point at an element.
      return active < 0 || drawn.includes(active) ? drawn : [...drawn, active].toSorted((a, b) => a - b);
    },
  });

  const atEnd = rows.length > 0 && virtualizer.range?.endIndex === rows.length - 1;
  // Only reaching the end counts, so a new callback for the same rows is not called again.
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

interface ListKeysParts {
  readonly scroller: HTMLElement | null;
  readonly cursor: ListCursor;
  readonly ids: readonly string[];
  readonly primary: boolean;
  readonly open: (index: number) => void;
  readonly copy: ((id: string) => void) | undefined;
  readonly filter: (() => void) | undefined;
  readonly more: (() => void) | undefined;
}

/** Installs one set of listeners for all rows. The keys are those of a table, except the ones that select. */
function useListKeys({ scroller, cursor, ids, primary, open, copy, filter, more }: ListKeysParts) {
  const singleKeys = useSingleKeys();

  function perform(action: TableAction): boolean {
    const id = ids[cursor.index];
    if (action.kind === 'move') cursor.move(action.move);
    else if (action.kind === 'filter' && filter !== undefined) filter();
    else if (action.kind === 'more' && more !== undefined) more();
    else if (action.kind === 'open' && id !== undefined) open(cursor.index);
    else if (action.kind === 'copy' && id !== undefined && copy !== undefined) copy(id);
    else return false;
    return true;
  }

  function findAction(event: KeyboardEvent | ReactKeyboardEvent): TableAction | undefined {
    const native = 'nativeEvent' in event ? event.nativeEvent : event;
    const key = latinKey(native);
    if (!singleKeys && key.length === 1) return undefined;
    const { shiftKey, ctrlKey, metaKey, altKey } = native;
    return tableAction({ key, shiftKey, ctrlKey, metaKey, altKey });
  }

  const onPageKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isNothingFocused(event.target)) return;
    const action = findAction(event);
    if (action === undefined || !perform(action)) return;
    event.preventDefault();
    if (action.kind === 'move') list(scroller)?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (!primary) return undefined;
    const listen = (event: KeyboardEvent) => onPageKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [primary]);

  return {
    onKeyDown(event: ReactKeyboardEvent): void {
      if (event.defaultPrevented) return;
      const action = findAction(event);
      if (action !== undefined && perform(action)) event.preventDefault();
    },
    onMouseDown(event: MouseEvent): void {
      // The list keeps the focus, because a row may leave the document.
      if (rowIndex(event.target) !== undefined && event.button === 0) {
        event.preventDefault();
        list(scroller)?.focus({ preventScroll: true });
      }
    },
    onClick(event: MouseEvent): void {
      const index = rowIndex(event.target);
      if (index === undefined) return;
      cursor.activate(index);
      open(index);
    },
    onFocus(event: FocusEvent): void {
      if (cursor.index < 0 && event.target.matches(':focus-visible')) cursor.activate(0);
    },
  };
}

function list(scroller: HTMLElement | null): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>('[role=listbox]') ?? null;
}

function rowIndex(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[role=option][data-index]') : null;
  return row === null ? undefined : Number(row.dataset['index']);
}

interface ListCursor {
  /** The index is -1 if no row is active, or if the active row is not in the list. */
  readonly index: number;
  readonly activate: (index: number) => void;
  readonly move: (move: RowMove) => void;
}

interface Parts {
  readonly ids: readonly string[];
  readonly openId: string | null;
  readonly scroller: HTMLElement | null;
  readonly rowHeight: number;
}

/** Tracks the single active row by its id, and follows a row that is opened from elsewhere. */
function useListCursor({ ids, openId, scroller, rowHeight }: Parts): ListCursor {
  const [activeId, setActiveId] = useState(openId);
  const [openBefore, setOpenBefore] = useState(openId);
  if (openId !== openBefore) {
    setOpenBefore(openId);
    if (openId !== null) setActiveId(openId);
  }
  const index = activeId === null ? -1 : ids.indexOf(activeId);

  function activate(next: number): void {
    const id = ids[next];
    if (id !== undefined) setActiveId(id);
  }

  const revealRow = (row: number): void => reveal(scroller, row, { count: ids.length, rowHeight });
  const revealOpen = useEffectEvent((id: string) => revealRow(ids.indexOf(id)));
  useEffect(() => {
    if (scroller !== null && openId !== null) revealOpen(openId);
  }, [scroller, openId]);

  return {
    index,
    activate,
    move: (way) => {
      const page = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowHeight) - 1);
      const next = moveRow(way, index, ids.length, page);
      activate(next);
      revealRow(next);
    },
  };
}

function reveal(
  scroller: HTMLElement | null,
  row: number,
  { count, rowHeight }: { readonly count: number; readonly rowHeight: number },
): void {
  if (scroller === null || row < 0) return;
  const { scrollTop, clientHeight: height } = scroller;
  // The last row scrolls to the very end, where the note about the next page stands.
  const top =
    row === count - 1 ? scroller.scrollHeight : scrollToReveal(row, { scrollTop, height, rowHeight });
  if (top !== undefined) scroller.scrollTop = top;
}
