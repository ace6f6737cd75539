import {
  lineColumns,
  linesPlace,
  type Correction,
  type Edit,
  type EditedLine,
  type ReviewDocument,
  type ReviewField,
  type ReviewLine,
} from '../../contract/review-document.ts';
import { capitalize, counted } from '../formatting.ts';
import { cellType, normalisedValue } from './normalised-value.ts';
import { oncePerDocument } from './once-per-document.ts';
import { exactAmount, sumAmounts, writtenLike } from './printed-amount.ts';
import { listPrintedAmounts, writeAsDocument } from './understood-value.ts';

export type Edits = Readonly<Record<Place, Edit>>;
/** In `check` mode every field is looked at, including the confident ones. */
export type ReviewMode = 'review' | 'check';

/**
 * Returns the document with its lines as this person has arranged them. Everything that shows, checks or decides cells
 * works on it, because the places of cells name these lines. It is the same object while no line was moved.
 */
export function arrangeLines(document: ReviewDocument, edits: Edits): ReviewDocument {
  const edit = editAt(edits, linesPlace);
  if (edit?.kind !== 'lines') return document;
  const known = arranged.get(edit) ?? new WeakMap<ReviewDocument, ReviewDocument>();
  arranged.set(edit, known);
  if (known.has(document)) return known.get(document) ?? document;
  const made = { ...document, lines: toLines(document, edit.lines), differs: renumber(document, edit.lines) };
  // The rules ask again with what they were given, which is arranged already.
  known.set(document, made).set(made, made);
  return made;
}

/** An edit is never changed in place, so what was made of it stays true, for each document that it was made of. */
const arranged = new WeakMap<Edit, WeakMap<ReviewDocument, ReviewDocument>>();

function toLines({ lines }: ReviewDocument, edited: readonly EditedLine[]): ReviewLine[] {
  let page: number | null = lines[0]?.page ?? null;
  return edited.map(({ from, ...cells }) => {
    const before = from === null ? undefined : lines[from];
    page = before?.page ?? page;
    return { ...cells, confidence: before?.confidence ?? null, page, box: before?.box ?? null };
  });
}

/** The places that two opinions differ about, by the lines' numbers now. A removed line has none. */
function renumber({ differs }: ReviewDocument, edited: readonly EditedLine[]): string[] {
  return differs.flatMap((place) => {
    const cell = toCellPlace(place);
    if (cell === undefined) return [place];
    const line = edited.findIndex(({ from }) => from === cell.line);
    return line < 0 ? [] : [cellPlace(line, cell.column)];
  });
}

/** Lists everything that can be corrected: first the fields, then the table line by line. */
export function allPlaces({
  fields,
  lines,
  differs = [],
}: Pick<ReviewDocument, 'fields' | 'lines'> & Partial<Pick<ReviewDocument, 'differs'>>): readonly Place[] {
  return [
    ...fields.map(({ name }) => name),
    ...(differs.includes(linesPlace) ? [linesPlace] : []),
    ...lines.flatMap((_, line) => lineColumns.map((column) => cellPlace(line, column))),
  ];
}

/** Lists the places that a person has to look at, in the order of the page: the flagged ones, or all of them. */
export const placesToDecide = oncePerDocument(findPlaces);

function findPlaces({ fields, lines, thresholds, differs }: ReviewDocument, mode: ReviewMode): Place[] {
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
  return [...named.map(({ name }) => name), ...(disputed.has(linesPlace) ? [linesPlace] : []), ...cells];
}

/** Lists the places among them that are not decided yet. */
export function undecided(document: ReviewDocument, edits: Edits, mode: ReviewMode): readonly Place[] {
  return placesToDecide(arrangeLines(document, edits), mode).filter(
    (place) => !isDecided(editAt(edits, place)),
  );
}

/**
 * Returns only values that differ from those read. Typing the same value again is not a correction. Lines that were
 * arranged differently are one correction of all of them.
 */
export function listCorrections(document: ReviewDocument, edits: Edits): Correction[] {
  const table = editAt(edits, linesPlace);
  const places = table?.kind === 'lines' ? document.fields.map(({ name }) => name) : allPlaces(document);
  const single = places.flatMap((place): Correction[] => {
    const edit = editAt(edits, place);
    if (edit?.kind === 'unreadable') return [{ field: place, unreadable: true }];
    const read = (valueAt(document, place) ?? '').trim();
    if (edit?.kind === 'absent') return isAbsent(document, place) ? [] : [{ field: place, absent: true }];
    if (edit?.kind !== 'value' || !isDecided(edit)) return [];
    const field = document.fields.find(({ name }) => name === place);
    const type = field === undefined ? cellType(toCellPlace(place)?.column ?? '') : field.type;
    if (edit.value.trim() === read) return [];
    const value = writeAsDocument(type, edit.value.trim(), { read, amounts: listPrintedAmounts(document) });
    if (value === read) return [];
    const { takenFrom } = edit;
    return [{ field: place, value, ...(takenFrom !== undefined && { takenFrom }) }];
  });
  if (table?.kind !== 'lines') return single;
  const lines = finishLines(document, edits);
  return isSameTable(document, lines) ? single : [...single, { field: linesPlace, lines }];
}

/** Returns the value that a correction writes. An absent and an unreadable one are empty; lines are written as JSON. */
export function correctedValue(correction: Readonly<SomeCorrection>): string {
  if ('value' in correction) return correction.value;
  if (!('lines' in correction)) return '';
  return JSON.stringify(
    correction.lines.map((line) => [...lineColumns.map((column) => line[column]), line.from]),
  );
}

type SomeCorrection =
  | { readonly value: string }
  | { readonly unreadable: true }
  | { readonly absent: true }
  | { readonly lines: readonly EditedLine[] };

/** Returns the lines as arranged, with the edits of their cells. An unreadable or absent cell is empty. */
export function finishLines(document: ReviewDocument, edits: Edits): EditedLine[] {
  const edit = editAt(edits, linesPlace);
  const sources = edit?.kind === 'lines' ? edit.lines.map(({ from }) => from) : undefined;
  const now = arrangeLines(document, edits);
  return now.lines.map((_, line) => {
    const at = (column: string): string => (valueWith(now, edits, cellPlace(line, column)) ?? '').trim();
    return {
      description: at('description'),
      quantity: at('quantity'),
      unit: at('unit'),
      amount: at('amount'),
      from: sources === undefined ? line : (sources[line] ?? null),
    };
  });
}

function isSameTable({ lines }: ReviewDocument, edited: readonly EditedLine[]): boolean {
  return (
    lines.length === edited.length &&
    edited.every((line, at) => lineColumns.every((column) => line[column] === lines[at]?.[column].trim()))
  );
}

/** A reviewer has already decided that the document does not have this field. */
function isAbsent({ fields }: ReviewDocument, place: Place): boolean {
  return fields.find(({ name }) => name === place)?.absent === true;
}

/** Returns the value in the document, or null if no reader has found it. */
export function valueAt(document: ReviewDocument, place: Place): string | null {
  const cell = toCellPlace(place);
  if (cell === undefined) return document.fields.find(({ name }) => name === place)?.value ?? null;
  const column = lineColumns.find((one) => one === cell.column);
  return column === undefined ? null : (document.lines[cell.line]?.[column] ?? null);
}

/**
 * Returns the value with the edits applied; null if it was not found, is unreadable or absent. A cell is one of the
 * document's own lines here: give the document that `arrangeLines` returns.
 */
export function valueWith(document: ReviewDocument, edits: Edits, place: Place): string | null {
  const edit = editAt(edits, place);
  if (edit?.kind === 'unreadable' || edit?.kind === 'absent') return null;
  return edit?.kind === 'value' && isDecided(edit) ? edit.value.trim() : valueAt(document, place);
}

/** Reads an own property only, because inherited properties are not edits. */
export function editAt(edits: Edits, place: Place): Edit | undefined {
  return Object.hasOwn(edits, place) ? edits[place] : undefined;
}

/** A field that was emptied is not decided: it must have a value or be marked as unreadable or absent. */
export function isDecided(edit: Edit | undefined): edit is Edit {
  return edit !== undefined && (edit.kind !== 'value' || edit.value.trim() !== '');
}

/** The field has a value, or the schema asks for one. */
function isDue({ value, type }: ReviewField): boolean {
  return (value !== null && value !== '') || type !== null;
}

/** The state of a place: a value, nothing, unreadable, or not on the document. */
export interface Standing {
  readonly value: string | null;
  readonly unreadable: boolean;
  readonly absent?: boolean;
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
  /** All lines as this person has arranged them. */
  readonly lines?: EditedLine[];
}

/** Lists the places that this person or another has changed, with the state seen, the edit and the present state. */
export function fieldDiff(base: ReviewDocument, edits: Edits, theirs: ReviewDocument): readonly FieldDiff[] {
  // Lines that were arranged differently have no cells in common.
  const isWhole = editAt(edits, linesPlace)?.kind === 'lines' || base.lines.length !== theirs.lines.length;
  const all = new Set([...allPlaces(base), ...allPlaces(theirs)]);
  const places = isWhole ? [...all].filter((place) => toCellPlace(place) === undefined) : [...all];
  const types = new Map([...base.fields, ...theirs.fields].map(({ name, type }) => [name, type]));
  const diffs = places.flatMap((place): readonly FieldDiff[] => {
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
  return isWhole ? [...diffs, ...diffLines(base, edits, theirs)] : diffs;
}

function diffLines(base: ReviewDocument, edits: Edits, theirs: ReviewDocument): readonly FieldDiff[] {
  const lines = finishLines(base, edits);
  const isMine = !isSameTable(base, lines);
  const moved = writeTable(base.lines) !== writeTable(theirs.lines);
  if (!moved && !isMine) return [];
  const mine = isMine ? describeTable(lines) : null;
  return [
    {
      place: linesPlace,
      base: describeTable(base.lines),
      mine,
      theirs: describeTable(theirs.lines),
      moved,
      conflict: isMine && moved && writeTable(lines) !== writeTable(theirs.lines),
      ...(isMine && { lines: lines.map((line) => ({ ...line, from: findSame(base, theirs, line.from) })) }),
    },
  ];
}

/** A number of a line means the same in another version only if that line is the same there. */
function findSame(base: ReviewDocument, theirs: ReviewDocument, from: number | null): number | null {
  const [before, now] = [base.lines[from ?? -1], theirs.lines[from ?? -1]];
  return before !== undefined && now !== undefined && writeTable([before]) === writeTable([now])
    ? from
    : null;
}

type LineCells = Pick<ReviewLine, (typeof lineColumns)[number]>;

/** Writes lines in the notation that is compared. */
function writeTable(lines: readonly LineCells[]): string {
  return JSON.stringify(
    lines.map((line) => lineColumns.map((column) => normalisedValue(cellType(column), line[column]))),
  );
}

function describeTable(lines: readonly LineCells[]): Standing {
  const amounts = lines.map(({ amount }) => exactAmount(amount)).filter((amount) => amount !== null);
  const samples = lines.map(({ amount }) => amount);
  const sum = amounts.length === 0 ? '' : `, together ${writtenLike(samples, sumAmounts(amounts))}`;
  return { value: `${counted(lines.length, 'line')}${sum}`, unreadable: false };
}

/** Carries the edits over to the other version, except where this person takes the other's value. */
export function mergeEdits(
  edits: Edits,
  diffs: readonly FieldDiff[],
  takesTheirs: ReadonlySet<Place>,
): Edits {
  const table = diffs.find(({ place }) => place === linesPlace);
  const kept = new Map(
    Object.entries(edits).filter(
      ([place]) => table === undefined || (place !== linesPlace && toCellPlace(place) === undefined),
    ),
  );
  for (const { place, mine, moved, conflict, lines } of diffs) {
    const isTheirs = mine === null || takesTheirs.has(place);
    if (place === linesPlace) {
      if (!isTheirs && lines !== undefined && (conflict || !moved)) kept.set(place, { kind: 'lines', lines });
      continue;
    }
    const edit = isTheirs ? undefined : editInto(mine, moved && !conflict);
    if (edit === undefined) kept.delete(place);
    else kept.set(place, edit);
  }
  return Object.fromEntries(kept);
}

/** If both agree, the other's value stays and is accepted. */
function editInto(mine: Standing, isAgreed: boolean): Edit | undefined {
  if (isAgreed) return { kind: 'accepted' };
  if (mine.unreadable) return { kind: 'unreadable' };
  if (mine.absent === true) return { kind: 'absent' };
  return mine.value === null ? undefined : { kind: 'value', value: mine.value };
}

function standingAt(document: ReviewDocument, place: Place): Standing {
  const field = document.fields.find(({ name }) => name === place);
  const value = valueAt(document, place);
  if (field?.absent === true) return { value: null, unreadable: false, absent: true };
  // The pipeline stores a value that a reviewer could not read in this form.
  const unreadable = field?.readBy === 'reviewer' && (value === null || value === '');
  return { value: value === '' ? null : value, unreadable };
}

function findStanding(edit: Edit | undefined, base: Standing): Standing | null {
  if (edit === undefined) return null;
  // Accepting that nothing was found does not conflict with a value that was found since.
  if (edit.kind === 'accepted') return isNothing(base) ? null : base;
  if (edit.kind === 'unreadable') return { value: null, unreadable: true };
  if (edit.kind === 'absent') return { value: null, unreadable: false, absent: true };
  if (edit.kind === 'lines') return null;
  const value = edit.value.trim();
  return value === '' ? null : { value, unreadable: false };
}

function isNothing({ value, unreadable, absent }: Standing): boolean {
  return value === null && !unreadable && absent !== true;
}

function saysTheSame(type: string | null, one: Standing, other: Standing): boolean {
  if (one.unreadable || other.unreadable) return one.unreadable === other.unreadable;
  if (one.absent === true || other.absent === true) return one.absent === other.absent;
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
  return units.has(words.at(0) ?? '') ? label : capitalize(label);
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
