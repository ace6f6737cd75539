import { measureBinary, type AttributeValue, type Item } from './attribute-value.ts';

/**
 * Bytes, names included, by
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function measureItem(item: Readonly<Item>): number {
  let size = 0;
  for (const name of Object.keys(item)) {
    const value = item[name];
    if (value) size += textLength(name) + measureValue(value);
  }
  return size;
}

export function measureValue(value: AttributeValue): number {
  if ('S' in value) return textLength(value.S);
  if ('N' in value) return measureNumber(value.N);
  if ('B' in value) return measureBinary(value.B);
  if ('BOOL' in value || 'NULL' in value) return 1;
  if ('SS' in value) return sum(value.SS, textLength);
  if ('NS' in value) return sum(value.NS, measureNumber);
  if ('BS' in value) return sum(value.BS, measureBinary);
  if ('L' in value) return containerBytes + sum(value.L, (member) => elementBytes + measureValue(member));
  return containerBytes + Object.keys(value.M).length * elementBytes + measureItem(value.M);
}

const containerBytes = 3;
const elementBytes = 1;

/**
 * The documentation says `approximately`: a byte for two significant digits, and one. Measured sizes agree with
 * digits kept in pairs that are aligned on the decimal point (1.5 takes 3 bytes, 15 takes 2), and one for a minus.
 */
function measureNumber(text: string): number {
  if (text === '0') return 1;
  const isNegative = text.startsWith('-');
  const at = text.indexOf('.');
  const point = at < 0 ? text.length : at;
  let first = isNegative ? 1 : 0;
  while (isZeroOrPoint(text.charCodeAt(first))) first += 1;
  let last = text.length - 1;
  while (isZeroOrPoint(text.charCodeAt(last))) last -= 1;
  return pairAt(first, point) - pairAt(last, point) + 1 + 1 + (isNegative ? 1 : 0);
}

function pairAt(index: number, point: number): number {
  return Math.floor((index < point ? point - index - 1 : point - index) / 2);
}

function isZeroOrPoint(character: number): boolean {
  return character === 0x30 || character === 0x2e;
}

/** Names and most values are short and plain: a walk over them is over before a call to the platform has begun. */
function textLength(text: string): number {
  if (text.length > 40) return Buffer.byteLength(text);
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 0x7f) return Buffer.byteLength(text);
  }
  return text.length;
}

function sum<T>(members: readonly T[], size: (member: T) => number): number {
  let total = 0;
  for (const member of members) total += size(member);
  return total;
}
