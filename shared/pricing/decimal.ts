import { groupedDigits } from '../domain/formatting.ts';

/** A decimal number as digits and decimal places, so that prices of a millionth add up exactly. */
export interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

export const zero: Decimal = { digits: 0n, places: 0 };

const written = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/;

/** Reads text such as "0.000035". For a JavaScript number it uses the digits that it prints. */
export function decimal(value: string | number | bigint): Decimal {
  const match = written.exec(String(value));
  if (match === null) throw new RangeError(`${value} is not a decimal number`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const places = fraction.length - Number(exponent);
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places };
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(a.places, b.places);
  return { digits: shifted(a, places) + shifted(b, places), places };
}

export function times(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, places: a.places + b.places };
}

/** Divides by 1, 10, 100 and so on, the units that prices are per. This is exact. */
export function perPowerOfTen(a: Decimal, power: number): Decimal {
  const zeros = String(power).length - 1;
  if (power !== 10 ** zeros) throw new RangeError(`${power} is not a power of ten`);
  return { digits: a.digits, places: a.places + zeros };
}

export function sumDecimals(values: readonly Decimal[]): Decimal {
  return values.reduce(plus, zero);
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const places = Math.max(a.places, b.places);
  const difference = shifted(a, places) - shifted(b, places);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** Rounds a half away from zero, as prices are printed: 0.0125 becomes 0.013. */
export function rounded(value: Decimal, places: number): Decimal {
  if (value.places <= places) return { digits: shifted(value, places), places };
  const unit = 10n ** BigInt(value.places - places);
  const half = (value.digits < 0n ? -unit : unit) / 2n;
  return { digits: (value.digits + half) / unit, places };
}

/** Writes all digits without trailing zeros. */
export function decimalText(value: Decimal): string {
  const text = fixedText(value);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Writes all decimal places, including trailing zeros. */
export function fixedText({ digits, places }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const all = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  if (places === 0) return `${sign}${all}`;
  return `${sign}${all.slice(0, -places)}.${all.slice(-places)}`;
}

function shifted({ digits, places }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(to - places);
}

export interface MoneyStyle {
  /** The decimal places, for a column with aligned decimal points. */
  readonly places?: number;
  /** The form of amounts below the last place: in words, as "<$0.0001" for a column, or with their own digits. */
  readonly tiny?: 'words' | 'sign' | 'digits';
}

/** Formats exact dollars for display: "$6,098", "$2.27", "$0.0755", "less than $0.0001". */
export function moneyText(usd: string, { places, tiny = 'words' }: MoneyStyle = {}): string {
  const value = decimal(usd);
  const size: Decimal = { ...value, digits: value.digits < 0n ? -value.digits : value.digits };
  const sign = value.digits < 0n ? '−' : '';
  if (size.digits === 0n) return `$${fixedText(rounded(size, places ?? 2))}`;

  const shownPlaces = places ?? placesFor(size);
  const least = { digits: 1n, places: shownPlaces };
  if (compareDecimals(size, least) < 0) {
    if (tiny === 'digits') return `${sign}$${fixedText(rounded(size, findFirstPlace(size)))}`;
    if (sign === '') return `${tiny === 'sign' ? '<' : 'less than '}$${fixedText(least)}`;
  }
  const text = fixedText(rounded(size, shownPlaces));
  return `${sign}$${groupedDigits(places === undefined && shownPlaces > 2 ? withoutZerosPastCents(text) : text)}`;
}

/**
 * Returns the decimals with which every amount of a column or list is shown, so that its points stand below each other:
 * cents, or four places where all are below $10 and one is below $1.
 */
export function placesOfColumn(amounts: Iterable<string | null>): number {
  const sizes = [...amounts]
    .flatMap((usd) => (usd === null ? [] : Math.abs(Number(usd))))
    .filter((usd) => usd > 0);
  if (sizes.length === 0) return 2;
  return Math.max(...sizes) < 10 && Math.min(...sizes) < 1 ? 4 : 2;
}

function placesFor(size: Decimal): number {
  if (compareDecimals(size, decimal(100)) >= 0) return 0;
  return compareDecimals(size, decimal(1)) >= 0 ? 2 : 4;
}

/** Returns the place of the first non-zero digit: the seventh for 0.00000056. */
function findFirstPlace(size: Decimal): number {
  return size.places - String(size.digits).length + 1;
}

function withoutZerosPastCents(text: string): string {
  return text.replace(/(\.\d\d\d*?)0+$/, '$1');
}
