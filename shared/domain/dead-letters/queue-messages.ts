import { byteLength } from '../../catalogue/keys/hole-value.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
export const mostEntries = 10;
export const mostBytes = 1_048_576;

/** As SendMessageBatch takes them: ten of them and 1 MiB at most, in their order. */
export function messageBatches<T>(messages: readonly T[], bytesOf: (message: T) => number): readonly T[][] {
  const batches: T[][] = [];
  let room = 0;
  for (const message of messages) {
    const bytes = bytesOf(message);
    const last = batches.at(-1);
    if (last === undefined || last.length === mostEntries || bytes > room) {
      batches.push([message]);
      room = mostBytes - bytes;
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

/** As SQS counts: the body and each attribute's name, type and value. */
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

/** From the third time on that it comes back, it will most likely come back again. */
export const poisonReturns = 3;

/** How often it was sent back from here, as it says itself. */
export function returnsOf(attributes: Attributes): number {
  const { value = '' } = attributes[redrives] ?? {};
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 0;
}

/** The id of the dead letter that it was first of all; null where it was none. */
export function firstOf(attributes: Attributes): string | null {
  return attributes[redriveOf]?.value ?? null;
}

export interface WithProvenance {
  readonly attributes: Attributes;
  /** There was no room for it among the ten that SQS allows. */
  readonly isLeftOut: boolean;
}

/** All that it had, and that it was sent from here. */
export function withProvenance(attributes: Attributes, messageId: string): WithProvenance {
  const own = Object.keys(attributes).filter((name) => name !== redriveOf && name !== redrives).length;
  if (own + 2 > mostAttributes) return { attributes, isLeftOut: true };
  return {
    attributes: {
      ...attributes,
      [redriveOf]: { type: 'String', value: firstOf(attributes) ?? messageId },
      [redrives]: { type: 'Number', value: String(returnsOf(attributes) + 1) },
    },
    isLeftOut: false,
  };
}

interface ExpiryFacts {
  readonly isFifo: boolean;
  readonly retentionSeconds: number;
  /** When it was sent first of all, in milliseconds; null where SQS did not say. */
  readonly sentAt: number | null;
}

/**
 * When SQS deletes it for good, in milliseconds. In a standard queue the clock has run since the message was first sent,
 * whichever queue that was; a FIFO queue begins anew with its coming here, which is then its time of sending.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/setting-up-dead-letter-queue-retention.html
 */
export function expiresAt({ retentionSeconds, sentAt }: ExpiryFacts): number | null {
  return sentAt === null ? null : sentAt + retentionSeconds * 1_000;
}
