import type { ReviewDocument } from '../../contract/review-document.ts';
import { counted } from '../formatting.ts';
import { fieldLabel, valueWith, type Edits, type Place } from './draft-rules.ts';
import { findEditedLines } from './line-values.ts';
import { fieldType } from './normalised-value.ts';
import {
  findMarkOfThreeDecimals,
  isSame,
  multiplyAmounts,
  pickSamples,
  listReadings,
  rounded,
  sumAmounts,
  writtenLike,
  type ExactAmount,
} from './printed-amount.ts';
import { decideForDocument, listMarkSamples } from './three-decimals.ts';

export interface RowCheck {
  /** `not known`: one of its cells is empty or not a number. */
  readonly state: 'fits' | 'does not fit' | 'not known';
  /** Quantity times unit price, formatted like the document's amounts; null if unknown. */
  readonly expected: string | null;
}

export interface TotalCheck {
  readonly lines: number;
  /** The number of lines whose amount is not a number. The sum excludes them. */
  readonly unread: number;
  readonly sum: string;
  /** The field that the lines have to add up to; null if the document does not show which. */
  readonly field: Place | null;
  /** The value of that field; null if no reader has found it. */
  readonly says: string | null;
  /** Null if there is nothing to compare. */
  readonly fits: boolean | null;
}

interface LineChecks {
  readonly rows: readonly RowCheck[];
  /** Null if there are no lines. */
  readonly total: TotalCheck | null;
}

/** Checks the table with the corrections so far, so that a correction shows at once. */
export function lineChecks(document: ReviewDocument, edits: Edits): LineChecks {
  const cells = findEditedLines(document, edits);
  const sums = sumFields(document);
  const mark = decideForDocument(document, edits, cells);
  const samples = pickSamples([
    ...listMarkSamples(mark),
    ...cells.flatMap(({ amount, unit }) => [amount, unit]),
    ...sums.map((name) => valueWith(document, edits, name) ?? ''),
  ]);
  return {
    rows: checkRows(cells, samples, mark),
    total: cells.length === 0 ? null : totalCheck(document, edits, { cells, sums, samples, decided: mark }),
  };
}

type Cells = Readonly<Record<'quantity' | 'unit' | 'amount', string>>;

function checkRows(
  cells: readonly Cells[],
  samples: readonly string[],
  mark: string | undefined,
): readonly RowCheck[] {
  const before = checkedRows.get(cells);
  const isKnown =
    before?.samples.length === samples.length && samples.every((one, at) => one === before.samples[at]);
  if (before !== undefined && isKnown && before.mark === mark) return before.rows;
  const rows = cells.map((row) => rowCheck(row, samples, mark));
  checkedRows.set(cells, { samples, mark, rows });
  return rows;
}

/** Writing five hundred products takes longer than a frame, and typing in a field changes none of them. */
const checkedRows = new WeakMap<
  readonly Cells[],
  {
    readonly samples: readonly string[];
    readonly mark: string | undefined;
    readonly rows: readonly RowCheck[];
  }
>();

function rowCheck(cells: Cells, samples: readonly string[], mark: string | undefined): RowCheck {
  const { state, dues } = compareRow(cells, mark);
  const [due] = dues;
  const expected =
    due === undefined
      ? null
      : writtenLike([...listMarkSamples(mark), cells.amount, cells.unit, ...samples], due);
  return { state, expected };
}

export interface ComparedRow {
  readonly state: RowCheck['state'];
  /** Quantity times unit price, in each way in which they can be read. */
  readonly dues: readonly ExactAmount[];
  readonly amount: ExactAmount | null;
}

/** Compares a line's amount with its quantity times its unit price. A line object is compared once for each mark. */
export function compareRow(cells: Cells, mark?: string): ComparedRow {
  const known = comparedRows.get(cells);
  if (known !== undefined && known.mark === mark) return known.compared;
  const readings = listReadings(cells.amount, mark);
  // The amount shows to how many places it was rounded. Without an amount, the unit price does.
  const listDues = (places?: number): readonly ExactAmount[] =>
    listReadings(cells.quantity, mark).flatMap((quantity) =>
      listReadings(cells.unit, mark).map((unit) =>
        rounded(multiplyAmounts(quantity, unit), places ?? unit.places),
      ),
    );
  const fitting = readings.find((one) => listDues(one.places).some((due) => isSame(due, one)));
  const amount = fitting ?? readings[0] ?? null;
  const dues = listDues(amount?.places);
  const state =
    amount === null || dues.length === 0 ? 'not known' : fitting === undefined ? 'does not fit' : 'fits';
  const compared: ComparedRow = { state, dues, amount };
  comparedRows.set(cells, { mark, compared });
  return compared;
}

const comparedRows = new WeakMap<
  Cells,
  { readonly mark: string | undefined; readonly compared: ComparedRow }
>();

/** Reads a line's amount. `mark` stands before three decimals elsewhere in the document; it may be undefined. */
export function readLineAmount(cells: Cells, mark: string | undefined): ExactAmount | null {
  return mark === undefined ? compareRow(cells).amount : (listReadings(cells.amount, mark)[0] ?? null);
}

interface Summands {
  readonly cells: readonly Cells[];
  /** The fields that may hold the sum of the lines. */
  readonly sums: readonly Place[];
  readonly samples: readonly string[];
  /** The decimal mark of a document whose currency has three decimals. */
  readonly decided: string | undefined;
}

function totalCheck(
  document: ReviewDocument,
  edits: Edits,
  { cells, sums, samples, decided }: Summands,
): TotalCheck {
  const values = sums.map((name) => valueWith(document, edits, name) ?? '');
  const mark = decided ?? findMarkOfThreeDecimals([...cells.map(({ amount }) => amount), ...values]);
  const amounts = cells.map((row) => readLineAmount(row, mark)).filter((amount) => amount !== null);
  const sum = sumAmounts(amounts);
  const unread = cells.length - amounts.length;
  const amountAt = (place: Place): ExactAmount | null =>
    listReadings(valueWith(document, edits, place) ?? '', mark)[0] ?? null;
  const field =
    findNamedSum(
      document.checks.map(({ name }) => name),
      sums,
    ) ?? onlySame(sums, sum, amountAt);
  const said = field === null ? null : amountAt(field);
  return {
    lines: cells.length,
    unread,
    sum: writtenLike(samples, sum),
    field,
    says: field === null ? null : valueWith(document, edits, field),
    fits: said === null || unread > 0 ? null : isSame(sum, said),
  };
}

function sumFields({ fields }: ReviewDocument): readonly Place[] {
  const kinds = new Set(['money', 'number']);
  return fields.filter(({ type }) => kinds.has(fieldType(type).kind)).map(({ name }) => name);
}

/** The pipeline's own check names the field: "Line items add up to the subtotal". */
export function findNamedSum(checks: readonly string[], sums: readonly Place[]): Place | null {
  for (const name of checks) {
    const word = /^line items add up to (?:the )?(.+)$/i.exec(name)?.[1];
    const [field, ...others] = word === undefined ? [] : sums.filter((sum) => isNamed(sum, word));
    if (field !== undefined && others.length === 0) return field;
  }
  return null;
}

/** Otherwise the only field with exactly this value is used. A field that is only close would be a guess. */
function onlySame(
  sums: readonly Place[],
  sum: ExactAmount,
  amountAt: (place: Place) => ExactAmount | null,
): Place | null {
  const [field, ...others] = sums.filter((place) => {
    const amount = amountAt(place);
    return amount !== null && isSame(amount, sum);
  });
  return field !== undefined && others.length === 0 ? field : null;
}

/** "goodsValue" is the value of goods, "receivedWeight" the weight received, "costs" the sum of costs. */
export function isNamed(field: string, words: string): boolean {
  const [own, asked] = [toWordList(fieldLabel(field)), toWordList(words)];
  return own.length === asked.length && own.every((word) => asked.includes(word));
}

function toWordList(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word !== '' && !fillers.has(word));
}

const fillers = new Set(['the', 'of', 'sum', 'kg']);

/** Formats the check: "5 lines sum to 2,493.00, same as subtotal". */
export function describeTotal({ lines, unread, sum, field, says, fits }: TotalCheck): string {
  const amounts = lines - unread;
  if (amounts === 0) return lines === 1 ? 'The line amount is not a number' : 'No line has an amount';
  const added = `${counted(amounts, 'line')} ${amounts === 1 ? 'comes' : 'sum'} to ${sum}`;
  const left =
    unread === 0
      ? ''
      : `, without ${counted(unread, 'line')} that ${unread === 1 ? 'is' : 'are'} not a number`;
  if (field === null) return `${added}${left}`;
  const label = toSentencePart(fieldLabel(field));
  if (fits === true) return `${added}, same as ${label}`;
  return `${added}${left}; ${label} ${says === null || says === '' ? 'is unknown' : `says ${says}`}`;
}

/** Writes a label inside a sentence. */
export function toSentencePart(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
