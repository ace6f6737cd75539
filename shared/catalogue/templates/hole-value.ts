import type { HoleKind } from './key-template.ts';

/**
 * What is wrong with a value for a hole of this kind, or undefined. Nothing is normalised: "01" and "1e3"
 * are refused, because two spellings of one number would be two parameters of one key.
 */
export function valueProblem(kind: HoleKind, value: string): string | undefined {
  if (value === '') return 'is empty';
  // Keys are compared as UTF-8, in which all lone surrogates are the same character.
  if (/\p{Surrogate}/u.test(value)) return 'has half of a character; paste it again';
  if (value.includes('#')) return 'has a "#", which separates the parts of a key';
  return checks[kind](value);
}

const ulidForm = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const emailForm = /^[^\s@]+@[^\s@]+$/;
const dateForm = /^(\d{4})-(\d{2})-(\d{2})$/;
const timeForm = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/;
const wholeForm = /^(0|[1-9]\d*)$/;
const numberForm = /^(-?)(0|[1-9]\d*)(?:\.(\d*[1-9]))?$/;

/** The last moment a date can be, 100,000,000 days after 1970. */
const lastMs = 8_640_000_000_000_000n;

const checks: Readonly<Record<HoleKind, (value: string) => string | undefined>> = {
  text: () => undefined,
  ulid: (value) =>
    ulidForm.test(value)
      ? undefined
      : 'is not a ULID: 26 digits and capital letters without I, L, O and U, the first from 0 to 7',
  email: (value) => (emailForm.test(value) ? undefined : 'is not an e-mail address'),
  date: (value) => (isCalendarDate(value) ? undefined : 'is not a day of the calendar, such as 2026-11-20'),
  time: (value) =>
    isCalendarDate(timeForm.exec(value)?.[1] ?? '')
      ? undefined
      : 'is not a time in UTC, such as 2026-11-20T14:20:17.402Z',
  epochMs: (value) => epochProblem(value, lastMs, 'milliseconds'),
  epochSeconds: (value) => epochProblem(value, lastMs / 1_000n, 'seconds'),
  number: numberProblem,
};

export function isCalendarDate(value: string): boolean {
  const [, year, month, day] = dateForm.exec(value) ?? [];
  if (year === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

function epochProblem(value: string, last: bigint, unit: string): string | undefined {
  if (!wholeForm.test(value))
    return `is not a count of ${unit} since 1970 in plain digits without spare zeros`;
  return value.length > 16 || BigInt(value) > last ? 'is later than any date can be' : undefined;
}

/** DynamoDB keeps 38 digits, from 1E-130 to 9.99E+125. */
function numberProblem(value: string): string | undefined {
  const [whole, sign, digits = '', fraction = ''] = numberForm.exec(value) ?? [];
  if (whole === undefined || (sign === '-' && value === '-0')) {
    return 'is not a number in plain digits without spare zeros, such as 1200 or -0.5';
  }
  const significant = `${digits}${fraction}`.replace(/^0+|0+$/g, '').length;
  if (significant > 38) return `has ${significant} digits; DynamoDB keeps 38`;
  return digits.length > 126 || fraction.length > 130 ? 'is outside what DynamoDB can keep' : undefined;
}
