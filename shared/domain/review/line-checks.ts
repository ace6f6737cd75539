import type { ReviewDocument } from '../../contract/review-document.ts';
import { cellPlace, fieldLabel, valueWith, type Edits, type Place } from './draft-rules.ts';
import { fieldType } from './normalised-value.ts';
import {
  exactAmount,
  isSame,
  productOf,
  readingsOf,
  rounded,
  sumOf,
  writtenLike,
  type ExactAmount,
} from './printed-amount.ts';

interface RowCheck {
  /** `not known`: one of its cells is empty, or no number. */
  readonly state: 'fits' | 'does not fit' | 'not known';
  /** What quantity times unit price comes to, as the document writes amounts; null where that is not known. */
  readonly expected: string | null;
}

export interface TotalCheck {
  readonly lines: number;
  /** Lines whose amount is no number: the sum is without them. */
  readonly unread: number;
  readonly sum: string;
  /** The field that the lines have to add up to; null where the document does not say which. */
  readonly field: Place | null;
  /** What it says; null where nobody has read it. */
  readonly says: string | null;
  /** Null where there is nothing to compare. */
  readonly fits: boolean | null;
}

interface LineChecks {
  readonly rows: readonly RowCheck[];
  /** Null where there are no lines. */
  readonly total: TotalCheck | null;
}

/** The table added up with what has been corrected so far, so that a correction shows at once. */
export function lineChecks(document: ReviewDocument, edits: Edits): LineChecks {
  const textAt = (line: number, column: string): string =>
    valueWith(document, edits, cellPlace(line, column)) ?? '';
  const cells = document.lines.map((_, line) => ({
    quantity: textAt(line, 'quantity'),
    unit: textAt(line, 'unit'),
    amount: textAt(line, 'amount'),
  }));
  const sums = sumFields(document);
  const samples = [
    ...cells.flatMap(({ amount, unit }) => [amount, unit]),
    ...sums.map((name) => valueWith(document, edits, name) ?? ''),
  ];
  return {
    rows: cells.map((row) => rowCheck(row, samples)),
    total: cells.length === 0 ? null : totalCheck(document, edits, { cells, sums, samples }),
  };
}

type Cells = Readonly<Record<'quantity' | 'unit' | 'amount', string>>;

function rowCheck(cells: Cells, samples: readonly string[]): RowCheck {
  const amount = exactAmount(cells.amount);
  // The amount says to how many places it was rounded; without one, the unit price does.
  const dues = readingsOf(cells.quantity).flatMap((quantity) =>
    readingsOf(cells.unit).map((unit) => rounded(productOf(quantity, unit), (amount ?? unit).places)),
  );
  const [due] = dues;
  if (due === undefined) return { state: 'not known', expected: null };
  const expected = writtenLike([cells.amount, cells.unit, ...samples], due);
  if (amount === null) return { state: 'not known', expected };
  return { state: dues.some((one) => isSame(one, amount)) ? 'fits' : 'does not fit', expected };
}

interface Summands {
  readonly cells: readonly Cells[];
  /** Fields that may say what the lines come to. */
  readonly sums: readonly Place[];
  readonly samples: readonly string[];
}

function totalCheck(document: ReviewDocument, edits: Edits, { cells, sums, samples }: Summands): TotalCheck {
  const amounts = cells.map(({ amount }) => exactAmount(amount)).filter((amount) => amount !== null);
  const sum = sumOf(amounts);
  const unread = cells.length - amounts.length;
  const amountAt = (place: Place): ExactAmount | null => exactAmount(valueWith(document, edits, place) ?? '');
  const field = namedByCheck(document, sums) ?? onlySame(sums, sum, amountAt);
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

/** The pipeline's own check says which: "Line items add up to the subtotal". */
function namedByCheck({ checks }: ReviewDocument, sums: readonly Place[]): Place | null {
  for (const { name } of checks) {
    const word = /^line items add up to (?:the )?(.+)$/i.exec(name)?.[1];
    const [field, ...others] = word === undefined ? [] : sums.filter((sum) => isNamed(sum, word));
    if (field !== undefined && others.length === 0) return field;
  }
  return null;
}

/** Else the only one that says just that; one that is merely near would be a guess. */
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
function isNamed(field: string, words: string): boolean {
  const [own, asked] = [wordsOf(fieldLabel(field)), wordsOf(words)];
  return own.length === asked.length && own.every((word) => asked.includes(word));
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word !== '' && !fillers.has(word));
}

const fillers = new Set(['the', 'of', 'sum', 'kg']);

/** "5 lines sum to 2,493.00, same as subtotal". */
export function totalWords({ lines, unread, sum, field, says, fits }: TotalCheck): string {
  const counted = lines - unread;
  if (counted === 0) return lines === 1 ? 'The amount of the line is no number' : 'No line has an amount';
  const added = counted === 1 ? `1 line comes to ${sum}` : `${counted} lines sum to ${sum}`;
  const left =
    unread === 0
      ? ''
      : `, without ${unread === 1 ? '1 line' : `${unread} lines`} that ${unread === 1 ? 'is' : 'are'} no number`;
  if (field === null) return `${added}${left}`;
  const label = inSentence(fieldLabel(field));
  if (fits === true) return `${added}, same as ${label}`;
  return `${added}${left}; ${label} ${says === null || says === '' ? 'is not known' : `says ${says}`}`;
}

function inSentence(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
