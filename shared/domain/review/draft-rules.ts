import {
  lineColumns,
  type Correction,
  type Edit,
  type ReviewDocument,
  type ReviewField,
} from '../../contract/review-document.ts';
import { cellType, normalisedValue } from './normalised-value.ts';

export type Edits = Readonly<Record<Place, Edit>>;
/** `check`: every field is looked at, the sure ones too. */
export type ReviewMode = 'review' | 'check';

/** Fields first, then the table line by line: everything that can be corrected. */
export function allPlaces({ fields, lines }: Pick<ReviewDocument, 'fields' | 'lines'>): readonly Place[] {
  return [
    ...fields.map(({ name }) => name),
    ...lines.flatMap((_, line) => lineColumns.map((column) => cellPlace(line, column))),
  ];
}

/** What a person has to look at, in the order of the page: what is flagged, or all of it. */
export function placesToDecide(document: ReviewDocument, mode: ReviewMode): readonly Place[] {
  const { fields, lines, thresholds, differs } = document;
  // The third person decides between two: where those differ.
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

/** Those of them that nobody has decided yet. */
export function undecided(document: ReviewDocument, edits: Edits, mode: ReviewMode): readonly Place[] {
  return placesToDecide(document, mode).filter((place) => !isDecided(editAt(edits, place)));
}

/** Only what is another than was read: a field that was typed again as it stood is no correction. */
export function correctionsOf(document: ReviewDocument, edits: Edits): Correction[] {
  return allPlaces(document).flatMap((place): Correction[] => {
    const edit = editAt(edits, place);
    if (edit?.kind === 'unreadable') return [{ field: place, unreadable: true }];
    if (edit?.kind !== 'value' || !isDecided(edit)) return [];
    const value = edit.value.trim();
    return value === (valueAt(document, place) ?? '').trim() ? [] : [{ field: place, value }];
  });
}

/** As it stands in the document. Null: no reader has found it. */
export function valueAt(document: ReviewDocument, place: Place): string | null {
  const cell = cellOf(place);
  if (cell === undefined) return document.fields.find(({ name }) => name === place)?.value ?? null;
  const column = lineColumns.find((one) => one === cell.column);
  return column === undefined ? null : (document.lines[cell.line]?.[column] ?? null);
}

/** As it will stand with what was made of it. Null: nobody has found it, or nobody can read it. */
export function valueWith(document: ReviewDocument, edits: Edits, place: Place): string | null {
  const edit = editAt(edits, place);
  if (edit?.kind === 'unreadable') return null;
  return edit?.kind === 'value' && isDecided(edit) ? edit.value.trim() : valueAt(document, place);
}

/** Of one place; what every object inherits is no edit. */
export function editAt(edits: Edits, place: Place): Edit | undefined {
  return Object.hasOwn(edits, place) ? edits[place] : undefined;
}

/** A field that was emptied is not decided: it has a value, or nobody can read it. */
export function isDecided(edit: Edit | undefined): edit is Edit {
  return edit !== undefined && (edit.kind !== 'value' || edit.value.trim() !== '');
}

/** It has a value, or the schema asks for one. */
function isDue({ value, type }: ReviewField): boolean {
  return (value !== null && value !== '') || type !== null;
}

/** What stands at a place: a value, nothing, or that nobody can read it. */
export interface Standing {
  readonly value: string | null;
  readonly unreadable: boolean;
}

export interface FieldDiff {
  readonly place: Place;
  /** As I saw it. */
  readonly base: Standing;
  /** What I make of it; null where I have not been there. */
  readonly mine: Standing | null;
  /** As it is now. */
  readonly theirs: Standing;
  /** It says something else now than I saw. */
  readonly moved: boolean;
  /** I have been there, and it says something else now than I do. */
  readonly conflict: boolean;
}

/** Where I have changed something, or somebody else has: as I saw it, as I have it, as it is now. */
export function fieldDiff(base: ReviewDocument, edits: Edits, theirs: ReviewDocument): readonly FieldDiff[] {
  const places = new Set([...allPlaces(base), ...allPlaces(theirs)]);
  const types = new Map([...base.fields, ...theirs.fields].map(({ name, type }) => [name, type]));
  return [...places].flatMap((place): readonly FieldDiff[] => {
    const cell = cellOf(place);
    const type = cell === undefined ? (types.get(place) ?? null) : cellType(cell.column);
    const [was, is] = [standingAt(base, place), standingAt(theirs, place)];
    const mine = standingOf(editAt(edits, place), was);
    const moved = !saysTheSame(type, was, is);
    const isMine = mine !== null && !saysTheSame(type, was, mine);
    if (!moved && !isMine) return [];
    const conflict = mine !== null && moved && !saysTheSame(type, mine, is);
    return [{ place, base: was, mine, theirs: is, moved, conflict }];
  });
}

/** What stays of my edits on their version: mine where I keep them, nothing where I take theirs. */
export function keptEdits(edits: Edits, diffs: readonly FieldDiff[], takesTheirs: ReadonlySet<Place>): Edits {
  const kept = new Map(Object.entries(edits));
  for (const { place, mine, moved, conflict } of diffs) {
    const edit = mine === null || takesTheirs.has(place) ? undefined : editInto(mine, moved && !conflict);
    if (edit === undefined) kept.delete(place);
    else kept.set(place, edit);
  }
  return Object.fromEntries(kept);
}

/** Where both say the same, theirs stands and is accepted. */
function editInto(mine: Standing, isAgreed: boolean): Edit | undefined {
  if (isAgreed) return { kind: 'accepted' };
  if (mine.unreadable) return { kind: 'unreadable' };
  return mine.value === null ? undefined : { kind: 'value', value: mine.value };
}

function standingAt(document: ReviewDocument, place: Place): Standing {
  const field = document.fields.find(({ name }) => name === place);
  const value = valueAt(document, place);
  // As the pipeline keeps what a reviewer could not read.
  const unreadable = field?.readBy === 'reviewer' && (value === null || value === '');
  return { value: value === '' ? null : value, unreadable };
}

function standingOf(edit: Edit | undefined, base: Standing): Standing | null {
  if (edit === undefined) return null;
  // That nothing was found is nothing to hold against what somebody has found since.
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

/** "Invoice number" of "invoiceNumber", "VAT number" of "vatNumber", "Line 3, amount" of a cell. */
export function fieldLabel(place: Place): string {
  const cell = cellOf(place);
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

/** "total", or "lineItems.2.amount": what can be focused, corrected and decided of a document. */
export type Place = string;

interface CellPlace {
  readonly line: number;
  readonly column: string;
}

/** Of a cell of the table of lines; undefined for a field. */
export function cellOf(place: Place): CellPlace | undefined {
  const [name, line, column] = place.split('.');
  return name === 'lineItems' && line !== undefined && column !== undefined
    ? { line: Number(line), column }
    : undefined;
}

export function cellPlace(line: number, column: string): Place {
  return `lineItems.${line}.${column}`;
}
