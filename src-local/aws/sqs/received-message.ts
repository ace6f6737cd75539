import type { World } from '../../world/world.ts';
import { hashAttributes, hashBody } from './message-attributes.ts';
import { countReceives, type Attributes, type Message } from './message.ts';
import type { Queue } from './queue.ts';
import { receiptHandleIsInvalid, unknownAttribute } from './sqs-errors.ts';

/** The attributes that a receive requests. */
interface AttributeNames {
  readonly system: readonly (readonly [string, Reader])[];
  readonly user: readonly string[];
}

type Reader = (message: Message, world: World) => string | undefined;

const systemAttributes: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['SenderId', (_message, world) => world.account],
  ['SentTimestamp', ({ content }) => String(content.sentAt)],
  ['ApproximateReceiveCount', (message) => String(countReceives(message))],
  [
    'ApproximateFirstReceiveTimestamp',
    ({ content, receipt }) => String(content.firstReceivedAt ?? receipt?.firstAt),
  ],
  ['SequenceNumber', ({ content }) => content.sequenceNumber],
  ['MessageDeduplicationId', ({ content }) => content.deduplicationId],
  ['MessageGroupId', ({ content }) => content.groupId],
  ['AWSTraceHeader', ({ content }) => content.traceHeader],
  ['DeadLetterQueueSourceArn', ({ content }) => content.deadLetterSourceArn],
]);

/** AttributeNames is the older name for the same. */
export function readAttributeNames(input: {
  AttributeNames?: string[];
  MessageSystemAttributeNames?: string[];
  MessageAttributeNames?: string[];
}): AttributeNames {
  const asked = [...(input.AttributeNames ?? []), ...(input.MessageSystemAttributeNames ?? [])];
  for (const name of asked) {
    // SqsManagedSseEnabled is documented as a name that may be asked for, though no message has it.
    if (name !== 'All' && name !== 'SqsManagedSseEnabled' && !systemAttributes.has(name)) {
      throw unknownAttribute(name);
    }
  }
  return {
    system: [...systemAttributes].filter(([name]) => asked.includes('All') || asked.includes(name)),
    user: input.MessageAttributeNames ?? [],
  };
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Message.html */
export function toReceivedMessage(
  world: World,
  queue: Queue,
  message: Message,
  names: AttributeNames,
): object {
  const { content, receipt } = message;
  const system: Record<string, string> = {};
  for (const [name, read] of names.system) {
    const value = read(message, world);
    if (value !== undefined) system[name] = value;
  }
  const user = pickAttributes(content.attributes ?? [], names.user);
  return {
    MessageId: content.id,
    ReceiptHandle: receiptHandleText({
      queueId: queue.record.id,
      messageId: content.id,
      receive: receipt?.count ?? 0,
    }),
    MD5OfBody: hashBody(content.body),
    Body: content.body,
    ...(names.system.length > 0 && { Attributes: system }),
    ...(user.length > 0 && {
      MD5OfMessageAttributes: hashAttributes(user),
      MessageAttributes: Object.fromEntries(user),
    }),
  };
}

/** Finds the message of a handle, if it is still there, and whether it is the latest handle. */
export function findMessage(queue: Queue, text: string): { message: Message | undefined; isLatest: boolean } {
  const handle = parseReceiptHandle(text);
  if (handle?.queueId !== queue.record.id) throw receiptHandleIsInvalid(text);
  const message = queue.messages.get(handle.messageId);
  return { message, isLatest: message?.receipt?.count === handle.receive };
}

/** `All`, `*` and `.*` stand for every attribute, `bar.*` for those whose names begin with `bar`. */
function pickAttributes(attributes: Attributes, names: readonly string[]): Attributes {
  if (names.length === 0) return [];
  const exact = new Set(names);
  const prefixes = names.flatMap((name) => (name.endsWith('.*') ? name.slice(0, -2) : []));
  if (exact.has('All') || exact.has('*')) return attributes;
  return attributes.filter(([name]) => exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix)));
}

/** Names one receive of one message: a later receive of the same message has another handle. */
interface ReceiptHandle {
  readonly queueId: string;
  readonly messageId: string;
  readonly receive: number;
}

/** All handles have the same length, so that none is the beginning of another. */
function receiptHandleText({ queueId, messageId, receive }: ReceiptHandle): string {
  return Buffer.from(`${queueId} ${messageId} ${String(receive).padStart(9, '0')}`).toString('base64');
}

function parseReceiptHandle(text: string): ReceiptHandle | undefined {
  const match = /^([\da-f-]{36}) ([\da-f-]{36}) (\d{9})$/.exec(
    Buffer.from(text, 'base64').toString('latin1'),
  );
  const [, queueId, messageId, receive] = match ?? [];
  if (queueId === undefined || messageId === undefined || receive === undefined) return undefined;
  const handle = { queueId, messageId, receive: Number(receive) };
  // Base64 ignores invalid characters, so a handle must equal the one that was given out.
  return receiptHandleText(handle) === text ? handle : undefined;
}
