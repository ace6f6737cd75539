import { byteLength } from '../../catalogue/keys/hole-value.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
export const mostEntries = 10;
export const mostBytes = 1_048_576;

/** Splits messages as SendMessageBatch requires: at most ten and `most` bytes each, in their order. */
export function messageBatches<T>(
  messages: readonly T[],
  bytesOf: (message: T) => number,
  most = mostBytes,
): readonly T[][] {
  const batches: T[][] = [];
  let room = 0;
  for (const message of messages) {
    const bytes = bytesOf(message);
    const last = batches.at(-1);
    if (last === undefined || last.length === mostEntries || bytes > room) {
      batches.push([message]);
      room = most - bytes;
    } else {
      last.push(message);
      room -= bytes;
    }
  }
  return batches;
}

interface Sized {
  readonly body: string;
  readonly attributes: Readonly<Record<string, { readonly type: string; readonly value: string }>>;
}

/** Counts bytes as SQS does: the body and each attribute's name, type and value. */
export function bytesOfMessage({ body, attributes }: Sized): number {
  const parts = Object.entries(attributes).map(
    ([name, { type, value }]) =>
      byteLength(name) +
      byteLength(type) +
      (type.startsWith('Binary') ? Math.ceil((value.length * 3) / 4) : byteLength(value)),
  );
  return parts.reduce((sum, part) => sum + part, byteLength(body));
}

interface Attribute {
  readonly type: string;
  readonly value: string;
}
type Attributes = Readonly<Record<string, Attribute>>;

const redriveOf = 'sluice.redriveOf';
const redrives = 'sluice.redrives';
/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html */
const mostAttributes = 10;

/** A message that comes back for the third time will most likely come back again. */
export const poisonReturns = 3;

/** Returns how often the message was redriven from here, according to its own attribute. */
export function countReturns(attributes: Attributes): number {
  const { value = '' } = attributes[redrives] ?? {};
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 0;
}

/** Returns the id of the original dead letter, or null if it was never redriven. */
export function readFirstReceipt(attributes: Attributes): string | null {
  return attributes[redriveOf]?.value ?? null;
}

export interface WithProvenance {
  readonly attributes: Attributes;
  /** The ten attributes that SQS allows, or the largest message of its queue, left no room for it. */
  readonly isLeftOut: boolean;
}

/** Returns the attributes with a record that the message was redriven from here. */
export function withProvenance(attributes: Attributes, messageId: string): WithProvenance {
  const own = Object.keys(attributes).filter((name) => name !== redriveOf && name !== redrives).length;
  if (own + 2 > mostAttributes) return { attributes, isLeftOut: true };
  return {
    attributes: {
      ...attributes,
      [redriveOf]: { type: 'String', value: readFirstReceipt(attributes) ?? messageId },
      [redrives]: { type: 'Number', value: String(countReturns(attributes) + 1) },
    },
    isLeftOut: false,
  };
}

interface ExpiryFacts {
  readonly isFifo: boolean;
  readonly retentionSeconds: number;
  /** The time at which it was first sent, in milliseconds; null if SQS did not report it. */
  readonly sentAt: number | null;
}

/**
 * Returns the time at which SQS deletes the message, in milliseconds. In a standard queue the clock runs from the first
 * send, whichever queue that was. In a FIFO queue it restarts when the message arrives, which is then its time of
 * sending.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/setting-up-dead-letter-queue-retention.html
 */
export function expiresAt({ retentionSeconds, sentAt }: ExpiryFacts): number | null {
  return sentAt === null ? null : sentAt + retentionSeconds * 1_000;
}
