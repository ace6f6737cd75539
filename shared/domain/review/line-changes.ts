import {
  lineColumns,
  linesPlace,
  mostEditedLines,
  type Edit,
  type EditedLine,
  type LineColumn,
  type ReviewDocument,
} from '../../contract/review-document.ts';
import { counted } from '../formatting.ts';
import { arrangeLines, cellPlace, editAt, toCellPlace, type Edits, type Place } from './draft-rules.ts';
import { mergeCells, type Cells } from './line-values.ts';
import { decideForDocument } from './three-decimals.ts';

/** How lines differ from those before, in numbers. A line that only stands elsewhere is moved. */
interface LineChanges {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly moved: number;
}

/** Says "13 lines: 2 added, 1 removed, 3 changed". */
export function describeLineChanges(before: readonly Cells[], lines: readonly EditedLine[]): string {
  const { added, removed, changed, moved } = countLineChanges(before, lines);
  const parts = [
    [added, 'added'],
    [removed, 'removed'],
    [changed, 'changed'],
    [moved, 'moved'],
  ] as const;
  const told = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  const all = lines.length === 0 ? 'no lines' : counted(lines.length, 'line');
  return told.length === 0 ? all : `${all}: ${told.join(', ')}`;
}

export function countLineChanges(before: readonly Cells[], lines: readonly EditedLine[]): LineChanges {
  const seen = new Set<number>();
  const order: number[] = [];
  let changed = 0;
  for (const line of lines) {
    const { from } = line;
    const was = from === null || seen.has(from) ? undefined : before[from];
    if (from === null || was === undefined) continue;
    seen.add(from);
    order.push(from);
    if (lineColumns.some((column) => line[column] !== was[column])) changed += 1;
  }
  return {
    added: lines.length - order.length,
    removed: before.length - order.length,
    changed,
    moved: order.length - longestRise(order),
  };
}

/** The length of the longest rising selection of numbers: as many lines stand in their old order. */
function longestRise(numbers: readonly number[]): number {
  const ends: number[] = [];
  for (const number of numbers) {
    const at = ends.findIndex((end) => end >= number);
    if (at < 0) ends.push(number);
    else ends[at] = number;
  }
  return ends.length;
}

/** One change of the table of lines. Numbers of lines are those that the person sees. */
export type LineChange =
  | { readonly kind: 'add'; readonly at: number }
  | { readonly kind: 'remove' | 'duplicate' | 'merge'; readonly line: number }
  | { readonly kind: 'move'; readonly line: number; readonly by: 1 | -1 }
  | { readonly kind: 'split'; readonly line: number; readonly parts: readonly [Cells, Cells] }
  /** Writes the value of a cell into the one below. */
  | { readonly kind: 'copy down'; readonly line: number; readonly column: LineColumn }
  /** Moves a cell and those below it by so many lines, as where a reader slipped. */
  | { readonly kind: 'shift'; readonly line: number; readonly column: LineColumn; readonly by: number }
  /** Swaps two columns in all lines, as where a reader took one for the other. */
  | {
      readonly kind: 'swap';
      readonly line: number;
      readonly column: LineColumn;
      /** Undefined: there is no column on that side. */
      readonly other: LineColumn | undefined;
    }
  /** Writes a block of values, the first at this cell. Lines are added at the end, or all in front of this line. */
  | {
      readonly kind: 'paste';
      readonly line: number;
      readonly column: LineColumn;
      readonly values: readonly (readonly string[])[];
      readonly isInserted: boolean;
    }
  /** Brings a removed line back. `from` is its number as it was read. */
  | { readonly kind: 'restore'; readonly from: number };

interface Changed {
  readonly edits: Edits;
  /** The cell to go to. Null: no line is left. */
  readonly focus: Place | null;
}

/** Applies a change to the lines as arranged. Returns undefined where it is not possible. */
export function changeLines(document: ReviewDocument, edits: Edits, change: LineChange): Changed | undefined {
  const rows = readRows(document, edits);
  const made = changeRows(rows, change, document, edits);
  if (made === undefined || made.rows.length > mostEditedLines) return undefined;
  const [line, column] = made.at;
  const last = Math.min(line, made.rows.length - 1);
  return {
    edits: writeRows(document, edits, made.rows),
    focus: last < 0 ? null : cellPlace(last, column),
  };
}

/** Takes lines as a whole, for example those of a colleague. Edits of cells of the lines before mean nothing in them. */
export function replaceLines(edits: Edits, lines: Extract<Edit, { readonly kind: 'lines' }>): Edits {
  const others = Object.entries(edits).filter(([place]) => toCellPlace(place) === undefined);
  return { ...Object.fromEntries(others), [linesPlace]: lines };
}

/** Lists the lines that were read and are no longer there, each with the number of the line now in its place. */
export function listRemovedLines(
  { lines }: Pick<ReviewDocument, 'lines'>,
  edits: Edits,
): readonly { readonly from: number; readonly before: number }[] {
  const edit = editAt(edits, linesPlace);
  if (edit?.kind !== 'lines') return [];
  const sources = edit.lines.map(({ from }) => from);
  const there = new Set(sources);
  return lines.flatMap((_, from) => {
    if (there.has(from)) return [];
    return [{ from, before: findPlaceFor(sources, from) }];
  });
}

/** Says for each line whether it was read, and from which line. A second part of a split line is new. */
export function listSources(edits: Edits, lines: number): readonly LineSource[] {
  const edit = editAt(edits, linesPlace);
  if (edit?.kind !== 'lines') return Array.from({ length: lines }, (_, from) => ({ from, isNew: false }));
  const seen = new Set<number>();
  return edit.lines.map(({ from }) => {
    const isNew = from === null || seen.has(from);
    if (from !== null) seen.add(from);
    return { from, isNew };
  });
}

export interface LineSource {
  readonly from: number | null;
  readonly isNew: boolean;
}

/** A line while it is changed: its values, and what this person has decided about its cells. */
interface Row {
  readonly base: Cells;
  readonly from: number | null;
  readonly isNew: boolean;
  readonly edits: Readonly<Partial<Record<LineColumn, Edit>>>;
}

interface ChangedRows {
  readonly rows: readonly Row[];
  readonly at: readonly [line: number, column: LineColumn];
}

function readRows(document: ReviewDocument, edits: Edits): readonly Row[] {
  const { lines } = arrangeLines(document, edits);
  const sources = listSources(edits, lines.length);
  return lines.map((base, line) => {
    const of = lineColumns.flatMap((column) => {
      const edit = editAt(edits, cellPlace(line, column));
      return edit === undefined ? [] : [[column, edit] as const];
    });
    const { from = null, isNew = true } = sources[line] ?? {};
    return { base, from, isNew, edits: Object.fromEntries(of) };
  });
}

/** Where every line stands in its old place, there is no edit of all lines. */
function writeRows(document: ReviewDocument, edits: Edits, rows: readonly Row[]): Edits {
  const others = Object.entries(edits).filter(
    ([place]) => place !== linesPlace && toCellPlace(place) === undefined,
  );
  const cells = rows.flatMap((row, line) =>
    lineColumns.flatMap((column) => {
      // A person who adds a line has decided its amount.
      const edit = row.edits[column] ?? (row.isNew && column === 'amount' ? accepted : undefined);
      return edit === undefined ? [] : [[cellPlace(line, column), edit] as const];
    }),
  );
  const isAsRead =
    rows.length === document.lines.length && rows.every(({ from, isNew }, line) => from === line && !isNew);
  const lines = rows.map(({ base, from }) => ({ ...pickCells(base), from }));
  const whole = isAsRead ? [] : [[linesPlace, { kind: 'lines' as const, lines }] as const];
  return Object.fromEntries([...others, ...whole, ...cells]);
}

const accepted: Edit = { kind: 'accepted' };

function pickCells({ description, quantity, unit, amount }: Cells): Cells {
  return { description, quantity, unit, amount };
}

function changeRows(
  rows: readonly Row[],
  change: LineChange,
  document: ReviewDocument,
  edits: Edits,
): ChangedRows | undefined {
  switch (change.kind) {
    case 'add':
      return { rows: rows.toSpliced(change.at, 0, newRow()), at: [change.at, 'description'] };
    case 'paste':
      return pasteInto(rows, change);
    case 'restore':
      return restoreRow(rows, change.from, document);
    default: {
      const row = rows[change.line];
      return row === undefined
        ? undefined
        : changeRow(rows, row, change, () => decideForDocument(document, edits, rows.map(readValues)));
    }
  }
}

type ChangeOfLine = Exclude<LineChange, { readonly kind: 'add' | 'paste' | 'restore' }>;

function changeRow(
  rows: readonly Row[],
  row: Row,
  change: ChangeOfLine,
  findMark: () => string | undefined,
): ChangedRows | undefined {
  const { line } = change;
  switch (change.kind) {
    case 'remove':
      return { rows: rows.toSpliced(line, 1), at: [line, 'description'] };
    case 'duplicate':
      return {
        rows: rows.toSpliced(line + 1, 0, { ...newRow(readValues(row)) }),
        at: [line + 1, 'description'],
      };
    case 'merge': {
      const next = rows[line + 1];
      if (next === undefined) return undefined;
      const merged = setCells(row, mergeCells(readValues(row), readValues(next), findMark()));
      return { rows: rows.toSpliced(line, 2, merged), at: [line, 'description'] };
    }
    case 'split': {
      const [one, other] = change.parts;
      const second = { ...newRow(other), from: row.from };
      return { rows: rows.toSpliced(line, 1, setCells(row, one), second), at: [line + 1, 'description'] };
    }
    case 'move': {
      const to = line + change.by;
      if (to < 0 || to >= rows.length) return undefined;
      return { rows: rows.toSpliced(line, 1).toSpliced(to, 0, row), at: [to, 'description'] };
    }
    case 'copy down': {
      const next = rows[line + 1];
      if (next === undefined) return undefined;
      const value = readValues(row)[change.column];
      const below = setCells(next, { [change.column]: value });
      return { rows: rows.toSpliced(line + 1, 1, below), at: [line + 1, change.column] };
    }
    case 'swap':
      return swapColumns(rows, change);
    default:
      return shiftColumn(rows, change);
  }
}

function swapColumns(
  rows: readonly Row[],
  { line, column, other }: Extract<LineChange, { readonly kind: 'swap' }>,
): ChangedRows | undefined {
  if (other === undefined || other === column) return undefined;
  const swapped = rows.map((row) => {
    const values = readValues(row);
    return setCells(row, { [column]: values[other], [other]: values[column] });
  });
  return { rows: swapped, at: [line, other] };
}

/** Values that would fall off the end get lines of their own. Above the first line there is none. */
function shiftColumn(
  rows: readonly Row[],
  { line, column, by }: Extract<LineChange, { readonly kind: 'shift' }>,
): ChangedRows | undefined {
  if (by === 0 || line + by < 0) return undefined;
  const values = rows.map((row) => readValues(row)[column]);
  const blanks = Array.from({ length: Math.abs(by) }, () => '');
  const moved =
    by > 0 ? values.toSpliced(line, 0, ...blanks) : [...values.toSpliced(line + by, -by), ...blanks];
  const needed = moved.findLastIndex((value) => value !== '') + 1;
  const added = Array.from({ length: Math.max(0, needed - rows.length) }, () => newRow());
  const all = [...rows, ...added];
  return {
    rows: all.map((row, at) => setCells(row, { [column]: moved[at] ?? '' })),
    at: [line + by, column],
  };
}

function pasteInto(
  rows: readonly Row[],
  { line, column, values, isInserted }: Extract<LineChange, { readonly kind: 'paste' }>,
): ChangedRows {
  const first = lineColumns.indexOf(column);
  const toCells = (texts: readonly string[]): Partial<Cells> =>
    Object.fromEntries(
      texts.slice(0, lineColumns.length - first).map((text, at) => [lineColumns[first + at], text]),
    );
  const at = [line, column] as const;
  if (isInserted) return { rows: rows.toSpliced(line, 0, ...values.map((one) => newRow(toCells(one)))), at };
  const missing = Math.max(0, line + values.length - rows.length);
  const all = [...rows, ...Array.from({ length: missing }, () => newRow())];
  return {
    rows: all.map((row, index) => {
      const texts = values[index - line];
      return texts === undefined ? row : setCells(row, toCells(texts));
    }),
    at,
  };
}

function restoreRow(rows: readonly Row[], from: number, { lines }: ReviewDocument): ChangedRows | undefined {
  const base = lines[from];
  if (base === undefined) return undefined;
  const line = findPlaceFor(
    rows.map((row) => row.from),
    from,
  );
  return {
    rows: rows.toSpliced(line, 0, { base, from, isNew: false, edits: {} }),
    at: [line, 'description'],
  };
}

/** A line stands behind the nearest one that was read above it. */
function findPlaceFor(sources: readonly (number | null)[], from: number): number {
  let [place, nearest] = [0, -1];
  for (const [at, source] of sources.entries()) {
    if (source === null || source >= from || source < nearest) continue;
    nearest = source;
    place = at + 1;
  }
  return place;
}

function newRow(cells: Partial<Cells> = {}): Row {
  const base = { description: '', quantity: '', unit: '', amount: '', ...cells };
  return { base, from: null, isNew: true, edits: {} };
}

/** Returns the values that the person sees. */
function readValues({ base, edits }: Row): Cells {
  const read = (column: LineColumn): string => {
    const edit = edits[column];
    if (edit?.kind === 'value') return edit.value.trim();
    return edit?.kind === 'unreadable' || edit?.kind === 'absent' ? '' : base[column];
  };
  return {
    description: read('description'),
    quantity: read('quantity'),
    unit: read('unit'),
    amount: read('amount'),
  };
}

/** A cell of a line that was read is edited, so that what it was stays known. A new line was nothing before. */
function setCells(row: Row, cells: Partial<Cells>): Row {
  const now = readValues(row);
  const changed = lineColumns.filter(
    (column) => cells[column] !== undefined && cells[column] !== now[column],
  );
  if (changed.length === 0) return row;
  const left = Object.entries(row.edits).filter(([column]) => !changed.some((one) => one === column));
  if (row.isNew) {
    const values = Object.fromEntries(changed.map((column) => [column, cells[column] ?? '']));
    return { ...row, base: { ...row.base, ...values }, edits: Object.fromEntries(left) };
  }
  const made = changed.flatMap((column): [string, Edit][] => {
    const edit = toCellEdit(row.base[column], cells[column] ?? '');
    return edit === undefined ? [] : [[column, edit]];
  });
  return { ...row, edits: Object.fromEntries([...left, ...made]) };
}

/** A cell that has its old value again is as it was read. */
function toCellEdit(read: string, value: string): Edit | undefined {
  if (value === read.trim()) return undefined;
  return value === '' ? { kind: 'absent' } : { kind: 'value', value };
}
