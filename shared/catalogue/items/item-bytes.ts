import type { AttributeValue, Attributes } from './attribute-value.ts';
import { byteLength } from '../templates/key-size.ts';

/**
 * Bytes of an item as DynamoDB counts them, names included:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function itemBytes(attributes: Attributes): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(attributes)) bytes += byteLength(name) + valueBytes(value);
  return bytes;
}

/** Each list and map, however deep, and each member of one. */
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
 * "Approximately" a byte for two significant digits and one more. The digits lie in pairs that begin at the
 * decimal point, so 1.5 takes one more than 15; a minus takes a byte of its own.
 */
function numberBytes(text: string): number {
  const [, sign = '', whole = '', fraction = '', power = '0'] = decimal.exec(text) ?? [];
  const digits = whole + fraction;
  const first = digits.search(/[1-9]/);
  if (first === -1) return 1;
  const last = digits.replace(/0+$/, '').length - 1;
  // Places before the point: 0 is the unit, 1 the tens, -1 the tenths.
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
