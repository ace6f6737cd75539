import { fieldType } from './field-types.ts';
import { amountParts, type AmountParts } from './printed-amount.ts';
import { printedDate } from './printed-date.ts';

/**
 * What a value says, however it is written, so that two people who read the same agree: "2,991.60" and "2991.6",
 * "12 Nov 2026" and "12/11/2026", "GB33 5555" and "gb335555". `type` as in a workflow's schema.
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

/** One way to write what looks the same: spaces, dashes, quotes, letters made of two characters. */
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

/** Without what only groups it, in capitals. */
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

/** "GBP 2991.6". A currency that is printed says something: pounds are not euros. */
function normalisedAmount({ negative, whole, fraction, currency }: AmountParts): string {
  const shortest = fraction.replace(/0+$/, '');
  const isNought = whole === '0' && shortest === '';
  // "1.234" would be read as a thousand and more.
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
