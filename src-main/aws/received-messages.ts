import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parsedBody, UnreadableAnswer } from './middleware.ts';
import type { MessageAttribute, ReceivedMessage } from './queues.ts';

/**
 * Parses the body of a ReceiveMessage itself: the SDK's parser loses attributes called `__proto__`, and they would
 * be missing when the message is sent again.
 */
export function receivedMessages(answer: string): readonly ReceivedMessage[] {
  const parsed = answerSchema.safeParse(parsedBody(answer));
  if (!parsed.success) throw new UnreadableAnswer('The answer has no messages where SQS has them.');
  return parsed.data.Messages.flatMap((one) => {
    const message = messageSchema.safeParse(one);
    // A message without an id or a handle cannot be used.
    return message.success ? [receivedMessage(message.data)] : [];
  });
}

const answerSchema = z.object({ Messages: z.array(z.unknown()).default([]) });
const messageSchema = z.object({
  MessageId: z.string().min(1),
  ReceiptHandle: z.string().min(1),
  Body: z.string().default(''),
  MD5OfBody: z.string().optional(),
  Attributes: z.record(z.string(), z.string()).default({}),
  MessageAttributes: z.custom<object>((value) => typeof value === 'object' && value !== null).default({}),
});
const attributeSchema = z.object({
  DataType: z.string().default('String'),
  StringValue: z.string().optional(),
  BinaryValue: z.string().optional(),
});

function receivedMessage(message: z.infer<typeof messageSchema>): ReceivedMessage {
  const { MessageId, ReceiptHandle, Body, MD5OfBody, Attributes, MessageAttributes } = message;
  if (MD5OfBody !== undefined && MD5OfBody !== createHash('md5').update(Body).digest('hex')) {
    throw new UnreadableAnswer('A message arrived damaged.');
  }
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: Object.fromEntries(
      Object.entries(MessageAttributes).map(([name, value]) => [name, parseMessageAttribute(value)]),
    ),
    system: Attributes,
  };
}

function parseMessageAttribute(value: unknown): MessageAttribute {
  const { DataType, StringValue, BinaryValue } = attributeSchema.parse(value);
  return { type: DataType, value: BinaryValue ?? StringValue ?? '' };
}
