import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Edit } from '#shared/contract/review-document.ts';
import type { Place } from '#shared/domain/review/draft-rules.ts';

interface Parts {
  readonly root: RefObject<HTMLElement | null>;
  /** Of the document. */
  readonly id: string;
  readonly focused: Place | null;
}

/** The focused place has the keyboard's focus, and is in sight with what is said of it. */
export function usePlaceFocus({ root, id, focused }: Parts): void {
  const shown = useRef<string>(undefined);
  // With the picture and not after it: the next key may already be on its way.
  useLayoutEffect(() => {
    if (root.current === null) return;
    // Another document begins at its top.
    if (shown.current !== undefined && shown.current !== id) root.current.scrollTo(0, 0);
    shown.current = id;
    const row = focused === null ? undefined : rowOf(root.current, focused);
    if (focused === null || row === undefined) return haveStop(root.current);
    const held = document.activeElement;
    // Whoever picks, types or answers a dialog stays where they are.
    const isBusy = held !== null && held.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null;
    if (!isBusy && placeAt(held) !== focused) hold(root.current, row);
    else keepStop(root.current, row);
    detailsOf(root.current, focused)?.scrollIntoView({ block: 'nearest' });
    row.scrollIntoView({ block: 'nearest' });
  }, [root, id, focused]);
}

/** Where in the pane something is: its place, whether it is a row, a cell or what stands below one. */
export function placeAt(target: EventTarget | null): Place | null {
  const spot = target instanceof Element ? target.closest<HTMLElement>(spots) : null;
  return spot?.dataset['place'] ?? spot?.dataset['detailsOf'] ?? null;
}

export function focusRow(root: HTMLElement | null, place: Place): void {
  const row = root === null ? undefined : rowOf(root, place);
  if (root !== null && row !== undefined) hold(root, row);
}

/** The field to type in, with what stands in it selected: to type over it, or to go into it with an arrow. */
export function focusTyping(root: HTMLElement | null, place: Place): void {
  const details = root === null ? undefined : detailsOf(root, place);
  const input = details?.querySelector<HTMLInputElement | HTMLTextAreaElement>('[data-typing]');
  input?.focus();
  input?.select();
}

function hold(root: HTMLElement, row: HTMLElement): void {
  if (row.tabIndex !== 0) row.tabIndex = 0;
  row.focus({ preventScroll: true });
  keepStop(root, row);
}

/**
 * Tab comes to one place. By hand, where the focus is not: a tab index that changes under the focus has the browser lay
 * out the page to see whether the focus may stay.
 */
function keepStop(root: HTMLElement, row: HTMLElement): void {
  if (row.tabIndex !== 0) row.tabIndex = 0;
  for (const stop of root.querySelectorAll<HTMLElement>('[data-place][tabindex="0"]')) {
    if (stop !== row) stop.tabIndex = -1;
  }
}

/** Rows are taken over from the document before, whose stop may have gone with a field that this one lacks. */
function haveStop(root: HTMLElement): void {
  const stop = root.querySelector<HTMLElement>('[data-place][tabindex="0"]');
  const row = stop ?? root.querySelector<HTMLElement>('[data-place]');
  if (row !== null) keepStop(root, row);
}

const spots = '[data-place], [data-details-of]';

// Names are the workflow's own and may hold any character; they are compared, not written into a selector.
function rowOf(root: HTMLElement, place: Place): HTMLElement | undefined {
  return find(root, '[data-place]', (element) => element.dataset['place'] === place);
}

function detailsOf(root: HTMLElement, place: Place): HTMLElement | undefined {
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
  /** Null: as it stands by now. Then the next one. */
  readonly onDecide: (place: Place, edit: Edit | null) => void;
  /** A cell was typed. */
  readonly onTyped: (place: Place, how: 'enter' | 'tab') => void;
  /** Back to the row or the cell, which have the page's keys. */
  readonly onLeft: (place: Place) => void;
}

/** The same functions for as long as the document is open, so that five hundred lines are not drawn for nothing. */
export function useSteadyActions(actions: PlaceActions): PlaceActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [steady] = useState<PlaceActions>(() => ({
    onEdit: (place, edit) => latest.current.onEdit(place, edit),
    onDecide: (place, edit) => latest.current.onDecide(place, edit),
    onTyped: (place, how) => latest.current.onTyped(place, how),
    onLeft: (place) => latest.current.onLeft(place),
  }));
  return steady;
}
