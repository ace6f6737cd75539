import { createHash } from 'node:crypto';
import type { Attributes } from './message.ts';

export function md5OfBody(body: string): string {
  return createHash('md5').update(body).digest('hex');
}

/**
 * Each attribute as length and bytes of its name, of its type, one byte for how the value travels, then length
 * and bytes of the value.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html#sqs-attributes-md5-message-digest-calculation
 */
export function md5OfAttributes(attributes: Attributes): string {
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
