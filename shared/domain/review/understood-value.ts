import type { ReviewDocument } from '../../contract/review-document.ts';
import { fieldType, normalisedValue, printedDate } from './normalised-value.ts';
import { amountParts, exactAmount, listReadings, writtenLike } from './printed-amount.ts';

/**
 * Says how a typed value is understood, where it may be doubted: "1.250" is more than a thousand or one and a quarter,
 * and "03/04/2026" is in April or in March. Null where the value has one meaning only. `amounts` are the other amounts
 * of the document, which show how it writes its own.
 */
export function describeUnderstood(
  type: string | null,
  value: string,
  amounts: readonly string[],
): string | null {
  const { kind } = fieldType(type);
  if (kind === 'date') return describeDate(value.trim());
  return kind === 'money' || kind === 'number' ? describeAmount(type, value.trim(), amounts) : null;
}

function describeAmount(type: string | null, value: string, amounts: readonly string[]): string | null {
  const [, other] = listReadings(value);
  if (other === undefined) return null;
  const parts = amountParts(value);
  const understood = `Understood as ${normalisedValue(type, value)}.`;
  // A document that writes "12.50" does not write a point between thousands.
  if (parts === null || parts.group !== findDecimalMark(amounts)) return understood;
  const digits = String(other.units < 0n ? -other.units : other.units).padStart(other.places + 1, '0');
  const whole = digits.slice(0, -other.places);
  const fraction = digits.slice(-other.places).replace(/0+$/, '').padEnd(2, '0');
  // Three decimals would be thousands again.
  const meant = `${whole}${parts.group}${fraction.length === 3 ? `${fraction}0` : fraction}`;
  return `${understood} This document writes decimals with “${parts.group}”: if ${meant} is meant, write ${meant}.`;
}

/** Returns the sign before the decimals of the document's amounts; null if they do not agree, or have none. */
export function findDecimalMark(amounts: readonly string[]): '.' | ',' | null {
  const marks = new Set(
    amounts.flatMap((amount) => {
      const parts = amountParts(amount);
      // Three decimals may be thousands.
      if (parts === null || parts.fraction === '' || parts.fraction.length === 3) return [];
      return /[.,](?=\d+\D*$)/.exec(amount)?.[0] ?? [];
    }),
  );
  const [mark] = marks;
  return marks.size === 1 && (mark === '.' || mark === ',') ? mark : null;
}

interface PrintedLike {
  /** The value that was read in its place, which goes before the others. */
  readonly read: string | null;
  /** The amounts of the document. */
  readonly amounts: readonly string[];
}

/**
 * Writes an amount with the signs that the document has for decimals and thousands: "94,32" becomes "94.32". No digit is
 * added or taken away. What can be read in two ways, or would be then, stays as it was typed.
 */
export function writeAsDocument(type: string | null, value: string, { read, amounts }: PrintedLike): string {
  const { kind } = fieldType(type);
  if (kind !== 'money' && kind !== 'number') return value;
  const own = read === null ? [] : [read];
  const [amount, mark] = [exactAmount(value), findDecimalMark(own) ?? findDecimalMark(amounts)];
  if (amount === null || mark === null || listReadings(value).length > 1) return value;
  const size = { ...amount, units: amount.units < 0n ? -amount.units : amount.units };
  const written = value.replace(printedNumber, writtenLike([`0${mark}0`, ...own, ...amounts], size));
  const isSame = normalisedValue(type, written) === normalisedValue(type, value);
  return isSame && listReadings(written).length === 1 ? written : value;
}

const printedNumber = /\d(?:[\d\s.,'’]*\d)?/;

function describeDate(value: string): string | null {
  const date = printedDate(value);
  const [, one = '', , other = '', year = ''] = numericDate.exec(value) ?? [];
  if (date === null || one === '') return null;
  const isEither = Number(one) <= 12 && Number(other) <= 12 && Number(one) !== Number(other);
  // With points the day comes first everywhere, but two figures of a year can be of two centuries.
  if (!(isEither && !value.includes('.')) && year.length === 4) return null;
  return `Understood as ${String(date.day)} ${months[date.month - 1] ?? ''} ${String(date.year)}.`;
}

const numericDate = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/;
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Lists the amounts of a document as they are printed. */
export function listPrintedAmounts({
  fields,
  lines,
}: Pick<ReviewDocument, 'fields' | 'lines'>): readonly string[] {
  return [
    ...fields.flatMap(({ type, value }) =>
      fieldType(type).kind === 'money' && value !== null ? [value] : [],
    ),
    ...lines.flatMap(({ unit, amount }) => [unit, amount]),
  ];
}
