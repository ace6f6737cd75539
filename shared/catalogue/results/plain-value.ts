import type { AttributeValue } from '../items/attribute-value.ts';

/** What stands in for a value that an item does not have. */
export const noValue = '(none)';

/** Of sets, lists and maps so many entries fit a cell; the item itself shows all of them. */
const shown = 4;

/** A value in one line. */
export function plainText(value: AttributeValue): string {
  if ('S' in value) return value.S;
  if ('N' in value) return value.N;
  if ('BOOL' in value) return String(value.BOOL);
  if ('NULL' in value) return 'null';
  if ('B' in value) return binaryText(value.B);
  if ('SS' in value) return first(value.SS, (text) => text);
  if ('NS' in value) return first(value.NS, (text) => text);
  if ('BS' in value) return first(value.BS, binaryText);
  if ('L' in value) return `[${first(value.L, plainText)}]`;
  if ('M' in value) {
    return `{${first(Object.entries(value.M), ([name, entry]) => `${name}: ${plainText(entry)}`)}}`;
  }
  const { what, note } = value.MASKED;
  return note === undefined ? `masked, ${what}` : `masked, ${what} (${note})`;
}

function first<T>(all: readonly T[], say: (one: T) => string): string {
  const told = all.slice(0, shown).map(say).join(', ');
  const more = all.length - shown;
  return more > 0 ? `${told} and ${more} more` : told;
}

function binaryText(base64: string): string {
  const bytes = Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
  return `binary, ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
}
