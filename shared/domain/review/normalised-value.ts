import { amountParts, type AmountParts } from './printed-amount.ts';

/**
 * Normalises the notation of a value, so that two people who read the same agree: "2,991.60" and "2991.6", "12 Nov
 * 2026" and "12/11/2026", "GB33 5555" and "gb335555". `type` is the type in the workflow's schema.
 */
export function normalisedValue(type: string | null, value: string): string {
  const is = fieldType(type);
  const text = plainText(value);
  if (is.kind === 'date') return normalisedDate(text) ?? text;
  if (is.kind === 'money' || is.kind === 'number') {
    const parts = amountParts(text);
    return parts === null ? text : normalisedAmount(parts);
  }
  if (is.kind === 'iban' || is.kind === 'vat') return bareNumber(text);
  if (is.kind === 'enum') return is.options.find((option) => sameWord(plainText(option), text)) ?? text;
  return text;
}

/** Unifies characters that look the same: spaces, dashes, quotes, and letters made of two characters. */
function plainText(value: string): string {
  return value
    .replaceAll('´', "'")
    .normalize('NFKC')
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Removes characters that only group the number, and uses capitals. */
function bareNumber(text: string): string {
  return text
    .replaceAll(/[\s./-]/g, '')
    .normalize('NFKC')
    .replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
}

function normalisedDate(text: string): string | undefined {
  const date = printedDate(text);
  if (date === null) return undefined;
  return `${String(date.year).padStart(4, '0')}-${two(date.month)}-${two(date.day)}`;
}

/** Writes an amount as "GBP 2991.6". A printed currency is part of the value, because pounds are not euros. */
function normalisedAmount({ negative, whole, fraction, currency }: AmountParts): string {
  const shortest = fraction.replace(/0+$/, '');
  const isNought = whole === '0' && shortest === '';
  // Without another digit, "1.234" would be read as more than a thousand.
  const decimals = shortest.length === 3 && whole.length <= 3 && whole !== '0' ? `${shortest}0` : shortest;
  const number = `${negative && !isNought ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
  return currency === null ? number : `${currency} ${number}`;
}

function sameWord(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

export interface PrintedDate {
  readonly year: number;
  /** Counted from 1. */
  readonly month: number;
  readonly day: number;
}

/**
 * Reads "12 Nov 2026", "Nov 12, 2026", "12/11/2026", "12.11.26", "2026-11-12". The day comes first, as in Europe.
 * Returns null if there is no such day.
 */
export function printedDate(text: string): PrintedDate | null {
  return printedDays(text, false)?.[0] ?? null;
}

/**
 * Returns the days that a text can mean: none if it names a day that does not exist, and null if it is no date. With
 * slashes, Americans write the month first.
 */
export function printedDays(text: string, isAmerican: boolean): readonly PrintedDate[] | null {
  if (text.length > longest) return null;
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
  for (const { form, order } of forms) {
    const found = form.exec(plain);
    if (!found) continue;
    const part = (name: keyof PrintedDate): string => found[order.indexOf(name) + 1] ?? '';
    const [year, month, day] = [yearIn(part('year')), monthIn(part('month')), Number(part('day'))];
    // A word that is no month is not a day that does not exist.
    if (month === 0 && !/^\d/.test(part('month'))) return null;
    const isSwapped = isAmerican && order[0] === 'day' && found[2] === '/';
    return [toPrintedDate(year, month, day), isSwapped ? toPrintedDate(year, day, month) : null].filter(
      (date) => date !== null,
    );
  }
  return null;
}

const longest = 60;

function toPrintedDate(year: number, month: number, day: number): PrintedDate | null {
  const time = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && time.getUTCMonth() === month - 1 && time.getUTCDate() === day
    ? { year, month, day }
    : null;
}

/** As in POSIX, "26" is 2026 and "84" is 1984. */
function yearIn(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 69 ? 2_000 + year : 1_900 + year;
}

/** Returns 0, which is not a month, for an unknown name. */
function monthIn(text: string): number {
  return /^\d/.test(text) ? Number(text) : (months.get(text) ?? 0);
}

const forms: readonly { readonly form: RegExp; readonly order: readonly (keyof PrintedDate)[] }[] = [
  { form: /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/, order: ['year', 'year', 'month', 'day'] },
  { form: /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/, order: ['day', 'day', 'month', 'year'] },
  { form: /^(\d{1,2})\. (\d{1,2})\. (\d{4})$/, order: ['day', 'month', 'year'] },
  {
    form: /^(\d{1,2})(?:st|nd|rd|th|er|\.)?[ -]?(?:de )?([a-z]+)\.?,?[ -]?(?:de )?(\d{4}|\d{2})$/,
    order: ['day', 'month', 'year'],
  },
  { form: /^([a-z]+)\.? ?(\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/, order: ['month', 'day', 'year'] },
];

/**
 * Names in English, German, French, Dutch, Spanish, Italian, Portuguese, Danish, Norwegian, Swedish and Finnish,
 * without accents.
 */
const months = new Map(
  [
    'jan january januar janvier janv januari enero ene gennaio gen janeiro tammikuu tammikuuta',
    'feb february februar fevrier fevr fev februari febrero febbraio fevereiro helmikuu helmikuuta',
    'mar march marz maerz mrz mars maart mrt marzo marco marts maaliskuu maaliskuuta',
    'apr april avril avr abril abr aprile huhtikuu huhtikuuta',
    'may mai mei mayo maggio mag maio maj toukokuu toukokuuta',
    'jun june juni juin junio giugno giu junho kesakuu kesakuuta',
    'jul july juli juillet juil julio luglio lug julho heinakuu heinakuuta',
    'aug august aout augustus agosto ago augusti elokuu elokuuta',
    'sep sept september septembre septiembre settembre set setembro syyskuu syyskuuta',
    'oct october okt oktober octobre octubre ottobre ott outubro out lokakuu lokakuuta',
    'nov november novembre noviembre novembro marraskuu marraskuuta',
    'dec december dez dezember decembre diciembre dic dicembre dezembro des desember joulukuu joulukuuta',
  ].flatMap((names, at) => names.split(' ').map((name): [string, number] => [name, at + 1])),
);

/** A parsed type of a workflow's schema. A type that this console does not know is treated as text. */
type FieldType =
  | { readonly kind: 'text' | 'date' | 'money' | 'number' | 'iban' | 'vat' }
  | { readonly kind: 'enum'; readonly options: readonly string[] }
  | { readonly kind: 'pattern'; readonly source: string };

/** Parses `text`, `date`, `money`, `number`, `iban`, `vat`, `enum:EUR|GBP` and `/^HPF-\d+$/`. */
export function fieldType(type: string | null): FieldType {
  const asked = type ?? 'text';
  const plain = plainTypes.find((kind) => kind === asked);
  if (plain !== undefined) return { kind: plain };
  const options = asked.startsWith('enum:') ? asked.slice('enum:'.length).split('|').map(trimmed) : [];
  const named = options.filter((option) => option !== '');
  if (named.length > 0) return { kind: 'enum', options: named };
  const source = /^\/(.+)\/$/s.exec(asked)?.[1];
  return source === undefined ? { kind: 'text' } : { kind: 'pattern', source };
}

/** Returns the type of a cell of the table of lines, because no schema declares it. */
export function cellType(column: string): string {
  if (column === 'quantity') return 'number';
  return column === 'unit' || column === 'amount' ? 'money' : 'text';
}

const plainTypes = ['text', 'date', 'money', 'number', 'iban', 'vat'] as const;

function trimmed(text: string): string {
  return text.trim();
}
