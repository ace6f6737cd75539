import { vatProblem } from '#shared/domain/review/account-and-tax-numbers.ts';
import type { Randomness } from '../randomness.ts';

export type DateStyle = '12 Nov 2026' | 'Nov 12, 2026' | '12.11.2026' | '12/11/2026' | '12-11-2026';

/** The way in which a company of that country writes an invoice. */
export interface Country {
  readonly name: string;
  readonly currency: string;
  /** The currency's sign in a heading. */
  readonly sign: string;
  /** The separators between thousands, and before the cents. */
  readonly separators: readonly [thousands: string, decimals: string];
  readonly dates: DateStyle;
  readonly tax: { readonly name: string; readonly perMille: number; readonly numberLabel: string };
  taxNumber(dice: Randomness): string;
  account(dice: Randomness): string;
}

const comma = [',', '.'] as const;
const point = ['.', ','] as const;

export const countries = {
  GB: {
    name: 'United Kingdom',
    currency: 'GBP',
    sign: '£',
    separators: comma,
    dates: '12 Nov 2026',
    tax: vat(200),
    taxNumber: (dice) => {
      const [area, number] = [digits(dice, 3), digits(dice, 4)];
      return withCheckDigits(digits(dice, 2), (check) => `GB ${area} ${number} ${check}`);
    },
    account: (dice) => bankAccount('GB', `${dice.code(4).replaceAll(/\d/g, 'X')}${digits(dice, 14)}`),
  },
  IE: {
    name: 'Ireland',
    currency: 'EUR',
    sign: '€',
    separators: comma,
    dates: '12/11/2026',
    tax: vat(230),
    taxNumber: (dice) => endedRight(digits(dice, 7), (number) => `IE${number}W`),
    account: (dice) => bankAccount('IE', `XQIE${digits(dice, 14)}`),
  },
  NL: {
    name: 'Netherlands',
    currency: 'EUR',
    sign: '€',
    separators: point,
    dates: '12-11-2026',
    tax: vat(210),
    taxNumber: (dice) => endedRight(digits(dice, 9), (number) => `NL${number}B01`),
    account: (dice) => bankAccount('NL', `XMPL0${digits(dice, 9)}`),
  },
  DE: {
    name: 'Germany',
    currency: 'EUR',
    sign: '€',
    separators: point,
    dates: '12.11.2026',
    tax: vat(190),
    taxNumber: (dice) => endedRight(digits(dice, 9), (number) => `DE${number}`),
    account: (dice) => bankAccount('DE', `9${digits(dice, 17)}`),
  },
  FR: {
    name: 'France',
    currency: 'EUR',
    sign: '€',
    separators: [' ', ','],
    dates: '12/11/2026',
    tax: vat(200),
    taxNumber: (dice) => {
      const [key, number] = [digits(dice, 2), digits(dice, 9)];
      return withCheckDigits(key, (check) => `FR ${check} ${number}`);
    },
    account: (dice) => bankAccount('FR', `99999${digits(dice, 18)}`),
  },
  CH: {
    name: 'Switzerland',
    currency: 'CHF',
    sign: 'CHF',
    separators: ["'", '.'],
    dates: '12.11.2026',
    tax: vat(81),
    taxNumber: (dice) => {
      const [one, two] = [digits(dice, 3), digits(dice, 3)];
      return endedRight(digits(dice, 3), (three) => `CHE-${one}.${two}.${three}`);
    },
    account: (dice) => bankAccount('CH', `99999${digits(dice, 12)}`),
  },
  NO: {
    name: 'Norway',
    currency: 'NOK',
    sign: 'kr',
    separators: [' ', ','],
    dates: '12.11.2026',
    tax: vat(250),
    taxNumber: (dice) => endedRight(digits(dice, 9), (number) => `NO ${number} MVA`),
    account: (dice) => bankAccount('NO', `9${digits(dice, 10)}`),
  },
  FI: {
    name: 'Suomi',
    currency: 'EUR',
    sign: '€',
    separators: [' ', ','],
    dates: '12.11.2026',
    tax: { ...vat(255), name: 'ALV' },
    taxNumber: (dice) => endedRight(digits(dice, 8), (number) => `FI${number}`),
    account: (dice) => bankAccount('FI', `9${digits(dice, 13)}`),
  },
  DK: {
    name: 'Danmark',
    currency: 'DKK',
    sign: 'kr.',
    separators: point,
    dates: '12-11-2026',
    tax: { ...vat(250), name: 'Moms' },
    taxNumber: (dice) => endedRight(digits(dice, 8), (number) => `DK ${number}`),
    account: (dice) => bankAccount('DK', `9${digits(dice, 13)}`),
  },
  US: {
    name: 'United States',
    currency: 'USD',
    sign: '$',
    separators: comma,
    dates: 'Nov 12, 2026',
    tax: { name: 'Sales tax', perMille: 82.5, numberLabel: 'Tax ID' },
    taxNumber: (dice) => `00-${digits(dice, 7)}`,
    account: (dice) => `${digits(dice, 4)} ${digits(dice, 4)} ${digits(dice, 4)}`,
  },
} as const satisfies Record<string, Country>;
export type CountryCode = keyof typeof countries;

/** The first is no nought, so that a number stays one of that many digits. */
export function digits(dice: Randomness, count: number): string {
  let text = String(1 + dice.integer(9));
  while (text.length < count) text += String(dice.integer(10));
  return text;
}

/** Its last two digits are changed until its check digits are right. */
function endedRight(number: string, write: (number: string) => string): string {
  return withCheckDigits(number.slice(-2), (check) => write(number.slice(0, -2) + check));
}

/** A tax number has the check digits of its country, like those on real paper. `from` is where the search begins. */
function withCheckDigits(from: string, write: (check: string) => string): string {
  for (let step = 0; step < 100; step += 1) {
    const number = write(String((Number(from) + step) % 100).padStart(2, '0'));
    if (vatProblem(number) === null) return number;
  }
  return write(from);
}

function vat(perMille: number): Country['tax'] {
  return { name: 'VAT', perMille, numberLabel: 'VAT number' };
}

/**
 * An account number that passes every check but belongs to no account, since its bank does not exist.
 * https://en.wikipedia.org/wiki/International_Bank_Account_Number#Algorithms
 */
export function bankAccount(country: string, account: string): string {
  const check = 98 - remainder(`${account}${country}00`);
  const whole = `${country}${String(check).padStart(2, '0')}${account}`;
  return whole.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** Returns the remainder by 97 of the number that reads A as 10, B as 11 and so on. */
function remainder(text: string): number {
  let rest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    rest = code > 57 ? (rest * 100 + code - 55) % 97 : (rest * 10 + code - 48) % 97;
  }
  return rest;
}
