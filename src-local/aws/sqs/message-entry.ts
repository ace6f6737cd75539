import { createHash } from 'node:crypto';
import { integer, map, string } from '../protocol/shapes.ts';
import type { Draft } from './enqueue.ts';
import {
  attributeValue,
  attributeValues,
  findForbiddenCharacter,
  hashAttributes,
  hashBody,
  readAttributes,
  measureAttributes,
} from './message-attributes.ts';
import type { Attributes } from './message.ts';
import type { QueueSettings } from './queue-attributes.ts';
import {
  invalidMessageContents,
  invalidParameterValue,
  invalidValue,
  missingParameter,
} from './sqs-errors.ts';

/** A message can have these members beside its body, alone or in a batch. */
export const messageMembers = {
  DelaySeconds: integer(),
  MessageAttributes: attributeValues,
  MessageSystemAttributes: map(attributeValue),
  MessageDeduplicationId: string(),
  MessageGroupId: string(),
} as const;

export interface MessageEntry {
  MessageBody: string;
  DelaySeconds?: number;
  MessageAttributes?: Parameters<typeof readAttributes>[0];
  MessageSystemAttributes?: Parameters<typeof readAttributes>[0];
  MessageDeduplicationId?: string;
  MessageGroupId?: string;
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
export function toDraft(entry: MessageEntry, settings: QueueSettings): Draft {
  const { MessageBody: body, MessageGroupId: groupId } = entry;
  if (body === '') throw missingParameter('MessageBody');
  const forbidden = findForbiddenCharacter(body);
  if (forbidden !== undefined) throw invalidMessageContents(forbidden);
  const attributes = readAttributes(entry.MessageAttributes);
  const traceHeader = traceHeaderIn(entry);
  const size = measureEntry(entry);
  if (size > settings.maximumSize) {
    throw invalidParameterValue(
      `One or more parameters are invalid. Reason: Message must be shorter than ${settings.maximumSize} bytes.`,
    );
  }
  if (groupId !== undefined) checkToken('MessageGroupId', groupId);
  return {
    body,
    size,
    attributes,
    traceHeader,
    groupId,
    deduplicationId: settings.isFifo ? getDeduplicationId(entry) : undefined,
    delay: readDelay(entry, settings),
  };
}

/** SQS returns these digests so that the sender can check that the message arrived unchanged. */
export function computeDigests({ body, attributes, traceHeader }: Draft): Record<string, string> {
  const system: Attributes =
    traceHeader === undefined ? [] : [['AWSTraceHeader', { DataType: 'String', StringValue: traceHeader }]];
  return {
    MD5OfMessageBody: hashBody(body),
    ...(attributes.length > 0 && { MD5OfMessageAttributes: hashAttributes(attributes) }),
    ...(system.length > 0 && { MD5OfMessageSystemAttributes: hashAttributes(system) }),
  };
}

/** Returns the size that counts against the limits. */
export function measureEntry({ MessageBody, MessageAttributes = {} }: MessageEntry): number {
  return Buffer.byteLength(MessageBody) + measureAttributes(Object.entries(MessageAttributes));
}

/** Standard and FIFO queues require different members. */
export function checkForKindOfQueue(
  entry: MessageEntry,
  { isFifo, contentBasedDeduplication }: QueueSettings,
): void {
  const { MessageGroupId, MessageDeduplicationId, DelaySeconds } = entry;
  if (!isFifo) {
    if (MessageDeduplicationId !== undefined) {
      throw invalidValue(MessageDeduplicationId, 'MessageDeduplicationId', notForThisKind);
    }
    return;
  }
  if (MessageGroupId === undefined) throw missingParameter('MessageGroupId');
  if (MessageDeduplicationId === undefined && !contentBasedDeduplication) {
    throw invalidParameterValue(
      'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    );
  }
  if (DelaySeconds !== undefined && DelaySeconds !== 0) {
    throw invalidValue(DelaySeconds, 'DelaySeconds', notForThisKind);
  }
}

const notForThisKind = 'The request include parameter that is not valid for this queue type.';

function getDeduplicationId({ MessageDeduplicationId, MessageBody }: MessageEntry): string {
  if (MessageDeduplicationId === undefined) return createHash('sha256').update(MessageBody).digest('hex');
  checkToken('MessageDeduplicationId', MessageDeduplicationId);
  return MessageDeduplicationId;
}

function readDelay({ DelaySeconds }: MessageEntry, { isFifo }: QueueSettings): number | undefined {
  if (DelaySeconds === undefined || isFifo) return undefined;
  if (DelaySeconds < 0 || DelaySeconds > 900) {
    throw invalidValue(DelaySeconds, 'DelaySeconds', 'DelaySeconds must be >= 0 and <= 900.');
  }
  return DelaySeconds * 1000;
}

/** AWSTraceHeader is the only one there is, and it does not count against the size. */
function traceHeaderIn({ MessageSystemAttributes }: MessageEntry): string | undefined {
  let header: string | undefined;
  for (const [name, { DataType, StringValue }] of Object.entries(MessageSystemAttributes ?? {})) {
    if (name !== 'AWSTraceHeader') {
      throw invalidParameterValue(
        `Message system attribute name '${name}' is invalid. Valid values: AWSTraceHeader.`,
      );
    }
    if (DataType !== 'String' || !StringValue) {
      throw invalidParameterValue("Message system attribute 'AWSTraceHeader' must be of type 'String'.");
    }
    header = StringValue;
  }
  return header;
}

export function checkToken(parameter: string, value: string): void {
  if (!/^[!-~]{1,128}$/.test(value)) {
    const reason = `${parameter} can only include alphanumeric and punctuation characters. 1 to 128 in length.`;
    throw invalidValue(value, parameter, reason);
  }
}
