import { AwsError } from '../../protocol/aws-error.ts';

/** Base64 with padding has one spelling for each sequence of bytes, so texts can be compared for equality. */
export function checkedBinary(text: string): string {
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

export function binaryLength(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/** A last character that carries bits beyond the last byte. */
const unusedBits = /[^AQgw]==$|[^AEIMQUYcgkosw048=]=$/;
