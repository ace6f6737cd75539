import { listed } from '../formatting.ts';
import { fieldType, normalisedValue, printedDate } from './normalised-value.ts';
import { amountParts } from './printed-amount.ts';

/** Returns the problem with a typed value as a sentence, or null. `type` is the type in the workflow's schema. */
export function fieldProblem(type: string | null, value: string): string | null {
  const typed = value.trim();
  if (typed === '') return 'Enter a value, or press X if it is unreadable.';
  const is = fieldType(type);
  switch (is.kind) {
    case 'date':
      return printedDate(typed) === null ? 'Expected a date such as 12 Nov 2026.' : null;
    case 'money':
      return amountParts(typed) === null ? 'Expected an amount such as 2,991.60.' : null;
    case 'number':
      return amountParts(typed)?.currency === null ? null : 'Expected a number such as 1,250 or 12.5.';
    case 'iban':
      return ibanProblem(typed);
    case 'vat':
      return vatProblem(typed);
    case 'enum':
      return is.options.includes(normalisedValue(type, typed)) ? null : expectedOne(is.options);
    case 'pattern':
      return patternProblem(is.source, typed);
    default:
      return null;
  }
}

function expectedOne(options: readonly string[]): string {
  const named = options.slice(0, mostNamed);
  const more = options.length - named.length;
  return `Expected ${listed(more > 0 ? [...named, `one of ${more} more`] : named, 'or')}.`;
}

const mostNamed = 8;

function patternProblem(source: string, typed: string): string | null {
  const pattern = safePattern(source, typed.length);
  if (pattern === null || pattern.test(typed)) return null;
  const example = patternExample(source);
  return example !== null && safePattern(source, example.length)?.test(example) === true
    ? `Expected something such as ${example}.`
    : `Expected the format /${source}/ from the workflow.`;
}

/** Returns the problem with an account number as a sentence, or null. */
function ibanProblem(value: string): string | null {
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
  return remainder(iban.slice(4) + iban.slice(0, 4)) === 1
    ? null
    : 'The check digits of this IBAN are wrong. A character may be misread.';
}

const shortestIban = 15;
const longestIban = 34;

/** Computes the remainder by 97 of the number in which A is 10, B is 11 and so on. */
function remainder(text: string): number {
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

/** Returns the problem with the form of a VAT number as a sentence, or null. Unknown countries are not checked. */
function vatProblem(value: string): string | null {
  const vat = value.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  // The United States use an EIN in its place.
  if (/^\d{9}$/.test(vat)) return null;
  const country = /^[A-Z]{2}/.exec(vat)?.[0];
  if (country === undefined || !/\d/.test(vat)) {
    return 'Expected a VAT number such as GB 284 1177 09, starting with the country.';
  }
  const known = shapes.get(country);
  if (known === undefined || known.form.test(vat.slice(2))) return null;
  return `A VAT number of ${country} looks like ${known.such}.`;
}

interface Shape {
  readonly form: RegExp;
  readonly such: string;
}

/** https://ec.europa.eu/taxation_customs/vies/#/faq (Q11), and some countries outside the union. */
const shapes = new Map<string, Shape>([
  ['AT', shape(/^U\d{8}$/, 'ATU12345678')],
  ['BE', shape(/^[01]?\d{9}$/, 'BE0123456789')],
  ['BG', shape(/^\d{9,10}$/, 'BG123456789')],
  ['CH', shape(/^E\d{9}(?:MWST|TVA|IVA)?$/, 'CHE-123.456.789')],
  ['CY', shape(/^\d{8}[A-Z]$/, 'CY12345678X')],
  ['CZ', shape(/^\d{8,10}$/, 'CZ12345678')],
  ['DE', shape(/^\d{9}$/, 'DE123456789')],
  ['DK', shape(/^\d{8}$/, 'DK 12 34 56 78')],
  ['EE', shape(/^\d{9}$/, 'EE123456789')],
  ['EL', shape(/^\d{9}$/, 'EL123456789')],
  ['ES', shape(/^[A-Z0-9]\d{7}[A-Z0-9]$/, 'ESX1234567X')],
  ['FI', shape(/^\d{8}$/, 'FI12345678')],
  ['FR', shape(/^[A-HJ-NP-Z0-9]{2}\d{9}$/, 'FR 12 345678901')],
  ['GB', shape(/^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/, 'GB 284 1177 09')],
  ['HR', shape(/^\d{11}$/, 'HR12345678901')],
  ['HU', shape(/^\d{8}$/, 'HU12345678')],
  ['IE', shape(/^(?:\d{7}[A-W][A-I]?|\d[A-Z]\d{5}[A-W])$/, 'IE1234567W')],
  ['IT', shape(/^\d{11}$/, 'IT12345678901')],
  ['LT', shape(/^(?:\d{9}|\d{12})$/, 'LT123456789')],
  ['LU', shape(/^\d{8}$/, 'LU12345678')],
  ['LV', shape(/^\d{11}$/, 'LV12345678901')],
  ['MT', shape(/^\d{8}$/, 'MT12345678')],
  ['NL', shape(/^\d{9}B\d{2}$/, 'NL123456789B01')],
  ['NO', shape(/^\d{9}(?:MVA)?$/, 'NO 123456789 MVA')],
  ['PL', shape(/^\d{10}$/, 'PL1234567890')],
  ['PT', shape(/^\d{9}$/, 'PT123456789')],
  ['RO', shape(/^\d{2,10}$/, 'RO1234567890')],
  ['SE', shape(/^\d{12}$/, 'SE123456789012')],
  ['SI', shape(/^\d{8}$/, 'SI12345678')],
  ['SK', shape(/^\d{10}$/, 'SK1234567890')],
  ['XI', shape(/^(?:\d{9}|\d{12})$/, 'XI123456789')],
]);

function shape(form: RegExp, such: string): Shape {
  return { form, such };
}

/**
 * Compiles a schema's pattern if it is valid and cannot run away on a text of this length. An invalid or dangerous
 * pattern checks nothing, because it must not freeze the page during typing.
 */
function safePattern(source: string, length: number): RegExp | null {
  if (source.length > longestPattern || /\\[1-9k]|\(\?<?[=!]/.test(source)) return null;
  if (waysToMatch(source, length) > mostWays) return null;
  try {
    return new RegExp(source, 'u');
  } catch {
    return null;
  }
}

const longestPattern = 200;
/** Trying all of these takes some tens of milliseconds. */
const mostWays = 500_000;

interface Part {
  /** The number of ways in which the part can match. */
  ways: number;
  alternatives: number;
}

/**
 * Returns an upper bound for the ways to match the pattern against a text: a choice for each of its repeats and
 * alternatives. Repeats of a part that can itself match in several ways have no useful bound.
 */
function waysToMatch(source: string, length: number): number {
  const bare = source.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const whole: Part = { ways: bare.startsWith('^') ? 1 : length + 1, alternatives: 1 };
  const open: Part[] = [whole];
  for (let at = 0; at < bare.length; at += 1) {
    const part = open.at(-1) ?? whole;
    const character = bare.charAt(at);
    if (character === '(') {
      open.push({ ways: 1, alternatives: 1 });
      // In "(?:" the question mark is not a repeat.
      if (bare.startsWith('(?', at)) at += 1;
    } else if (character === '|') part.alternatives += 1;
    else if (character === ')' && open.length > 1) {
      open.pop();
      const inside = part.ways * part.alternatives;
      if (inside > 1 && /^[*+{]/.test(bare.slice(at + 1))) return Number.POSITIVE_INFINITY;
      (open.at(-1) ?? whole).ways *= inside;
    } else {
      const repeat = repeatAt.exec(bare.slice(at));
      if (repeat === null) continue;
      part.ways *= choices(repeat, length);
      at += repeat[0].length - 1;
    }
  }
  return whole.ways * whole.alternatives;
}

const repeatAt = /^(?:[*+?]|\{(\d+)(,(\d*))?\})/;

/** Returns how often a part may be repeated, which is never more often than the text is long. */
function choices([sign, least = '', isVaried, most = '']: RegExpExecArray, length: number): number {
  if (sign === '?') return 2;
  if (sign === '*' || sign === '+' || (isVaried !== undefined && most === '')) return length + 1;
  return Math.min(isVaried === undefined ? 0 : Number(most) - Number(least), length) + 1;
}

/** Builds a matching example, such as "AB-12345" for `^[A-Z]{2,3}-\d{5}$`; null if the pattern is too complex. */
function patternExample(source: string): string | null {
  const body = source.replace(/^\^/, '').replace(/\$$/, '');
  let example = '';
  let rest = body;
  while (rest !== '') {
    const [whole, atom, repeat] = part.exec(rest) ?? [];
    const kind = atom === undefined ? undefined : findCharacters(atom);
    if (whole === undefined || kind === undefined) return null;
    const from = example.length;
    for (let count = countRepeats(repeat); count > 0; count -= 1) {
      example += kind.charAt((example.length - from) % kind.length);
    }
    rest = rest.slice(whole.length);
  }
  return example === '' || example.length > longestExample ? null : example;
}

const longestExample = 40;

/** Matches a class, an escape or a literal character, with its repeat. */
const part = /^(\[[^\]\\]*\]|\\.|[^\\^$.*+?()[\]{}|])([*+?]|\{\d{1,2}(?:,\d*)?\})?/;

/** Returns the characters that can stand for it in turn; undefined if they are unknown. */
function findCharacters(atom: string): string | undefined {
  if (atom.startsWith('[')) return classes.get(atom);
  if (atom === String.raw`\d`) return figures;
  if (/^\\\w$/.test(atom)) return undefined;
  return atom.replace(/^\\/, '');
}

function countRepeats(repeat: string | undefined): number {
  if (repeat === undefined || repeat === '?') return 1;
  if (repeat === '*' || repeat === '+') return usual;
  return Number(/\d+/.exec(repeat)?.[0] ?? 1);
}

const usual = 5;
const figures = '123456789';
const letters = 'ABCDEFGH';
const classes = new Map([
  ['[A-Z]', letters],
  ['[a-z]', letters.toLowerCase()],
  ['[A-Za-z]', letters],
  ['[0-9]', figures],
  ['[A-Z0-9]', `A1B2C3D4`],
]);
