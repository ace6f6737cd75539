import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';

/** Deeper than anything that a reader writes; what is below is left out. */
const deepest = 16;

/** JSON of elsewhere in the form in which items come, so that both are read by the same eyes. */
export function jsonAttributes(json: Readonly<Record<string, unknown>>, depth = 0): Attributes {
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, attributeOf(value, depth)]));
}

function attributeOf(value: unknown, depth: number): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (depth >= deepest || !isObject(value)) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map((one) => attributeOf(one, depth + 1)) };
  return { M: jsonAttributes(value, depth + 1) };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
