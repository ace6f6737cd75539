import { groupedDigits } from '../domain/grouped-number.ts';
import { compareDecimals, decimal, fixedText, rounded } from './decimal.ts';
import type { Decimal } from './decimal.ts';

export interface MoneyStyle {
  /** Decimal places, for a column in which points stand below each other. */
  readonly places?: number;
  /** How to write what is less than the last place: in words, "<$0.0001" for a column, or with its own digits. */
  readonly tiny?: 'words' | 'sign' | 'digits';
}

/** Exact dollars as people read them: "$6,098", "$2.27", "$0.0755", "less than $0.0001". */
export function moneyText(usd: string, { places, tiny = 'words' }: MoneyStyle = {}): string {
  const value = decimal(usd);
  const size: Decimal = { ...value, digits: value.digits < 0n ? -value.digits : value.digits };
  const sign = value.digits < 0n ? '−' : '';
  if (size.digits === 0n) return `$${fixedText(rounded(size, places ?? 2))}`;

  const shownPlaces = places ?? placesFor(size);
  const least = { digits: 1n, places: shownPlaces };
  if (compareDecimals(size, least) < 0) {
    if (tiny === 'digits') return `${sign}$${fixedText(rounded(size, firstPlaceOf(size)))}`;
    if (sign === '') return `${tiny === 'sign' ? '<' : 'less than '}$${fixedText(least)}`;
  }
  const text = fixedText(rounded(size, shownPlaces));
  return `${sign}$${groupedDigits(places === undefined && shownPlaces > 2 ? withoutZerosPastCents(text) : text)}`;
}

function placesFor(size: Decimal): number {
  if (compareDecimals(size, decimal(100)) >= 0) return 0;
  return compareDecimals(size, decimal(1)) >= 0 ? 2 : 4;
}

/** Of 0.00000056 the seventh. */
function firstPlaceOf(size: Decimal): number {
  return size.places - String(size.digits).length + 1;
}

function withoutZerosPastCents(text: string): string {
  return text.replace(/(\.\d\d\d*?)0+$/, '$1');
}
