import { AwsError } from '../../protocol/aws-error.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_AttributeValue.html; bytes are base64 text. */
export type AttributeValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: string }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] }
  | { readonly BS: readonly string[] }
  | { readonly M: Readonly<Record<string, AttributeValue>> }
  | { readonly L: readonly AttributeValue[] }
  | { readonly BOOL: boolean }
  | { readonly NULL: true };

export type AttributeType = 'S' | 'N' | 'B' | 'SS' | 'NS' | 'BS' | 'M' | 'L' | 'BOOL' | 'NULL';

/**
 * Properties are always own ones, because users choose the names: one may be called `__proto__`. Copy by
 * spreading.
 */
export type Item = Record<string, AttributeValue>;

export function getAttributeType(value: AttributeValue): AttributeType {
  for (const type in value) return type as AttributeType;
  return 'NULL';
}

/** Users choose these names, so an inherited property such as `constructor` must not be found. */
export function findMember<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Changes `members`. Plain assignment to `__proto__` would set the prototype instead. */
export function setMember<T>(members: Record<string, T>, name: string, value: T): void {
  if (name === '__proto__') {
    Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
  } else members[name] = value;
}

/** Base64 with padding has one spelling for each sequence of bytes, so texts can be compared for equality. */
export function checkBinary(text: string): string {
  if (text.length % 4 !== 0) {
    const problem = `Base64 encoded length is expected a multiple of 4 bytes but found: ${text.length}`;
    throw new AwsError('SerializationException', problem);
  }
  const stranger = /[^A-Za-z0-9+/=]|=(?!=?$)/.exec(text);
  if (stranger) throw new AwsError('SerializationException', `Invalid Base64 character: '${stranger[0]}'`);
  if (unusedBits.test(text)) {
    // The spelling is AWS's.
    throw new AwsError('SerializationException', 'Invalid last non-pad Base64 character dectected');
  }
  return text;
}

export function measureBinary(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/** Matches a last character that carries bits beyond the last byte. */
const unusedBits = /[^AQgw]==$|[^AEIMQUYcgkosw048=]=$/;
