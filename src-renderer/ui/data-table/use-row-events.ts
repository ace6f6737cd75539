import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  type ClipboardEvent,
  type FocusEvent,
  type MouseEvent,
} from 'react';
import { isNothingFocused } from '../focus.ts';
import { headHeight, rowHeight } from './table-row.tsx';
import { useControllable, type RowSelection } from './use-row-selection.ts';

interface RowEventsInput {
  readonly scroller: HTMLElement | null;
  readonly ids: readonly string[];
  readonly cursor: RowCursor;
  readonly selection: RowSelection | undefined;
  readonly primary: boolean;
  readonly openRow: ((index: number) => void) | undefined;
  readonly opensOnClick: boolean;
  readonly copyId: ((id: string) => void) | undefined;
  readonly focusFilter: (() => void) | undefined;
  readonly more: (() => void) | undefined;
  /** Selects also what is not loaded. */
  readonly selectBeyond: (() => void) | undefined;
}

/** Installs one set of listeners for all rows and finds a row by its index in the document. */
export function useRowEvents(input: RowEventsInput) {
  const { scroller, ids, cursor, selection } = input;

  function perform(action: TableAction): boolean {
    const id = ids[cursor.index];
    if (action.kind === 'move') cursor.move(action.move);
    else if (action.kind === 'filter' && input.focusFilter !== undefined) input.focusFilter();
    else if (action.kind === 'more' && input.more !== undefined) input.more();
    else if (action.kind === 'all' && selection !== undefined) return selectAll(selection);
    else if (id === undefined) return false;
    else if (action.kind === 'open' && input.openRow !== undefined) input.openRow(cursor.index);
    else if (action.kind === 'toggle' && selection !== undefined) selection.toggle(id);
    else if (action.kind === 'range' && selection !== undefined) selection.toggleTo(id);
    else if (action.kind === 'copy' && input.copyId !== undefined) input.copyId(id);
    else return false;
    return true;
  }

  /** Selects what is shown, and when that is selected already, all that match. */
  function selectAll({ share, toggleShown }: RowSelection): boolean {
    if (ids.length > 0 && share !== 'all') toggleShown();
    else input.selectBeyond?.();
    return ids.length > 0 || input.selectBeyond !== undefined;
  }

  function onKeyDown(event: PressedKey): void {
    const target = event.target as HTMLElement;
    // In React, menus opened from the table are its children, but their keys are not for the table.
    if (event.defaultPrevented || !scroller?.contains(target) || isTextField(target)) return;
    const action = tableAction(event);
    if (action === undefined || ((action.kind === 'open' || event.key === ' ') && isControl(target))) return;
    if (!perform(action)) return;
    event.preventDefault();
    if (action.kind === 'move') scroller?.focus({ preventScroll: true });
  }

  const onPageKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isNothingFocused(event.target)) return;
    const action = tableAction(event);
    if (action === undefined || !perform(action)) return;
    event.preventDefault();
    if (action.kind !== 'filter') scroller?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (!input.primary) return undefined;
    const listen = (event: KeyboardEvent) => onPageKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [input.primary]);

  return {
    onKeyDown,
    onClick(event: MouseEvent): void {
      const index = rowIndex(event.target);
      if (index === undefined) return;
      cursor.activate(index);
      const id = ids[index];
      const isOnRow = !isControl(event.target);
      if (isOnRow && event.shiftKey && selection !== undefined && id !== undefined) {
        selection.toggleTo(id);
        return;
      }
      if (input.opensOnClick && isOnRow && !isTextChosen(event.currentTarget)) input.openRow?.(index);
      if (selection === undefined || id === undefined || !isRowCheckbox(event.target)) return;
      if (event.shiftKey) selection.toggleTo(id);
      else selection.toggle(id);
    },
    onDoubleClick(event: MouseEvent): void {
      const index = rowIndex(event.target);
      if (index !== undefined && !input.opensOnClick && !isControl(event.target)) input.openRow?.(index);
    },
    onCopy(event: ClipboardEvent): void {
      const text = readChosenCells(event.currentTarget, globalThis.getSelection());
      if (text === null) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', text);
    },
    onMouseDown(event: MouseEvent): void {
      // The focus stays on the table, because a checkbox may leave the document with its row. With Shift the browser
      // would also mark the text in between.
      const selectsRows = event.shiftKey && selection !== undefined && rowIndex(event.target) !== undefined;
      if (!isRowCheckbox(event.target) && !selectsRows) return;
      event.preventDefault();
      scroller?.focus({ preventScroll: true });
    },
    onFocus(event: FocusEvent): void {
      const index = rowIndex(event.target);
      if (index !== undefined) cursor.activate(index);
      else if (event.target === scroller && cursor.index === -1 && event.target.matches(':focus-visible'))
        cursor.activate(0);
    },
  };
}

type PressedKey = KeyPress & {
  readonly target: EventTarget;
  readonly defaultPrevented: boolean;
  readonly preventDefault: () => void;
};

function rowIndex(target: EventTarget): number | undefined {
  // A panel of tabs around the table has an index of its own.
  const index = (target as HTMLElement).closest<HTMLElement>('tr[data-index]')?.dataset['index'];
  return index === undefined ? undefined : Number(index);
}

/** A person who marks text in a row to copy it does not open the row. */
function isTextChosen(within: EventTarget): boolean {
  const chosen = globalThis.getSelection();
  return (
    chosen?.type === 'Range' && chosen.anchorNode !== null && (within as Node).contains(chosen.anchorNode)
  );
}

/**
 * Returns marked cells as a spreadsheet takes them: a line for each row, a tab between cells, and no line break within a
 * cell. Null if nothing in the table is marked.
 */
export function readChosenCells(
  table: Element,
  chosen: Pick<Selection, 'type' | 'containsNode' | 'toString'> | null,
): string | null {
  if (chosen?.type !== 'Range') return null;
  const rows = [...table.querySelectorAll('tr')].flatMap((row) => {
    const cells = [...row.querySelectorAll('td, th')].filter((cell) => chosen.containsNode(cell, true));
    return cells.length === 0 ? [] : [cells];
  });
  const [first] = rows;
  if (first === undefined) return null;
  // Part of one cell may be marked.
  if (rows.length === 1 && first.length === 1) return toOneLine(chosen.toString());
  return rows.map((cells) => cells.map((cell) => toOneLine(cell.textContent)).join('\t')).join('\n');
}

function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function isControl(target: EventTarget): boolean {
  return (target as HTMLElement).closest('button, a, input') !== null;
}

function isRowCheckbox(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === 'checkbox' && rowIndex(target) !== undefined;
}

function isTextField(target: HTMLElement): boolean {
  return (
    target.isContentEditable ||
    (target.matches('input, textarea, select') && !target.matches('[type=checkbox]'))
  );
}

interface RowCursor {
  /** The index is -1 if no row is active, or if the active row is not shown. */
  readonly index: number;
  readonly activate: (index: number) => void;
  readonly move: (move: RowMove) => void;
}

/** Tracks the single active row by its id, so that sorting and new pages do not move it to another row. */
export function useRowCursor(
  ids: readonly string[],
  scroller: HTMLElement | null,
  controlled: string | null | undefined,
  onChange: ((id: string) => void) | undefined,
): RowCursor {
  const [activeId, setActiveId] = useControllable<string | null, string>(controlled, onChange, null);
  const index = useMemo(() => (activeId === null ? -1 : ids.indexOf(activeId)), [ids, activeId]);
  const activate = useCallback(
    (next: number) => {
      const id = ids[next];
      if (id !== undefined && next !== index) setActiveId(id);
    },
    [ids, index, setActiveId],
  );
  const move = useCallback(
    (way: RowMove) => {
      const height = (scroller?.clientHeight ?? 0) - headHeight;
      const page = Math.max(1, Math.floor(height / rowHeight) - 1);
      const next = moveRow(way, index, ids.length, page);
      activate(next);
      if (next >= 0) revealRow(scroller, next, next === ids.length - 1);
    },
    [activate, ids.length, index, scroller],
  );
  const isKnown = index >= 0;
  // A list that is shown again, or whose rows come after it is shown, begins at its active row, which may be far down.
  const revealActive = useEffectEvent(() => {
    if (index > 0) revealRow(scroller, index, false);
  });
  useEffect(() => {
    if (scroller !== null && isKnown) revealActive();
  }, [scroller, isKnown]);
  return { index, activate, move };
}

export function revealRow(scroller: HTMLElement | null, index: number, last: boolean): void {
  if (scroller === null) return;
  const { scrollTop, clientHeight } = scroller;
  // The last row scrolls to the very end, where the cost of the next page is shown.
  const next = last
    ? scroller.scrollHeight
    : scrollToReveal(index, { scrollTop, height: clientHeight - headHeight, rowHeight });
  if (next !== undefined) scroller.scrollTop = next;
}

export type RowMove = 'next' | 'previous' | 'first' | 'last' | 'page-down' | 'page-up';

/** Returns the next active row. If no row is active, any move goes to the first or the last row. */
export function moveRow(move: RowMove, from: number, count: number, page: number): number {
  if (count === 0) return -1;
  if (move === 'first') return 0;
  if (move === 'last') return count - 1;
  if (from < 0) return move === 'previous' || move === 'page-up' ? count - 1 : 0;
  const step = { next: 1, previous: -1, 'page-down': page, 'page-up': -page }[move];
  return Math.min(count - 1, Math.max(0, from + step));
}

interface RowViewport {
  readonly scrollTop: number;
  /** The height excludes the sticky head, so it covers only rows. */
  readonly height: number;
  readonly rowHeight: number;
}

/** Returns the smallest scroll that shows the whole row, or undefined if it is already in view. */
export function scrollToReveal(index: number, viewport: RowViewport): number | undefined {
  const top = index * viewport.rowHeight;
  const bottom = top + viewport.rowHeight;
  if (top < viewport.scrollTop) return top;
  if (bottom > viewport.scrollTop + viewport.height) return bottom - viewport.height;
  return undefined;
}

export type TableAction =
  | { readonly kind: 'move'; readonly move: RowMove }
  | { readonly kind: 'open' | 'toggle' | 'range' | 'filter' | 'copy' | 'more' | 'all' };

interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const moves: ReadonlyMap<string, RowMove> = new Map([
  ['j', 'next'],
  ['arrowdown', 'next'],
  ['k', 'previous'],
  ['arrowup', 'previous'],
  ['home', 'first'],
  ['end', 'last'],
  ['pagedown', 'page-down'],
  ['pageup', 'page-up'],
]);

const others: ReadonlyMap<string, 'open' | 'filter' | 'copy' | 'more'> = new Map([
  ['enter', 'open'],
  ['/', 'filter'],
  ['c', 'copy'],
  ['m', 'more'],
]);

/** Maps a key to a list action. Other keys with Ctrl, Cmd or Alt belong to the shell and the browser. */
export function tableAction(press: KeyPress): TableAction | undefined {
  const key = press.key.toLowerCase();
  if (press.ctrlKey || press.metaKey || press.altKey) {
    const isAll = key === 'a' && press.ctrlKey !== press.metaKey && !press.altKey && !press.shiftKey;
    return isAll ? { kind: 'all' } : undefined;
  }
  const move = moves.get(key);
  if (move !== undefined) return { kind: 'move', move };
  if (key === 'x' || key === ' ') return { kind: press.shiftKey ? 'range' : 'toggle' };
  const other = others.get(key);
  return other === undefined ? undefined : { kind: other };
}
