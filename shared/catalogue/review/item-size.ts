import type { AttributeValue, Attributes } from '../attribute-value.ts';
import { byteLength } from '../key-size.ts';

/**
 * About what an item takes, to tell whether it is near the limit. What was really read is on the receipt.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function itemSize(item: Attributes): number {
  return total(Object.entries(item).map(([name, value]) => byteLength(name) + valueSize(value)));
}

/** Each list or map, and each member of one. */
const container = 3;
const member = 1;

function valueSize(value: AttributeValue): number {
  if ('S' in value) return byteLength(value.S);
  if ('N' in value) return numberSize(value.N);
  if ('B' in value) return binarySize(value.B);
  if ('SS' in value) return total(value.SS.map(byteLength));
  if ('NS' in value) return total(value.NS.map(numberSize));
  if ('BS' in value) return total(value.BS.map(binarySize));
  if ('L' in value) return container + total(value.L.map((one) => member + valueSize(one)));
  if ('M' in value) return container + member * Object.keys(value.M).length + itemSize(value.M);
  return 1;
}

function numberSize(digits: string): number {
  return 1 + Math.ceil(digits.length / 2);
}

function binarySize(base64: string): number {
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
}

function total(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}
