import { useEffect, useEffectEvent } from 'react';
import type { FocusEvent, KeyboardEvent as ReactKeyboardEvent, MouseEvent } from 'react';
import { tableAction } from '../data-table/table-keys.ts';
import type { TableAction } from '../data-table/table-keys.ts';
import { latinKey } from '../kbd/latin-key.ts';
import { isNothingFocused } from '../kbd/nothing-focused.ts';
import { useSingleKeys } from '../kbd/single-keys.ts';
import type { ListCursor } from './use-list-cursor.ts';

interface Parts {
  readonly scroller: HTMLElement | null;
  readonly cursor: ListCursor;
  readonly ids: readonly string[];
  readonly primary: boolean;
  readonly open: (index: number) => void;
  readonly copy: ((id: string) => void) | undefined;
  readonly filter: (() => void) | undefined;
  readonly more: (() => void) | undefined;
}

/** One set of listeners for all rows. The keys are a table's, but for those that select. */
export function useListKeys({ scroller, cursor, ids, primary, open, copy, filter, more }: Parts) {
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

  function actionOf(event: KeyboardEvent | ReactKeyboardEvent): TableAction | undefined {
    const native = 'nativeEvent' in event ? event.nativeEvent : event;
    const key = latinKey(native);
    if (!singleKeys && key.length === 1) return undefined;
    const { shiftKey, ctrlKey, metaKey, altKey } = native;
    return tableAction({ key, shiftKey, ctrlKey, metaKey, altKey });
  }

  const onPageKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isNothingFocused(event.target)) return;
    const action = actionOf(event);
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
      const action = actionOf(event);
      if (action !== undefined && perform(action)) event.preventDefault();
    },
    onMouseDown(event: MouseEvent): void {
      // The list keeps the focus: a row may leave the document.
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
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? undefined : Number(row.dataset['index']);
}
