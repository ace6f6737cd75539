import type { HoleKind } from './key-template.ts';

/**
 * Returns the problem with a value for a hole of this kind, or undefined. Nothing is normalised: "01" and "1e3" are
 * refused, because two spellings of one number would make two different keys.
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

/** JavaScript's last representable date, 100,000,000 days after 1970. */
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

/** DynamoDB stores 38 digits, from 1E-130 to 9.99E+125. */
function numberProblem(value: string): string | undefined {
  const [whole, sign, digits = '', fraction = ''] = numberForm.exec(value) ?? [];
  if (whole === undefined || (sign === '-' && value === '-0')) {
    return 'is not a number in plain digits without spare zeros, such as 1200 or -0.5';
  }
  const significant = `${digits}${fraction}`.replace(/^0+|0+$/g, '').length;
  if (significant > 38) return `has ${significant} digits; DynamoDB keeps 38`;
  return digits.length > 126 || fraction.length > 130 ? 'is outside what DynamoDB can keep' : undefined;
}

type ReadValue =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: string };

/** Reads typed text as the value of a hole. Only times are rewritten, to the form that the key has. */
export function readValue(kind: HoleKind, typed: string): ReadValue {
  const text = typed.trim();
  const value = asStored(kind, text);
  const problem = text === '' ? 'is missing' : valueProblem(kind, value);
  return problem === undefined ? { ok: true, value } : { ok: false, problem: `${problem}${hint(kind)}` };
}

function asStored(kind: HoleKind, text: string): string {
  if (kind !== 'epochMs' && kind !== 'epochSeconds' && kind !== 'time') return text;
  if (kind === 'time' && valueProblem('time', text) === undefined) return text;
  const ms = parseInstant(text);
  if (ms === undefined) return text;
  if (kind === 'time') return new Date(ms).toISOString();
  return String(kind === 'epochMs' ? ms : Math.floor(ms / 1_000));
}

/** The time zone is required, because without it the text would be a different moment on each machine. */
const instant = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

function parseInstant(text: string): number | undefined {
  const date = instant.exec(text)?.[1];
  if (date === undefined || !isCalendarDate(date)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

function hint(kind: HoleKind): string {
  const epoch = kind === 'epochMs' || kind === 'epochSeconds';
  return epoch ? '; a time such as 2026-11-20T14:20Z is taken too' : '';
}

/** DynamoDB's limits for key values, in bytes of UTF-8. */
export const keyBytes = { partition: 2_048, sort: 1_024 } as const;

/**
 * Counts bytes here, because this folder knows neither Node's Buffer nor the browser's TextEncoder. It goes by code
 * units for speed, because a page of items is a megabyte of text. A lone surrogate counts three bytes, like its
 * replacement character.
 */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    bytes += code < 0x8_00 ? 1 : 2;
    if (isHigh(code) && isLow(text.charCodeAt(at + 1))) at += 1;
  }
  return bytes;
}

/** A surrogate pair takes four bytes for two code units. */
function isHigh(code: number): boolean {
  return code >= 0xd8_00 && code < 0xdc_00;
}

function isLow(code: number): boolean {
  return code >= 0xdc_00 && code < 0xe0_00;
}
