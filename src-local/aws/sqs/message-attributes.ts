import { createHash } from 'node:crypto';
import { blob, list, map, required, string, structure, type Infer } from '../protocol/shapes.ts';
import type { Attributes, AttributeValue } from './message.ts';
import { invalidParameterValue } from './sqs-errors.ts';

export const attributeValue = structure({
  DataType: required(string()),
  StringValue: string(),
  BinaryValue: blob(),
  // In AWS's model but "not implemented" there either: only an empty list gets through.
  StringListValues: list(string(), { max: 0 }),
  BinaryListValues: list(blob(), { max: 0 }),
});

export const attributeValues = map(attributeValue);

const mostAttributes = 10;

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html */
export function readAttributes(given: Infer<typeof attributeValues> = {}): Attributes {
  const entries = Object.entries(given);
  if (entries.length > mostAttributes) {
    throw invalidParameterValue(
      `Number of message attributes [${entries.length}] exceeds the allowed maximum [${mostAttributes}].`,
    );
  }
  return entries
    .map(([name, value]) => {
      checkName(name);
      return [name, checkValue(name, value)] as const;
    })
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Names, types and values all count towards the size. */
export function measureAttributes(attributes: Attributes): number {
  let size = 0;
  for (const [name, { DataType, StringValue = '', BinaryValue = '' }] of attributes) {
    size += Buffer.byteLength(name) + Buffer.byteLength(DataType);
    size += Buffer.byteLength(StringValue) + Buffer.byteLength(BinaryValue, 'base64');
  }
  return size;
}

function checkName(name: string): void {
  const refuse = (why: string) =>
    invalidParameterValue(`Message (user) attribute name '${name}' is invalid. ${why}`);
  if (name === '' || name.length > 256) throw refuse('It must be 1 to 256 characters long.');
  if (!/^[\p{L}\p{N}_.-]+$/u.test(name)) {
    throw refuse('It can contain alphanumeric characters and the underscore, hyphen and period.');
  }
  if (/^(aws|amazon)\./i.test(name)) throw refuse('It must not start with AWS-reserved prefixes.');
  if (/^\.|\.$|\.\./.test(name)) {
    throw refuse('It must not start or end with a period, nor have periods in succession.');
  }
}

function checkValue(name: string, value: Infer<typeof attributeValue>): AttributeValue {
  const { DataType, StringValue, BinaryValue } = value;
  const [type] = DataType.split('.', 1);
  if (type !== 'String' && type !== 'Number' && type !== 'Binary') {
    throw invalidParameterValue(
      `The type of message (user) attribute '${name}' is invalid. ` +
        'You must use only the following supported type prefixes: Binary, Number, String.',
    );
  }
  if (Buffer.byteLength(DataType) > 256) {
    throw invalidParameterValue(`The type of message (user) attribute '${name}' is longer than 256 bytes.`);
  }
  const isBinary = type === 'Binary';
  if (isBinary ? !BinaryValue || StringValue !== undefined : !StringValue || BinaryValue !== undefined) {
    throw invalidParameterValue(
      `Message (user) attribute '${name}' must contain a non-empty value of type '${isBinary ? 'Binary' : 'String'}'.`,
    );
  }
  if (isBinary) return { DataType, BinaryValue: BinaryValue ?? '' };
  const text = StringValue ?? '';
  if (findForbiddenCharacter(text) !== undefined) {
    throw invalidParameterValue(`The value of message (user) attribute '${name}' has an invalid character.`);
  }
  if (type === 'Number' && !isNumber(text)) {
    throw invalidParameterValue(`Can't cast the value of message (user) attribute '${name}' to a number.`);
  }
  return { DataType, StringValue: text };
}

/** The first character that W3C's XML does not know: https://www.w3.org/TR/REC-xml/#charsets */
export function findForbiddenCharacter(text: string): string | undefined {
  return /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.exec(text)?.[0];
}

/** Up to 38 digits, between 10^-128 and 10^+126. */
function isNumber(text: string): boolean {
  const match = /^[+-]?(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i.exec(text);
  if (!match) return false;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  if (whole + fraction === '') return false;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return true;
  const magnitude = Number(exponent) + digits.length - fraction.length - 1;
  return digits.replace(/0+$/, '').length <= 38 && magnitude >= -128 && magnitude <= 126;
}

export function hashBody(body: string): string {
  return createHash('md5').update(body).digest('hex');
}

/**
 * Each attribute as length and bytes of its name, of its type, one byte for how the value travels, then length
 * and bytes of the value.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html#sqs-attributes-md5-message-digest-calculation
 */
export function hashAttributes(attributes: Attributes): string {
  const hash = createHash('md5');
  const add = (bytes: Buffer): void => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const [name, value] of attributes) {
    add(Buffer.from(name));
    add(Buffer.from(value.DataType));
    const isBinary = value.BinaryValue !== undefined;
    hash.update(Buffer.of(isBinary ? 2 : 1));
    add(isBinary ? Buffer.from(value.BinaryValue ?? '', 'base64') : Buffer.from(value.StringValue ?? ''));
  }
  return hash.digest('hex');
}
