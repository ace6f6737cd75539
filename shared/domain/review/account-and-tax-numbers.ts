/** Returns the problem with an account number as a sentence, or null. */
export function ibanProblem(value: string): string | null {
  const iban = value.replaceAll(/[\s.-]/g, '').toUpperCase();
  // Countries without IBANs have plain account numbers, which have no known form to check.
  if (/^\d{4,20}$/.test(iban)) return null;
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return 'Expected an IBAN such as GB33 BUKB 2020 1555 5555 55.';
  const due = lengths.get(iban.slice(0, 2));
  if (due !== undefined && iban.length !== due) {
    return `An IBAN of ${iban.slice(0, 2)} has ${due} characters; this has ${iban.length}.`;
  }
  if (due === undefined && (iban.length < shortestIban || iban.length > longestIban)) {
    return `An IBAN has ${shortestIban} to ${longestIban} characters; this has ${iban.length}.`;
  }
  // Check digits are 02 to 98, so 00, 01 and 99 are misread although their remainder may be 1.
  const check = Number(iban.slice(2, 4));
  return check >= 2 && check <= 98 && remainderOf97(iban.slice(4) + iban.slice(0, 4)) === 1
    ? null
    : 'The check digits of this IBAN are wrong. A character may be misread.';
}

const shortestIban = 15;
const longestIban = 34;

/** Computes the remainder by 97 of the number in which A is 10, B is 11 and so on (ISO 7064, MOD 97-10). */
function remainderOf97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** https://www.swift.com/resource/iban-registry-pdf */
const lengths = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 ' +
    'LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 ' +
    'QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((country): [string, number] => [country.slice(0, 2), Number(country.slice(2))]),
);

/** Returns the problem with a VAT number as a sentence, or null. Unknown countries are not checked. */
export function vatProblem(value: string): string | null {
  const vat = bareVatNumber(value);
  // The United States use an EIN in its place.
  if (/^\d{9}$/.test(vat)) return null;
  const country = /^[A-Z]{2}/.exec(vat)?.[0];
  if (country === undefined || !/\d/.test(vat)) {
    return 'Expected a VAT number such as GB 284 1177 54, starting with the country.';
  }
  const known = shapes.get(country);
  if (known === undefined) return null;
  const number = vat.slice(2);
  if (!known.form.test(number)) return `A VAT number of ${country} looks like ${known.such}.`;
  return known.isRight(number)
    ? null
    : `The check digits of this VAT number of ${country} are wrong. A character may be misread.`;
}

/** Returns the number without the characters that only group it. */
export function bareVatNumber(value: string): string {
  return value.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
}

interface Shape {
  readonly form: RegExp;
  readonly such: string;
  /** Compares the check digits of a number that has the form. */
  readonly isRight: (number: string) => boolean;
}

/**
 * The forms are those of https://ec.europa.eu/taxation_customs/vies/#/faq (Q11), and of some countries outside the
 * union. The check digits are those that the tax offices publish, as they are listed by country in
 * https://en.wikipedia.org/wiki/VAT_identification_number and
 * https://arthurdejong.org/python-stdnum/doc/2.1/index#available-formats. BG, CY, LT and LV are checked by form only.
 */
const shapes = new Map<string, Shape>([
  // 96 is a constant of the Austrian number.
  ['AT', shape(/^U\d{8}$/, 'ATU12345675', (n) => (96 - sumDoubled(n.slice(1, 8), 1)) % 10 === at(n, 8))],
  ['BE', shape(/^[01]?\d{9}$/, 'BE0123456749', (n) => 97 - (Number(n.slice(0, -2)) % 97) === last(n, 2))],
  ['BG', shape(/^\d{9,10}$/, 'BG123456789')],
  ['CH', shape(/^E\d{9}(?:MWST|TVA|IVA)?$/, 'CHE-123.456.788', isSwissNumber)],
  ['CY', shape(/^\d{8}[A-Z]$/, 'CY12345678X')],
  ['CZ', shape(/^(?:[0-8]\d{7}|\d{9,10})$/, 'CZ12345679', (n) => n.length > 8 || isCzechCompany(n))],
  ['DE', shape(/^[1-9]\d{8}$/, 'DE123456788', isIso7064)],
  ['DK', shape(/^[1-9]\d{7}$/, 'DK 12 34 56 74', (n) => weigh(n, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0)],
  ['EE', shape(/^\d{9}$/, 'EE123456780', (n) => weigh(n, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0)],
  ['EL', shape(/^\d{9}$/, 'EL123456783', isGreekNumber)],
  ['ES', shape(/^[A-Z0-9]\d{7}[A-Z0-9]$/, 'ESA12345674', isSpanishNumber)],
  ['FI', shape(/^\d{8}$/, 'FI12345671', (n) => elevenLess(n, [7, 9, 10, 5, 8, 4, 2]) === at(n, 7))],
  ['FR', shape(/^[A-HJ-NP-Z0-9]{2}\d{9}$/, 'FR 32 123456789', isFrenchNumber)],
  ['GB', shape(/^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/, 'GB 284 1177 54', isBritishNumber)],
  ['HR', shape(/^\d{11}$/, 'HR12345678903', isIso7064)],
  ['HU', shape(/^\d{8}$/, 'HU12345676', (n) => weigh(n, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0)],
  ['IE', shape(/^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/, 'IE1234567T', isIrishNumber)],
  ['IT', shape(/^\d{11}$/, 'IT12345678903', (n) => sumDoubled(n, 1) % 10 === 0)],
  ['LT', shape(/^(?:\d{9}|\d{12})$/, 'LT123456789')],
  ['LU', shape(/^\d{8}$/, 'LU12345613', (n) => Number(n.slice(0, 6)) % 89 === last(n, 2))],
  ['LV', shape(/^\d{11}$/, 'LV12345678901')],
  ['MT', shape(/^\d{8}$/, 'MT12345634', (n) => weigh(n, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0)],
  ['NL', shape(/^\d{9}B\d{2}$/, 'NL123456782B01', isDutchNumber)],
  ['NO', shape(/^\d{9}(?:MVA)?$/, 'NO 123456785 MVA', isNorwegianNumber)],
  ['PL', shape(/^\d{10}$/, 'PL1234563218', (n) => weigh(n, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === at(n, 9))],
  ['PT', shape(/^[1-9]\d{8}$/, 'PT123456789', isPortugueseNumber)],
  ['RO', shape(/^[1-9]\d{1,9}$/, 'RO1234567897', isRomanianNumber)],
  ['SE', shape(/^\d{12}$/, 'SE123456789701', (n) => sumDoubled(n.slice(0, 10), 0) % 10 === 0)],
  ['SI', shape(/^[1-9]\d{7}$/, 'SI12345679', isSlovenianNumber)],
  ['SK', shape(/^[1-9]\d{9}$/, 'SK1234567895', (n) => Number(n) % 11 === 0)],
  ['XI', shape(/^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/, 'XI 284 1177 54', isBritishNumber)],
]);

function shape(form: RegExp, such: string, isRight: Shape['isRight'] = () => true): Shape {
  return { form, such, isRight };
}

function at(number: string, index: number): number {
  return Number(number.charAt(index));
}

function last(number: string, digits: number): number {
  return Number(number.slice(-digits));
}

function weigh(number: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * at(number, index), 0);
}

/** Returns 11 less the remainder by 11, with 0 for 11. 10 is never a check digit. */
function elevenLess(number: string, weights: readonly number[]): number {
  return (11 - (weigh(number, weights) % 11)) % 11;
}

/** Adds up the digits, where every second one from `from` on is doubled and counts by its own digits (Luhn). */
function sumDoubled(digits: string, from: 0 | 1): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const doubled = at(digits, index) * (index % 2 === from ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum;
}

/** ISO 7064, MOD 11,10. */
function isIso7064(number: string): boolean {
  let product = 10;
  for (let index = 0; index < number.length - 1; index += 1) {
    product = (2 * ((at(number, index) + product) % 10 || 10)) % 11;
  }
  return (11 - product) % 10 === last(number, 1);
}

function isSwissNumber(number: string): boolean {
  return elevenLess(number.slice(1), [5, 4, 3, 2, 7, 6, 5, 4]) === at(number, 9);
}

function isCzechCompany(number: string): boolean {
  const check = (11 - (weigh(number, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10;
  return check === at(number, 7);
}

function isGreekNumber(number: string): boolean {
  return (weigh(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === at(number, 8);
}

function isSpanishNumber(number: string): boolean {
  const [first, check] = [number.charAt(0), number.charAt(8)];
  const digits = number.slice(1, 8);
  // People have a letter by the remainder; X, Y and Z stand for 0, 1 and 2 before the number of a foreigner.
  if (/[\dKLMXYZ]/.test(first)) {
    const leading = /\d/.test(first) ? first : String(Math.max(0, 'XYZ'.indexOf(first)));
    return 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(leading + digits) % 23) === check;
  }
  const due = (10 - (sumDoubled(digits, 0) % 10)) % 10;
  return check === String(due) || check === 'JABCDEFGHI'.charAt(due);
}

/** The key may have letters, whose rule is not published; then only the form is checked. */
function isFrenchNumber(number: string): boolean {
  const key = number.slice(0, 2);
  return !/^\d{2}$/.test(key) || (Number(number.slice(2)) * 100 + 12) % 97 === Number(key);
}

/**
 * The remainder by 97 is 0, or 42 or 55 in numbers given out since 2010. Those of departments and health authorities
 * have no check digits.
 */
function isBritishNumber(number: string): boolean {
  const sum = weigh(number, [8, 7, 6, 5, 4, 3, 2]) + Number(number.slice(7, 9));
  return !/^\d/.test(number) || [0, 42, 55].includes(sum % 97);
}

/** A number of the old form begins with its seventh digit, as if it stood at the end. */
function isIrishNumber(number: string): boolean {
  const isOld = !/^\d{2}/.test(number);
  const digits = isOld ? `0${number.slice(2, 7)}${number.charAt(0)}` : number.slice(0, 7);
  const second = isOld ? '' : number.charAt(8);
  const value = second === '' || second === 'W' ? 0 : second.charCodeAt(0) - 64;
  return (
    'WABCDEFGHIJKLMNOPQRSTUV'.charAt((weigh(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * value) % 23) ===
    number.charAt(7)
  );
}

/** Companies have a check digit by 11; the numbers of sole traders, given out since 2020, have one by 97. */
function isDutchNumber(number: string): boolean {
  return weigh(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === at(number, 8) || remainderOf97(`NL${number}`) === 1;
}

function isNorwegianNumber(number: string): boolean {
  return elevenLess(number, [3, 2, 7, 6, 5, 4, 3, 2]) === at(number, 8);
}

function isPortugueseNumber(number: string): boolean {
  return elevenLess(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 10 === at(number, 8);
}

function isRomanianNumber(number: string): boolean {
  const padded = number.padStart(10, '0');
  return ((weigh(padded, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === at(padded, 9);
}

function isSlovenianNumber(number: string): boolean {
  const check = 11 - (weigh(number, [8, 7, 6, 5, 4, 3, 2]) % 11);
  return check !== 11 && check % 10 === at(number, 7);
}
