import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { lineColumns, type Edit, type ReviewDocument } from '#shared/contract/review-document.ts';
import {
  cellOf,
  cellPlace,
  editAt,
  isDecided,
  type Edits,
  type Place,
} from '#shared/domain/review/draft-rules.ts';
import { candidatesOf } from './candidates.tsx';

const keys = 'j k J K ArrowDown ArrowUp 1 2 e E x X'.split(' ');
/** Without lines, G begins the console's own "G then …". */
const lineKeys = ['g', 'G'];

/** The keys of the pane, wherever the focus is on the page; those of a table's cells where it is on one. */
export function usePaneKeys(
  press: (key: string) => boolean,
  hasLines: boolean,
): (event: ReactKeyboardEvent) => void {
  const heard = hasLines ? [...keys, ...lineKeys] : keys;
  usePageKeys({
    ...Object.fromEntries(heard.map((key) => [key, () => void press(key)])),
    // Asked for when it is pressed: a button that has the focus is what Enter presses.
    get Enter() {
      return isOnControl() ? undefined : () => void press('Enter');
    },
  });
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input, textarea') !== null) return;
    const isHeard = alongLine.has(event.key) || (event.repeat && whileHeld.has(event.key));
    if (isHeard && press(event.key)) event.preventDefault();
  };
}

const alongLine = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);
/** The page's keys are heard once a press; rows go by for as long as an arrow is held. */
const whileHeld = new Set(['ArrowDown', 'ArrowUp']);

function isOnControl(): boolean {
  const held = document.activeElement;
  return held !== null && held.closest(controls) !== null;
}

const controls = 'button, a[href], summary, [role=button], [role=tab], [role=option]';

export type Deed =
  | { readonly kind: 'go'; readonly to: Place }
  /** Null: the edit that is there already stays. Then the next one. */
  | { readonly kind: 'decide'; readonly place: Place; readonly edit: Edit | null }
  | { readonly kind: 'type'; readonly place: Place };

export interface Standing {
  readonly document: ReviewDocument;
  readonly edits: Edits;
  /** Every place, from top to bottom. */
  readonly places: readonly Place[];
  /** Those among them that need a person, decided or not, so that one can go back to one's own. */
  readonly toDecide: ReadonlySet<Place>;
  readonly focused: Place | null;
  /** Where the person was before going into the lines. */
  readonly lastField: Place | null;
  /** Nothing can be changed. */
  readonly isLocked: boolean;
}

/** What a key does on the pane, while nothing is being typed. Undefined: nothing. */
export function whatKeyDoes(key: string, standing: Standing): Deed | undefined {
  const to = destination(key, standing);
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
      return { kind: 'type', place };
    case 'x':
    case 'X':
      return { kind: 'decide', place, edit: { kind: 'unreadable' } };
    default:
      return undefined;
  }
}

function picked(at: number, place: Place, { document }: Standing): Deed | undefined {
  const candidate = candidatesOf(document, place)[at];
  return candidate === undefined ? undefined : { kind: 'decide', place, edit: candidate.edit };
}

/** Cells are typed in as those of a spreadsheet are, but for those that somebody has to say yes to. */
function onEnter(place: Place, { edits, toDecide }: Standing): Deed {
  const edit = editAt(edits, place);
  const isOpen = !isDecided(edit);
  if (cellOf(place) !== undefined && !(toDecide.has(place) && isOpen)) return { kind: 'type', place };
  return { kind: 'decide', place, edit: isOpen ? { kind: 'accepted' } : null };
}

function destination(key: string, standing: Standing): Place | undefined {
  const { focused, places, toDecide } = standing;
  const at = focused === null ? -1 : places.indexOf(focused);
  switch (key) {
    case 'j':
      return places.slice(at + 1).find((place) => toDecide.has(place));
    case 'k':
      return places.slice(0, Math.max(0, at)).findLast((place) => toDecide.has(place));
    case 'J':
    case 'ArrowDown':
      return besideRow(1, standing);
    case 'K':
    case 'ArrowUp':
      return besideRow(-1, standing);
    case 'g':
    case 'G':
      return acrossTo(standing);
    case 'ArrowLeft':
    case 'ArrowRight':
      return besideColumn(key === 'ArrowLeft' ? -1 : 1, standing);
    case 'Home':
    case 'End':
      return atEnd(key === 'Home' ? 0 : -1, standing);
    default:
      return undefined;
  }
}

/** Of a cell the one above or below it; the lines begin where the fields end. */
function besideRow(step: 1 | -1, { focused, places, document }: Standing): Place | undefined {
  if (focused === null) return step === 1 ? places[0] : undefined;
  const cell = cellOf(focused);
  if (cell !== undefined) {
    const line = cell.line + step;
    if (line < 0) return document.fields.at(-1)?.name;
    return line < document.lines.length ? cellPlace(line, cell.column) : undefined;
  }
  const at = places.indexOf(focused);
  return at < 0 ? places[0] : places[at + step];
}

function besideColumn(step: 1 | -1, { focused }: Standing): Place | undefined {
  const cell = focused === null ? undefined : cellOf(focused);
  if (cell === undefined) return undefined;
  const column = lineColumns[lineColumns.findIndex((one) => one === cell.column) + step];
  return column === undefined ? undefined : cellPlace(cell.line, column);
}

function atEnd(end: 0 | -1, { focused, document }: Standing): Place | undefined {
  const cell = focused === null ? undefined : cellOf(focused);
  if (cell === undefined) return document.fields.at(end)?.name;
  const column = lineColumns.at(end);
  return column === undefined ? undefined : cellPlace(cell.line, column);
}

/** Into the lines, to the first that needs a person; out of them, back to where one came from. */
function acrossTo({ focused, places, toDecide, document, lastField }: Standing): Place | undefined {
  if (focused !== null && cellOf(focused) !== undefined) {
    return lastField !== null && places.includes(lastField) ? lastField : document.fields[0]?.name;
  }
  const cells = places.slice(document.fields.length);
  return cells.find((place) => toDecide.has(place)) ?? cells[0];
}

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>;

/** What a key does in a field that is being typed in. Undefined: what it does in any. */
export function whatTypingKeyDoes(press: Press): 'enter' | 'tab' | 'leave' | undefined {
  // A word that is being composed is not finished by the Enter that chooses it.
  if (press.isComposing || press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return undefined;
  if (press.key === 'Enter') return 'enter';
  if (press.key === 'Tab') return 'tab';
  return press.key === 'Escape' ? 'leave' : undefined;
}
