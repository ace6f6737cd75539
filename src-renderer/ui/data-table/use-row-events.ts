import { useEffect, useEffectEvent, type FocusEvent, type MouseEvent } from 'react';
import { isNothingFocused } from '../kbd/nothing-focused.ts';
import { tableAction, type KeyPress, type TableAction } from './table-keys.ts';
import type { RowCursor } from './use-row-cursor.ts';
import type { RowSelection } from './use-row-selection.ts';

export interface RowEventsInput {
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
}

/** One set of listeners for all rows; a row is found by its index in the document. */
export function useRowEvents(input: RowEventsInput) {
  const { scroller, ids, cursor, selection } = input;

  function perform(action: TableAction): boolean {
    const id = ids[cursor.index];
    if (action.kind === 'move') cursor.move(action.move);
    else if (action.kind === 'filter' && input.focusFilter !== undefined) input.focusFilter();
    else if (action.kind === 'more' && input.more !== undefined) input.more();
    else if (id === undefined) return false;
    else if (action.kind === 'open' && input.openRow !== undefined) input.openRow(cursor.index);
    else if (action.kind === 'toggle' && selection !== undefined) selection.toggle(id);
    else if (action.kind === 'range' && selection !== undefined) selection.toggleTo(id);
    else if (action.kind === 'copy' && input.copyId !== undefined) input.copyId(id);
    else return false;
    return true;
  }

  function onKeyDown(event: PressedKey): void {
    const target = event.target as HTMLElement;
    // Menus opened from the table are its children for React, not for the person using them.
    if (event.defaultPrevented || !scroller?.contains(target) || isTextField(target)) return;
    const action = tableAction(event);
    if (action === undefined || (action.kind === 'open' && isControl(target))) return;
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
      if (input.opensOnClick && !isControl(event.target)) input.openRow?.(index);
      if (selection === undefined || id === undefined || !isRowCheckbox(event.target)) return;
      if (event.shiftKey) selection.toggleTo(id);
      else selection.toggle(id);
    },
    onDoubleClick(event: MouseEvent): void {
      const index = rowIndex(event.target);
      if (index !== undefined && !isControl(event.target)) input.openRow?.(index);
    },
    onMouseDown(event: MouseEvent): void {
      // The focus stays on the table: a checkbox may leave the document with its row.
      if (!isRowCheckbox(event.target)) return;
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
  const index = (target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index'];
  return index === undefined ? undefined : Number(index);
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
