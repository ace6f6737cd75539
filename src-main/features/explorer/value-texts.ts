import type { AttributeValue } from '#shared/catalogue/items/attribute-value.ts';

/** Every text in a value, at any depth. Binary is read too, since it may be text that was packed. */
export function textsOf(value: AttributeValue): readonly string[] {
  if ('S' in value) return [value.S];
  if ('N' in value) return [value.N];
  if ('B' in value) return unpacked(value.B);
  if ('SS' in value) return value.SS;
  if ('NS' in value) return value.NS;
  if ('BS' in value) return value.BS.flatMap(unpacked);
  if ('L' in value) return value.L.flatMap(textsOf);
  if ('M' in value) return Object.values(value.M).flatMap(textsOf);
  return [];
}

/** Nothing in it can be hidden, and "present" would not be true of it. */
export function isEmpty(value: AttributeValue): boolean {
  if ('NULL' in value) return true;
  if ('BOOL' in value || 'MASKED' in value) return false;
  if ('L' in value) return value.L.length === 0;
  if ('M' in value) return Object.keys(value.M).length === 0;
  return textsOf(value).every((text) => text === '');
}

function unpacked(base64: string): readonly string[] {
  return [base64, Buffer.from(base64, 'base64').toString('latin1')];
}
