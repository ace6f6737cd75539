import {
  lineColumns,
  linesPlace,
  type Edit,
  type LineColumn,
  type ReviewDocument,
  type ReviewLine,
} from '../../contract/review-document.ts';
import { cellPlace, editAt, isDecided, type Edits } from './draft-rules.ts';
import { normalisedValue } from './normalised-value.ts';
import {
  amountParts,
  exactAmount,
  findMarkOfThreeDecimals,
  isGroupedByLakhs,
  listReadings,
  multiplyAmounts,
  rounded,
  sumAmounts,
  writtenLike,
  type ExactAmount,
} from './printed-amount.ts';
import { listMarkSamples } from './three-decimals.ts';

/** The values of a line. */
export type Cells = Readonly<Record<LineColumn, string>>;

/**
 * Joins two lines into one. Quantities add up where the unit prices are the same. `mark` is the decimal mark of a
 * document whose currency has three decimals.
 */
export function mergeCells(one: Cells, other: Cells, mark?: string): Cells {
  const description = [one.description, other.description].filter((text) => text !== '').join(' ');
  if (isBare(other)) return { ...one, description };
  if (isBare(one)) return { ...other, description };
  const isSameUnit = normalisedValue('money', one.unit) === normalisedValue('money', other.unit);
  return {
    description,
    quantity: isSameUnit ? add(one.quantity, other.quantity) : '',
    unit: isSameUnit ? one.unit : '',
    amount: add(one.amount, other.amount, mark),
  };
}

function isBare({ quantity, unit, amount }: Cells): boolean {
  return quantity === '' && unit === '' && amount === '';
}

/** Adds two printed numbers, written as they are. What is no number is kept if the other is empty. */
function add(one: string, other: string, decided?: string): string {
  const mark = decided ?? findMarkOfThreeDecimals([one, other]);
  const [[a], [b]] = [listReadings(one, mark), listReadings(other, mark)];
  if (a !== undefined && b !== undefined) {
    return writtenLike([...listMarkSamples(decided), one, other], sumAmounts([a, b]));
  }
  return one === '' ? other : other === '' ? one : '';
}

/** The ways to split a line, each with the two lines that come of it. */
export function splitAtWord(line: Cells, word: number): readonly [Cells, Cells] | undefined {
  const words = line.description.split(/\s+/).filter((text) => text !== '');
  if (word < 1 || word >= words.length) return undefined;
  const rest = { quantity: '', unit: '', amount: '' };
  return [
    { ...line, description: words.slice(0, word).join(' ') },
    { ...rest, description: words.slice(word).join(' ') },
  ];
}

/** Splits off a quantity. The amounts follow from the unit price, or from the share of the quantity. */
export function splitByQuantity(line: Cells, quantity: string): readonly [Cells, Cells] | undefined {
  const [part, all, unit, amount] = [quantity, line.quantity, line.unit, line.amount].map(exactAmount);
  if (!part || !all) return undefined;
  const left = subtract(all, part);
  if (left.units === 0n || part.units === 0n || all.units === 0n) return undefined;
  const one =
    amount && (unit ? rounded(multiplyAmounts(part, unit), amount.places) : takeShare(amount, part, all));
  return [
    { ...line, quantity: quantity.trim(), amount: one ? writtenLike([line.amount], one) : '' },
    {
      ...line,
      quantity: writtenLike([line.quantity, quantity], left),
      amount: one && amount ? writtenLike([line.amount], subtract(amount, one)) : '',
    },
  ];
}

/** Splits off an amount. A quantity that no longer fits is left empty rather than guessed. */
export function splitByAmount(line: Cells, amount: string): readonly [Cells, Cells] | undefined {
  const [part, all] = [amount, line.amount].map(exactAmount);
  if (!part || !all) return undefined;
  const left = subtract(all, part);
  if (left.units === 0n || part.units === 0n) return undefined;
  const same = { ...line, quantity: '', unit: '' };
  return [
    { ...same, amount: amount.trim() },
    { ...same, amount: writtenLike([line.amount, amount], left) },
  ];
}

/** Returns as much of an amount as `part` is of `all`, to as many places, rounded down. */
function takeShare(amount: ExactAmount, part: ExactAmount, all: ExactAmount): ExactAmount {
  const units =
    (amount.units * part.units * 10n ** BigInt(all.places)) / (all.units * 10n ** BigInt(part.places));
  return { units, places: amount.places };
}

function subtract(one: ExactAmount, other: ExactAmount): ExactAmount {
  return sumAmounts([one, { ...other, units: -other.units }]);
}

/** The cells that a spreadsheet puts on the clipboard, as rows of values. */
interface PastedCells {
  readonly values: readonly (readonly string[])[];
  /** The first row named the columns, and was left out. */
  readonly hadHeadings: boolean;
  /** How many columns do not fit to the right of the focused one. */
  readonly columnsLeftOut: number;
}

/** Reads tab-separated or comma-separated text. Returns undefined if it is empty. */
export function readPastedCells(text: string, column: LineColumn): PastedCells | undefined {
  const rows = splitRows(text, findSeparator(text)).map((row) => row.map(toCellText));
  const [first, ...others] = rows;
  if (first === undefined || rows.every((row) => row.every((value) => value === ''))) return undefined;
  const hadHeadings = others.length > 0 && isHeading(first);
  const room = lineColumns.length - lineColumns.indexOf(column);
  const widest = Math.max(...rows.map((row) => row.length));
  return {
    values: (hadHeadings ? others : rows).map((row) => row.slice(0, room)),
    hadHeadings,
    columnsLeftOut: Math.max(0, widest - room),
  };
}

function toCellText(value: string): string {
  return value.replaceAll(/\s+/g, ' ').trim().slice(0, longestCell);
}

const longestCell = 2_000;

/** A comma separates columns only where it cannot be a part of numbers, as in one column of "7.733,00". */
function findSeparator(text: string): string {
  if (text.includes('\t')) return '\t';
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.every((line) => line.includes(';'))) return ';';
  const isNumbers = lines.every((line) => amountParts(line.trim()) !== null && !isGroupedByLakhs(line));
  const widths = new Set(splitRows(text, ',').map((row) => row.length));
  const isTable = lines.length > 1 && widths.size === 1 && !widths.has(1);
  return isTable && !isNumbers ? ',' : '\t';
}

/** A cell in quotes may have separators, line breaks and doubled quotes in it (RFC 4180). */
function splitRows(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) {
      row.push(cell);
      cell = '';
    } else if (character === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else if (character !== '\r') cell += character;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}

/** Every cell of the first row is the usual name of a column. */
function isHeading(row: readonly string[]): boolean {
  const named = row.filter((value) => value !== '');
  return named.length > 0 && named.every((value) => headings.has(value.toLowerCase().replace(/[.:]$/, '')));
}

const headings: ReadonlySet<string> = new Set(
  (
    'description|text|item|article|position|product|service|beschreibung|bezeichnung|artikel|leistung|' +
    'qty|quantity|units|pieces|menge|anzahl|stück|unit|unit price|price|einzelpreis|preis|ep|' +
    'amount|line amount|total|net|sum|value|betrag|gesamt|gesamtpreis|summe|netto|no|nr|pos|#'
  ).split('|'),
);

interface CachedLine {
  readonly edits: readonly (Edit | undefined)[];
  readonly line: Cells;
}

/** The last edited form of each line. A line is parsed once for each object, and not for every key that is typed. */
const editedLines = new WeakMap<ReviewLine, CachedLine>();

/** Returns the lines with the edits of their cells. It is the same list until one of them is different. */
export function findEditedLines(document: ReviewDocument, edits: Edits): readonly Cells[] {
  const before = linesBefore.get(document);
  if (before !== undefined && hasSameCells(before.edits, edits)) return before.lines;
  const lines = document.lines.map((line, at) => findEditedLine(line, edits, at));
  linesBefore.set(document, { edits, lines });
  return lines;
}

/** A key that is typed in a field changes no line, and five hundred are not put together for it. */
const linesBefore = new WeakMap<
  ReviewDocument,
  { readonly edits: Edits; readonly lines: readonly Cells[] }
>();

function hasSameCells(one: Edits, other: Edits): boolean {
  if (one === other) return true;
  const cells = listCells(one);
  return cells.length === listCells(other).length && cells.every((place) => one[place] === other[place]);
}

function listCells(edits: Edits): readonly string[] {
  return Object.keys(edits).filter((place) => place.startsWith(`${linesPlace}.`));
}

/** Returns the line with a person's edits: the same object as before where none of its cells has changed since. */
export function findEditedLine(read: ReviewLine, edits: Edits, at: number): Cells {
  // An accepted cell has the value that was read.
  const own = lineColumns.map((column) => {
    const edit = editAt(edits, cellPlace(at, column));
    return edit?.kind === 'accepted' ? undefined : edit;
  });
  if (own.every((edit) => edit === undefined)) return read;
  const before = editedLines.get(read);
  if (before?.edits.every((edit, index) => edit === own[index]) === true) return before.line;
  const [description, quantity, unit, amount] = lineColumns.map((column, index) => {
    const edit = own[index];
    if (edit?.kind === 'unreadable' || edit?.kind === 'absent') return '';
    return edit?.kind === 'value' && isDecided(edit) ? edit.value.trim() : read[column];
  });
  const line = {
    description: description ?? '',
    quantity: quantity ?? '',
    unit: unit ?? '',
    amount: amount ?? '',
  };
  editedLines.set(read, { edits: own, line });
  return line;
}
