import { canonicalExact, parseExact } from '../../domain/exact-number.ts';
import { byteLength } from '../keys/hole-value.ts';

/**
 * An attribute in DynamoDB's own notation. It is the only form in which a number of 38 digits, a set and an empty list
 * reach a page unchanged. Binary is Base64.
 */
export type AttributeValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] }
  | { readonly BS: readonly string[] }
  | { readonly L: readonly AttributeValue[] }
  | { readonly M: Attributes }
  | { readonly MASKED: Mask };

/** Replaces a value that the main process masked before it sent the item. */
export interface Mask {
  /** Describes the value: "an e-mail address", "a presigned address" */
  readonly what: string;
  /** Adds a detail: "present, expires in 12 min" */
  readonly note?: string | undefined;
  /** A secret has false here, because it never leaves the main process. */
  readonly revealable: boolean;
}

/**
 * Names come from other people's data and may be `__proto__`. Build the object with Object.fromEntries, read it with
 * Object.entries or Object.hasOwn, and never assign to a name.
 */
export type Attributes = Readonly<Record<string, AttributeValue>>;

/**
 * Counts the bytes of an item as DynamoDB does, including its names:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function itemBytes(attributes: Attributes): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(attributes)) bytes += byteLength(name) + valueBytes(value);
  return bytes;
}

/** DynamoDB adds these bytes for each list or map, however deeply nested, and for each of its members. */
const ofContainer = 3;
const ofMember = 1;

function valueBytes(value: AttributeValue): number {
  if ('S' in value) return byteLength(value.S);
  if ('N' in value) return numberBytes(value.N);
  if ('B' in value) return base64Bytes(value.B);
  if ('BOOL' in value || 'NULL' in value) return 1;
  if ('SS' in value) return total(value.SS, byteLength);
  if ('NS' in value) return total(value.NS, numberBytes);
  if ('BS' in value) return total(value.BS, base64Bytes);
  if ('L' in value) return ofContainer + total(value.L, (member) => ofMember + valueBytes(member));
  if ('M' in value) return ofContainer + Object.keys(value.M).length * ofMember + itemBytes(value.M);
  return 0;
}

/**
 * DynamoDB documents "approximately" one byte for two significant digits plus one more. The digits form pairs from the
 * decimal point on, so 1.5 takes one byte more than 15. A minus sign takes one byte.
 */
function numberBytes(text: string): number {
  const [, sign = '', whole = '', fraction = '', power = '0'] = decimal.exec(text) ?? [];
  const digits = whole + fraction;
  const first = digits.search(/[1-9]/);
  if (first === -1) return 1;
  const last = digits.replace(/0+$/, '').length - 1;
  // Counts places before the point: 0 is the unit, 1 the tens, -1 the tenths.
  const unit = whole.length - 1 + Number(power);
  const pairs = Math.floor((unit - first) / 2) - Math.floor((unit - last) / 2) + 1;
  return pairs + 1 + (sign === '-' ? 1 : 0);
}

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

function base64Bytes(base64: string): number {
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
}

function total<T>(members: readonly T[], bytes: (member: T) => number): number {
  return members.reduce((sum, member) => sum + bytes(member), 0);
}

/** Shown for an attribute that an item does not have. */
export const noValue = '(none)';

/** A cell has room for this many entries of a set, list or map. The item's own page shows all of them. */
const shown = 4;

/** Formats a value on one line. */
export function plainText(value: AttributeValue): string {
  if ('S' in value) return value.S;
  if ('N' in value) return value.N;
  if ('BOOL' in value) return String(value.BOOL);
  if ('NULL' in value) return 'null';
  if ('B' in value) return binaryText(value.B);
  if ('SS' in value) return firstFew(value.SS, (text) => text);
  if ('NS' in value) return firstFew(value.NS, (text) => text);
  if ('BS' in value) return firstFew(value.BS, binaryText);
  if ('L' in value) return `[${firstFew(value.L, plainText)}]`;
  if ('M' in value) {
    return `{${firstFew(Object.entries(value.M), ([name, entry]) => `${name}: ${plainText(entry)}`)}}`;
  }
  const { what, note } = value.MASKED;
  return note === undefined ? `masked, ${what}` : `masked, ${what} (${note})`;
}

function firstFew<T>(all: readonly T[], say: (one: T) => string): string {
  const told = all.slice(0, shown).map(say).join(', ');
  const more = all.length - shown;
  return more > 0 ? `${told} and ${more} more` : told;
}

function binaryText(base64: string): string {
  const bytes = base64Bytes(base64);
  return `binary, ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
}

/**
 * Returns a text that is the same for two values if DynamoDB considers them equal: it compares numbers by value, sets
 * without order and maps by name. Returns null if any part is masked, because the masked value is unknown here.
 */
export function toIdentity(value: AttributeValue): string | null {
  if ('MASKED' in value) return null;
  if ('N' in value) return `N ${number(value.N)}`;
  if ('NS' in value) return `NS ${JSON.stringify(value.NS.map(number).toSorted())}`;
  if ('SS' in value) return `SS ${JSON.stringify(value.SS.toSorted())}`;
  if ('BS' in value) return `BS ${JSON.stringify(value.BS.toSorted())}`;
  if ('L' in value) return together('L', value.L.map(toIdentity));
  if ('M' in value) {
    const entries = Object.entries(value.M).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return together(
      'M',
      entries.map(([name, entry]) => {
        const identity = toIdentity(entry);
        return identity === null ? null : JSON.stringify([name, identity]);
      }),
    );
  }
  return JSON.stringify(value);
}

function together(type: string, identities: readonly (string | null)[]): string | null {
  return identities.includes(null) ? null : `${type} ${JSON.stringify(identities)}`;
}

/** DynamoDB never returns text that is not a number by its own rules. Such text equals only itself. */
function number(text: string): string {
  return parseExact(text) === null ? text : canonicalExact(text);
}

/** Returns the text of a key, or undefined if it is absent or masked. */
export function keyText(attributes: Attributes, name: string): string | undefined {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (value === undefined) return undefined;
  if ('S' in value) return value.S;
  return 'N' in value ? value.N : undefined;
}
