import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { compareExact } from '#shared/domain/exact-number.ts';

/** A value that JavaScript cannot hold (a number of more digits, a set of numbers, bytes) is written back as it was. */
class UnknownValue {
  readonly attribute: AttributeValue;

  constructor(attribute: AttributeValue) {
    this.attribute = attribute;
  }

  toJSON(): unknown {
    const { N, NS } = this.attribute;
    return N ?? NS ?? 'bytes';
  }
}

export type Plain =
  | UnknownValue
  | string
  | number
  | boolean
  | null
  | undefined
  | ReadonlySet<string>
  | readonly Plain[]
  | { readonly [name: string]: Plain };
export type PlainItem = Readonly<Record<string, Plain>>;

/** Undefined values are left out, and so are empty sets, which DynamoDB does not have. */
export function toItem(plain: PlainItem): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(plain).flatMap(([name, value]) => {
      const attribute = toAttribute(value);
      return attribute ? [[name, attribute]] : [];
    }),
  );
}

export function toAttribute(value: Plain): AttributeValue | undefined {
  if (value === undefined) return undefined;
  if (value === null) return { NULL: true };
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value instanceof UnknownValue) return value.attribute;
  if (value instanceof Set) return value.size === 0 ? undefined : { SS: [...value] };
  if (Array.isArray(value)) return { L: value.flatMap((one: Plain) => toAttribute(one) ?? []) };
  return { M: toItem(value as PlainItem) };
}

export function fromItem(item: Record<string, AttributeValue>): PlainItem {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, fromAttribute(value)]));
}

function fromAttribute(value: AttributeValue): Plain {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return parseExactNumber(value.N) ?? new UnknownValue(value);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.SS !== undefined) return new Set(value.SS);
  if (value.L !== undefined) return value.L.map(fromAttribute);
  if (value.M !== undefined) return fromItem(value.M);
  return value.NULL === undefined ? new UnknownValue(value) : null;
}

/** Undefined: it would come back as another. */
function parseExactNumber(text: string): number | undefined {
  const number = Number(text);
  if (String(number) === text) return number;
  return compareExact(text, String(number)) === 0 ? number : undefined;
}
