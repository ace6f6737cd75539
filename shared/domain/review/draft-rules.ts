import {
  lineColumns,
  type Correction,
  type Edit,
  type ReviewDocument,
  type ReviewField,
} from '../../contract/review-document.ts';
import { cellType, normalisedValue } from './normalised-value.ts';

export type Edits = Readonly<Record<Place, Edit>>;
/** In `check` mode every field is looked at, including the confident ones. */
export type ReviewMode = 'review' | 'check';

/** Lists everything that can be corrected: first the fields, then the table line by line. */
export function allPlaces({ fields, lines }: Pick<ReviewDocument, 'fields' | 'lines'>): readonly Place[] {
  return [
    ...fields.map(({ name }) => name),
    ...lines.flatMap((_, line) => lineColumns.map((column) => cellPlace(line, column))),
  ];
}

/** Lists the places that a person has to look at, in the order of the page: the flagged ones, or all of them. */
export function placesToDecide(document: ReviewDocument, mode: ReviewMode): readonly Place[] {
  const { fields, lines, thresholds, differs } = document;
  // The third person decides the places where the two opinions differ.
  const disputed = new Set(differs);
  const named = fields.filter((field) =>
    mode === 'check' ? isDue(field) : field.flags.length > 0 || disputed.has(field.name),
  );
  const cells = lines.flatMap(({ confidence }, line) =>
    lineColumns.flatMap((column) => {
      const place = cellPlace(line, column);
      const isUnsure = confidence !== null && thresholds !== null && confidence < thresholds.review;
      const isAsked = column === 'amount' && (mode === 'check' || isUnsure);
      return isAsked || (mode === 'review' && disputed.has(place)) ? [place] : [];
    }),
  );
  return [...named.map(({ name }) => name), ...cells];
}

/** Lists the places among them that are not decided yet. */
export function undecided(document: ReviewDocument, edits: Edits, mode: ReviewMode): readonly Place[] {
  return placesToDecide(document, mode).filter((place) => !isDecided(editAt(edits, place)));
}

/** Returns only values that differ from those read. Typing the same value again is not a correction. */
export function listCorrections(document: ReviewDocument, edits: Edits): Correction[] {
  return allPlaces(document).flatMap((place): Correction[] => {
    const edit = editAt(edits, place);
    if (edit?.kind === 'unreadable') return [{ field: place, unreadable: true }];
    if (edit?.kind !== 'value' || !isDecided(edit)) return [];
    const value = edit.value.trim();
    return value === (valueAt(document, place) ?? '').trim() ? [] : [{ field: place, value }];
  });
}

/** Returns the value in the document, or null if no reader has found it. */
export function valueAt(document: ReviewDocument, place: Place): string | null {
  const cell = toCellPlace(place);
  if (cell === undefined) return document.fields.find(({ name }) => name === place)?.value ?? null;
  const column = lineColumns.find((one) => one === cell.column);
  return column === undefined ? null : (document.lines[cell.line]?.[column] ?? null);
}

/** Returns the value with the edits applied; null if it was not found or is unreadable. */
export function valueWith(document: ReviewDocument, edits: Edits, place: Place): string | null {
  const edit = editAt(edits, place);
  if (edit?.kind === 'unreadable') return null;
  return edit?.kind === 'value' && isDecided(edit) ? edit.value.trim() : valueAt(document, place);
}

/** Reads an own property only, because inherited properties are not edits. */
export function editAt(edits: Edits, place: Place): Edit | undefined {
  return Object.hasOwn(edits, place) ? edits[place] : undefined;
}

/** A field that was emptied is not decided: it must have a value or be marked as unreadable. */
export function isDecided(edit: Edit | undefined): edit is Edit {
  return edit !== undefined && (edit.kind !== 'value' || edit.value.trim() !== '');
}

/** The field has a value, or the schema asks for one. */
function isDue({ value, type }: ReviewField): boolean {
  return (value !== null && value !== '') || type !== null;
}

/** The state of a place: a value, nothing, or unreadable. */
export interface Standing {
  readonly value: string | null;
  readonly unreadable: boolean;
}

export interface FieldDiff {
  readonly place: Place;
  /** The state that this person saw. */
  readonly base: Standing;
  /** This person's edit; null if there is none. */
  readonly mine: Standing | null;
  /** The present state. */
  readonly theirs: Standing;
  /** The state has changed since this person saw it. */
  readonly moved: boolean;
  /** This person has edited the place, and the present state differs from the edit. */
  readonly conflict: boolean;
}

/** Lists the places that this person or another has changed, with the state seen, the edit and the present state. */
export function fieldDiff(base: ReviewDocument, edits: Edits, theirs: ReviewDocument): readonly FieldDiff[] {
  const places = new Set([...allPlaces(base), ...allPlaces(theirs)]);
  const types = new Map([...base.fields, ...theirs.fields].map(({ name, type }) => [name, type]));
  return [...places].flatMap((place): readonly FieldDiff[] => {
    const cell = toCellPlace(place);
    const type = cell === undefined ? (types.get(place) ?? null) : cellType(cell.column);
    const [was, is] = [standingAt(base, place), standingAt(theirs, place)];
    const mine = findStanding(editAt(edits, place), was);
    const moved = !saysTheSame(type, was, is);
    const isMine = mine !== null && !saysTheSame(type, was, mine);
    if (!moved && !isMine) return [];
    const conflict = mine !== null && moved && !saysTheSame(type, mine, is);
    return [{ place, base: was, mine, theirs: is, moved, conflict }];
  });
}

/** Carries the edits over to the other version, except where this person takes the other's value. */
export function mergeEdits(
  edits: Edits,
  diffs: readonly FieldDiff[],
  takesTheirs: ReadonlySet<Place>,
): Edits {
  const kept = new Map(Object.entries(edits));
  for (const { place, mine, moved, conflict } of diffs) {
    const edit = mine === null || takesTheirs.has(place) ? undefined : editInto(mine, moved && !conflict);
    if (edit === undefined) kept.delete(place);
    else kept.set(place, edit);
  }
  return Object.fromEntries(kept);
}

/** If both agree, the other's value stays and is accepted. */
function editInto(mine: Standing, isAgreed: boolean): Edit | undefined {
  if (isAgreed) return { kind: 'accepted' };
  if (mine.unreadable) return { kind: 'unreadable' };
  return mine.value === null ? undefined : { kind: 'value', value: mine.value };
}

function standingAt(document: ReviewDocument, place: Place): Standing {
  const field = document.fields.find(({ name }) => name === place);
  const value = valueAt(document, place);
  // The pipeline stores a value that a reviewer could not read in this form.
  const unreadable = field?.readBy === 'reviewer' && (value === null || value === '');
  return { value: value === '' ? null : value, unreadable };
}

function findStanding(edit: Edit | undefined, base: Standing): Standing | null {
  if (edit === undefined) return null;
  // Accepting that nothing was found does not conflict with a value that was found since.
  if (edit.kind === 'accepted') return base.value === null && !base.unreadable ? null : base;
  if (edit.kind === 'unreadable') return { value: null, unreadable: true };
  const value = edit.value.trim();
  return value === '' ? null : { value, unreadable: false };
}

function saysTheSame(type: string | null, one: Standing, other: Standing): boolean {
  if (one.unreadable || other.unreadable) return one.unreadable === other.unreadable;
  if (one.value === null || other.value === null) return one.value === other.value;
  return normalisedValue(type, one.value) === normalisedValue(type, other.value);
}

/** Turns "invoiceNumber" into "Invoice number", "vatNumber" into "VAT number", and a cell into "Line 3, amount". */
export function fieldLabel(place: Place): string {
  const cell = toCellPlace(place);
  if (cell !== undefined) return `Line ${cell.line + 1}, ${columnWords.get(cell.column) ?? cell.column}`;
  const words = place
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[ _.-]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : (known.get(word.toLowerCase()) ?? word.toLowerCase())));
  const label = words.join(' ');
  return units.has(words.at(0) ?? '') ? label : label.charAt(0).toUpperCase() + label.slice(1);
}

const columnWords = new Map([
  ['unit', 'unit price'],
  ['amount', 'amount'],
]);

const known = new Map(
  ['IBAN', 'BIC', 'SWIFT', 'VAT', 'EORI', 'ID', 'VIN', 'PO', 'SKU', 'EAN', 'URL', 'CO2'].map((word) => [
    word.toLowerCase(),
    word,
  ]),
);
const units = new Set(['kg', 'km', 'cm', 'mm']);

/** The key of each part of a document that can be focused, corrected and decided: "total", or "lineItems.2.amount". */
export type Place = string;

interface CellPlace {
  readonly line: number;
  readonly column: string;
}

/** Parses a cell of the table of lines; returns undefined for a field. */
export function toCellPlace(place: Place): CellPlace | undefined {
  const [name, line, column] = place.split('.');
  return name === 'lineItems' && line !== undefined && column !== undefined
    ? { line: Number(line), column }
    : undefined;
}

export function cellPlace(line: number, column: string): Place {
  return `lineItems.${line}.${column}`;
}
