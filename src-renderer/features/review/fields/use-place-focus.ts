import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Edit } from '#shared/contract/review-document.ts';
import type { Place } from '#shared/domain/review/draft-rules.ts';
import type { LineChange } from '#shared/domain/review/line-changes.ts';
import type { LineAction } from './line-actions.tsx';

interface Parts {
  readonly root: RefObject<HTMLElement | null>;
  /** The id of the document. */
  readonly id: string;
  readonly focused: Place | null;
  /** How a person has arranged the lines. Another line then has the focused place, or its cell is gone. */
  readonly arrangement: Edit | undefined;
}

/** Moves the keyboard focus to the focused place, and scrolls it and its details into view. */
export function usePlaceFocus({ root, id, focused, arrangement }: Parts): void {
  const shown = useRef<Pick<Parts, 'id' | 'arrangement'>>(undefined);
  // The layout effect runs before the next key, which may already be on its way.
  useLayoutEffect(() => {
    if (root.current === null) return;
    // Another document starts at its top.
    if (shown.current !== undefined && shown.current.id !== id) root.current.scrollTo(0, 0);
    shown.current = { id, arrangement };
    const row = focused === null ? undefined : findRow(root.current, focused);
    if (focused === null || row === undefined) return ensureStop(root.current);
    const held = document.activeElement;
    // A user who is typing, choosing or answering a dialog keeps the focus.
    const isBusy = held !== null && held.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null;
    if (!isBusy && findPlaceAt(held) !== focused) hold(root.current, row);
    else moveStop(root.current, row);
    findDetails(root.current, focused)?.scrollIntoView({ block: 'nearest' });
    row.scrollIntoView({ block: 'nearest' });
  }, [root, id, focused, arrangement]);
}

/** Returns the place of an element in the pane: a row, a cell, or the details below one. */
export function findPlaceAt(target: EventTarget | null): Place | null {
  const spot = target instanceof Element ? target.closest<HTMLElement>(spots) : null;
  return spot?.dataset['place'] ?? spot?.dataset['detailsOf'] ?? null;
}

export function focusRow(root: HTMLElement | null, place: Place): void {
  const row = root === null ? undefined : findRow(root, place);
  if (root !== null && row !== undefined) hold(root, row);
}

/** Focuses the input with its text selected, so that typing replaces it and an arrow key edits it. */
export function focusTyping(root: HTMLElement | null, place: Place): void {
  const details = root === null ? undefined : findDetails(root, place);
  const input = details?.querySelector<HTMLInputElement | HTMLTextAreaElement>('[data-typing]');
  input?.focus();
  input?.select();
}

function hold(root: HTMLElement, row: HTMLElement): void {
  if (row.tabIndex !== 0) row.tabIndex = 0;
  row.focus({ preventScroll: true });
  moveStop(root, row);
}

/**
 * Tab reaches one place. The tab index is set by hand, because changing it on the focused element makes the browser
 * lay out the page.
 */
function moveStop(root: HTMLElement, row: HTMLElement): void {
  if (row.tabIndex !== 0) row.tabIndex = 0;
  for (const stop of root.querySelectorAll<HTMLElement>('[data-place][tabindex="0"]')) {
    if (stop !== row) stop.tabIndex = -1;
  }
}

/** Rows are reused from the previous document, whose tab stop may have been a field that this one lacks. */
function ensureStop(root: HTMLElement): void {
  const stop = root.querySelector<HTMLElement>('[data-place][tabindex="0"]');
  const row = stop ?? root.querySelector<HTMLElement>('[data-place]');
  if (row !== null) moveStop(root, row);
}

const spots = '[data-place], [data-details-of]';

// Workflows choose the names, which may contain any character, so they are compared and not put into a selector.
function findRow(root: HTMLElement, place: Place): HTMLElement | undefined {
  return find(root, '[data-place]', (element) => element.dataset['place'] === place);
}

function findDetails(root: HTMLElement, place: Place): HTMLElement | undefined {
  return find(root, '[data-details-of]', (element) => element.dataset['detailsOf'] === place);
}

function find(
  root: HTMLElement,
  selector: string,
  is: (element: HTMLElement) => boolean,
): HTMLElement | undefined {
  return [...root.querySelectorAll<HTMLElement>(selector)].find(is);
}

export interface PlaceActions {
  readonly onEdit: (place: Place, edit: Edit | null) => void;
  /** Decides the place and moves to the next one; null leaves the current edit. */
  readonly onDecide: (place: Place, edit: Edit | null) => void;
  /** Called after a cell was edited. */
  readonly onTyped: (place: Place, how: 'enter' | 'tab') => void;
  /** Moves from a cell to the next one of its line, and returns false at the end of the line. */
  readonly onTab: (place: Place) => boolean;
  /** Returns the focus to the row or the cell, which handle the page's keys. */
  readonly onLeft: (place: Place) => void;
  readonly onLine: (action: LineAction) => void;
  readonly onLineChange: (change: LineChange) => void;
}

/** Returns the same functions while the document is open, so that five hundred lines are not redrawn. */
export function useSteadyActions(actions: PlaceActions): PlaceActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [steady] = useState<PlaceActions>(() => ({
    onEdit: (place, edit) => latest.current.onEdit(place, edit),
    onDecide: (place, edit) => latest.current.onDecide(place, edit),
    onTyped: (place, how) => latest.current.onTyped(place, how),
    onTab: (place) => latest.current.onTab(place),
    onLeft: (place) => latest.current.onLeft(place),
    onLine: (action) => latest.current.onLine(action),
    onLineChange: (change) => latest.current.onLineChange(change),
  }));
  return steady;
}
