import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { usePressedKeys } from '#renderer/ui/keys.ts';
import { lineColumns, linesPlace, type Edit, type ReviewDocument } from '#shared/contract/review-document.ts';
import {
  toCellPlace,
  cellPlace,
  editAt,
  isDecided,
  type Edits,
  type Place,
} from '#shared/domain/review/draft-rules.ts';
import { listCandidates } from './candidates.tsx';

const keys = 'j k J K ArrowDown ArrowUp 1 2 e E x X d D Delete l'.split(' ');

/** Handles the keys of the pane anywhere on the page, and those of table cells while one is focused. */
export function usePaneKeys(press: (key: string) => boolean): (event: ReactKeyboardEvent) => void {
  usePressedKeys((key) => {
    // Enter has to press a focused button.
    const isHeard = key === 'Enter' ? !isOnControl() : keys.includes(key);
    return isHeard ? () => void press(key) : undefined;
  });
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input, textarea') !== null) return;
    const isHeard = alongLine.has(event.key) || (event.repeat && whileHeld.has(event.key));
    if (isHeard && press(event.key)) event.preventDefault();
  };
}

const alongLine = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);
/** Most keys act once per press, but an arrow key that is held keeps moving. */
const whileHeld = new Set(['ArrowDown', 'ArrowUp']);

function isOnControl(): boolean {
  const held = document.activeElement;
  return held !== null && held.closest(controls) !== null;
}

const controls = 'button, a[href], summary, [role=button], [role=tab], [role=option]';

export type PaneAction =
  | { readonly kind: 'go'; readonly to: Place }
  /** Decides the place and moves to the next one; null leaves the current edit. */
  | { readonly kind: 'decide'; readonly place: Place; readonly edit: Edit | null }
  | { readonly kind: 'type'; readonly place: Place };

export interface Standing {
  readonly document: ReviewDocument;
  readonly edits: Edits;
  /** Every place, from top to bottom. */
  readonly places: readonly Place[];
  /** Places that need a person, decided or not, so that the user can return to a decided one. */
  readonly toDecide: ReadonlySet<Place>;
  readonly focused: Place | null;
  /** The focused field before the user went into the lines. */
  readonly lastField: Place | null;
  /** True if nothing can be changed. */
  readonly isLocked: boolean;
}

/** Returns the action of a key while nothing is being typed, or undefined if it has none. */
export function findPaneAction(key: string, standing: Standing): PaneAction | undefined {
  const to = findDestination(key, standing);
  if (to !== undefined) return to === standing.focused ? undefined : { kind: 'go', to };
  const place = standing.focused;
  if (place === null || standing.isLocked || !standing.places.includes(place)) return undefined;
  switch (key) {
    case 'Enter':
      return onEnter(place, standing);
    case '1':
    case '2':
      return picked(Number(key) - 1, place, standing);
    case 'e':
    case 'E':
      if (place === linesPlace) return undefined;
      return { kind: 'type', place };
    case 'x':
    case 'X':
      if (place === linesPlace) return undefined;
      return { kind: 'decide', place, edit: { kind: 'unreadable' } };
    case 'd':
    case 'D':
    case 'Delete':
      return place === linesPlace ? undefined : { kind: 'decide', place, edit: { kind: 'absent' } };
    default:
      return undefined;
  }
}

function picked(at: number, place: Place, { document }: Standing): PaneAction | undefined {
  const candidate = listCandidates(document, place)[at];
  return candidate === undefined ? undefined : { kind: 'decide', place, edit: candidate.edit };
}

/** Enter edits a cell, as in a spreadsheet, unless the cell still needs to be accepted. */
function onEnter(place: Place, { edits, toDecide }: Standing): PaneAction {
  const edit = editAt(edits, place);
  const isOpen = !isDecided(edit);
  if (toCellPlace(place) !== undefined && !(toDecide.has(place) && isOpen)) return { kind: 'type', place };
  return { kind: 'decide', place, edit: isOpen ? { kind: 'accepted' } : null };
}

function findDestination(key: string, standing: Standing): Place | undefined {
  const { focused, places, toDecide } = standing;
  const at = focused === null ? -1 : places.indexOf(focused);
  switch (key) {
    case 'j':
      return places.slice(at + 1).find((place) => toDecide.has(place));
    case 'k':
      return places.slice(0, Math.max(0, at)).findLast((place) => toDecide.has(place));
    case 'J':
    case 'ArrowDown':
      return findPlaceInColumn(1, standing);
    case 'K':
    case 'ArrowUp':
      return findPlaceInColumn(-1, standing);
    case 'l':
      return findPlaceAcross(standing);
    case 'ArrowLeft':
    case 'ArrowRight':
      return findPlaceInRow(key === 'ArrowLeft' ? -1 : 1, standing);
    case 'Home':
    case 'End':
      return findEndOfRow(key === 'Home' ? 0 : -1, standing);
    default:
      return undefined;
  }
}

/** Returns the cell above or below a cell; the lines follow the fields. */
function findPlaceInColumn(step: 1 | -1, { focused, places, document }: Standing): Place | undefined {
  if (focused === null) return step === 1 ? places[0] : undefined;
  const cell = toCellPlace(focused);
  if (cell !== undefined) {
    const line = cell.line + step;
    if (line < 0) return document.fields.at(-1)?.name;
    return line < document.lines.length ? cellPlace(line, cell.column) : undefined;
  }
  const at = places.indexOf(focused);
  return at < 0 ? places[0] : places[at + step];
}

function findPlaceInRow(step: 1 | -1, { focused }: Standing): Place | undefined {
  const cell = focused === null ? undefined : toCellPlace(focused);
  if (cell === undefined) return undefined;
  const column = lineColumns[lineColumns.findIndex((one) => one === cell.column) + step];
  return column === undefined ? undefined : cellPlace(cell.line, column);
}

function findEndOfRow(end: 0 | -1, { focused, document }: Standing): Place | undefined {
  const cell = focused === null ? undefined : toCellPlace(focused);
  if (cell === undefined) return document.fields.at(end)?.name;
  const column = lineColumns.at(end);
  return column === undefined ? undefined : cellPlace(cell.line, column);
}

/** Moves from the fields to the first undecided cell, and from the lines back to the last field. */
function findPlaceAcross({ focused, places, toDecide, document, lastField }: Standing): Place | undefined {
  if (focused !== null && toCellPlace(focused) !== undefined) {
    return lastField !== null && places.includes(lastField) ? lastField : document.fields[0]?.name;
  }
  const cells = places.slice(document.fields.length);
  return cells.find((place) => toDecide.has(place)) ?? cells[0];
}

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>;

/** Returns the action of a key while a field is being edited, or undefined if it keeps its normal meaning. */
export function findTypingAction(press: Press): 'enter' | 'tab' | 'leave' | undefined {
  // The Enter that completes an input method's word must not submit the field.
  if (press.isComposing || press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return undefined;
  if (press.key === 'Enter') return 'enter';
  if (press.key === 'Tab') return 'tab';
  return press.key === 'Escape' ? 'leave' : undefined;
}
