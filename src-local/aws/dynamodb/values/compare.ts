import { findMember, getAttributeType, type AttributeValue } from './attribute-value.ts';

/** Returns undefined if the values have no order: they differ in type, or are neither S, N nor B. */
export function compareOrdered(a: AttributeValue, b: AttributeValue): number | undefined {
  const type = getAttributeType(a);
  if (type !== getAttributeType(b) || (type !== 'S' && type !== 'N' && type !== 'B')) return undefined;
  const [one, other] = [toOrderToken(a), toOrderToken(b)];
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Numbers and bytes are in canonical form here, so equal text means equal values. */
export function equalValues(a: AttributeValue, b: AttributeValue): boolean {
  if (a === b) return true;
  if ('S' in a) return 'S' in b && a.S === b.S;
  if ('N' in a) return 'N' in b && a.N === b.N;
  if ('B' in a) return 'B' in b && a.B === b.B;
  if ('BOOL' in a) return 'BOOL' in b && a.BOOL === b.BOOL;
  if ('NULL' in a) return 'NULL' in b;
  if ('SS' in a) return 'SS' in b && equalSets(a.SS, b.SS);
  if ('NS' in a) return 'NS' in b && equalSets(a.NS, b.NS);
  if ('BS' in a) return 'BS' in b && equalSets(a.BS, b.BS);
  if ('L' in a) return 'L' in b && equalLists(a.L, b.L);
  return 'M' in b && equalMaps(a.M, b.M);
}

function equalSets(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const members = new Set(a);
  return b.every((member) => members.has(member));
}

function equalLists(a: readonly AttributeValue[], b: readonly AttributeValue[]): boolean {
  return (
    a.length === b.length &&
    a.every((value, at) => {
      const other = b[at];
      return other !== undefined && equalValues(value, other);
    })
  );
}

function equalMaps(
  a: Readonly<Record<string, AttributeValue>>,
  b: Readonly<Record<string, AttributeValue>>,
): boolean {
  const entries = Object.entries(a);
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([name, value]) => {
      const other = findMember(b, name);
      return other !== undefined && equalValues(value, other);
    })
  );
}

/**
 * A string, a number or binary as text that JavaScript's `<` puts into DynamoDB's order: strings by their UTF-8
 * bytes, numbers by value, binary by unsigned bytes. Equal values have equal tokens. Only values of one type compare.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html
 */
export function toOrderToken(value: AttributeValue): string {
  if ('S' in value) return toTextToken(value.S);
  if ('N' in value) return toNumberToken(value.N);
  if ('B' in value) return Buffer.from(value.B, 'base64').toString('latin1');
  throw new Error('Only strings, numbers and binary have an order');
}

/**
 * UTF-16 and UTF-8 order differ in one thing: surrogates stand for the highest characters, but are not the
 * highest code units. Moved above the rest, they are.
 */
function toTextToken(text: string): string {
  if (!/[\ud800-\uffff]/.test(text)) return text;
  let token = '';
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0xd800) token += text.charAt(at);
    else token += String.fromCharCode(unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
  }
  return token;
}

/**
 * The token holds the sign, the place of the first digit and the digits. For negative numbers everything is
 * inverted.
 */
function toNumberToken(number: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = decimal.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const leadingZeros = whole.length + fraction.length - digits.length;
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '1';
  const magnitude = 500 + whole.length - leadingZeros + Number(power);
  if (sign === '') return `2${magnitude}${significant}`;
  const turned = significant.replaceAll(/\d/g, (digit) => String(9 - Number(digit)));
  return `0${999 - magnitude}${turned}~`;
}

const decimal = /^(-?)\+?(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/;
