import type { Country, DateStyle } from './countries.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayMs = 86_400_000;

/** `amount` in the smallest unit: 299160 with two places is 2,991.60. One place or two. */
export function writtenAmount(amount: number, places: number, separators: Country['separators']): string {
  const unit = 10 ** places;
  const whole = Math.floor(amount / unit);
  const rest = String(amount - whole * unit);
  const decimals = rest.length < places ? `0${rest}` : rest;
  return `${groupDigits(whole, separators[0])}${separators[1]}${decimals}`;
}

/** The same, backwards: whatever the separators are, the places are known. */
export function parseAmount(text: string): number {
  let amount = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) amount = amount * 10 + code - 48;
  }
  return amount;
}

/** `day` counts from 1 January 1970. */
export function writtenDay(day: number, style: DateStyle): string {
  const date = new Date(day * dayMs);
  const [d, m, y] = [date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear()];
  if (style === '12 Nov 2026') return `${d} ${months[m]} ${y}`;
  if (style === 'Nov 12, 2026') return `${months[m]} ${d}, ${y}`;
  const separator = style.charAt(2);
  return `${two(d)}${separator}${two(m + 1)}${separator}${y}`;
}

/** The same, backwards; not a number where there is no such day. */
export function parseWrittenDay(text: string): number {
  const [first = '', second = '', year = ''] = text.split(/[ ,./-]+/);
  const isMonthFirst = /^[A-Z]/.test(first);
  const day = Number(isMonthFirst ? second : first);
  const month = parseMonth(isMonthFirst ? first : second);
  const ms = Date.UTC(Number(year), month, day);
  return new Date(ms).getUTCDate() === day ? ms / dayMs : Number.NaN;
}

/** "8.25 %" of 82.5. */
export function writtenRate(perMille: number, separators: Country['separators']): string {
  return `${String(perMille / 10).replace('.', separators[1])} %`;
}

/** One after the other where a # stands. */
export function filled(template: string, ...texts: readonly string[]): string {
  return texts.reduce((text, one) => text.replace('#', () => one), template);
}

export function parseDay(isoDate: string): number {
  return Math.floor(Date.parse(isoDate) / dayMs);
}

function groupDigits(whole: number, separator: string): string {
  if (whole < 1_000) return String(whole);
  const thousands = Math.floor(whole / 1_000);
  const rest = String(whole - thousands * 1_000);
  return `${groupDigits(thousands, separator)}${separator}${rest.padStart(3, '0')}`;
}

function parseMonth(text: string): number {
  const named = months.indexOf(text);
  return named === -1 ? Number(text) - 1 : named;
}

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

/** The standard fonts print WinAnsi only: what it lacks is put as near to it as letters can. */
export function toPrintable(text: string): string {
  if (!/[^\u0020-\u007e\u00a0-\u00ff]/.test(text)) return text;
  const plain = Array.from(text.normalize('NFC'), (letter) => {
    if (isPrintable(letter)) return letter;
    const known = substitutes.get(letter);
    if (known !== undefined) return known;
    const stripped = letter.normalize('NFKD').replaceAll(/\p{Mark}/gu, '');
    return Array.from(stripped).every(isPrintable) ? stripped : '?';
  });
  // One mark is enough for a name that cannot be written at all.
  return plain
    .join('')
    .replaceAll(/\?{2,}/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Cuts a name to the room that a page has for it. */
export function cutTo(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

export function isPrintable(letter: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/.test(letter);
}

const substitutes = new Map([
  ['ł', 'l'],
  ['Ł', 'L'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ŋ', 'n'],
  ['ə', 'e'],
  ['ẞ', 'SS'],
  ['−', '-'],
  ['‐', '-'],
  ['‑', '-'],
  ['→', '>'],
  ['≤', '<='],
  ['≥', '>='],
  ['₂', '2'],
  // This character is invisible, and so not printed.
  ['\u200b', ''],
  ['\u200d', ''],
  ['\u200e', ''],
  ['\u200f', ''],
  ['\ufeff', ''],
]);
