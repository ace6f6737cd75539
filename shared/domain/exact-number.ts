/**
 * A number as DynamoDB stores it: text of up to 38 digits between 1E-130 and 9.9…E+125. A JavaScript number holds 15 of
 * those digits, so sums and comparisons use whole numbers of any length.
 */
interface ExactNumber {
  /** The value is `digits` × 10^`exponent`, without trailing zeros. Zero is 0 × 10^0. */
  readonly digits: bigint;
  readonly exponent: number;
}

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;
// The limit is wide enough for DynamoDB's numbers and their sums, and narrow enough that no text can request a power of
// ten that fills the memory.
const longest = 1_000;

export function parseExact(text: string): ExactNumber | null {
  if (text.length > longest) return null;
  const [, sign = '', whole = '', fraction = '', power = '0'] = decimal.exec(text) ?? [];
  if (whole + fraction === '') return null;
  const exponent = Number(power);
  if (Math.abs(exponent) > longest) return null;
  const digits = BigInt(whole + fraction);
  return normalised(sign === '-' ? -digits : digits, exponent - fraction.length);
}

/** Tells whether DynamoDB stores this number with every digit. */
export function isKept(text: string): boolean {
  const number = parseExact(text);
  if (number === null) return false;
  const figures = String(number.digits).replace('-', '').length;
  const power = figures - 1 + number.exponent;
  return number.digits === 0n || (figures <= 38 && power >= -130 && power <= 125);
}

/** Returns the same text for equal values: "1500000", "-0.5", and "1E+125" for long numbers. */
export function canonicalExact(text: string): string {
  return writeExact(parsed(text));
}

export function addExact(a: string, b: string): string {
  const left = parsed(a);
  const right = parsed(b);
  const exponent = Math.min(left.exponent, right.exponent);
  return writeExact(normalised(scaled(left, exponent) + scaled(right, exponent), exponent));
}

export function compareExact(a: string, b: string): -1 | 0 | 1 {
  const left = parsed(a);
  const right = parsed(b);
  const exponent = Math.min(left.exponent, right.exponent);
  const difference = scaled(left, exponent) - scaled(right, exponent);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

function parsed(text: string): ExactNumber {
  const number = parseExact(text);
  if (number === null) throw new RangeError('Expected a decimal number, written with digits.');
  return number;
}

function normalised(digits: bigint, exponent: number): ExactNumber {
  if (digits === 0n) return { digits: 0n, exponent: 0 };
  const zeros = /0*$/.exec(digits.toString())?.[0].length ?? 0;
  return { digits: digits / 10n ** BigInt(zeros), exponent: exponent + zeros };
}

function scaled({ digits, exponent }: ExactNumber, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

/** Writes plain digits up to DynamoDB's 38, and otherwise a form such as 1.5E+125. */
function writeExact({ digits, exponent }: ExactNumber): string {
  const sign = digits < 0n ? '-' : '';
  const figures = (digits < 0n ? -digits : digits).toString();
  const power = figures.length - 1 + exponent;
  if (power >= 38 || power < -7) return `${sign}${scientific(figures, power)}`;
  if (exponent >= 0) return `${sign}${figures}${'0'.repeat(exponent)}`;
  const padded = figures.padStart(1 - exponent, '0');
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

function scientific(figures: string, power: number): string {
  const rest = figures.slice(1);
  return `${figures[0]}${rest === '' ? '' : `.${rest}`}E${power < 0 ? '-' : '+'}${Math.abs(power)}`;
}
