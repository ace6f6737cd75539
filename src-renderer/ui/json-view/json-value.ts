/** Plain JSON, except that a number too exact for a double is an ExactNumber, never a string in disguise. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | ExactNumber
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export type JsonNode = readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** DynamoDB keeps 38 digits; a class because any plain shape could also be somebody's data. */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

export function isNode(value: JsonValue): value is JsonNode {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}

export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function childCount(node: JsonNode): number {
  return isList(node) ? node.length : Object.keys(node).length;
}

/** A JSON Pointer (RFC 6901): "/error/name". The root is "". */
export function childPath(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function leafText(value: Exclude<JsonValue, JsonNode>): string {
  if (value instanceof ExactNumber) return value.digits;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
