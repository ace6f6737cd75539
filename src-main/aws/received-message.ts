import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import type { MessageAttribute, ReceivedMessage } from './queues.ts';

/** As SQS has sent it; one without an id or a handle is none that anything can be done with. */
export function receivedMessage(message: Message): ReceivedMessage | undefined {
  const { MessageId, ReceiptHandle, Body = '', MessageAttributes = {}, Attributes = {} } = message;
  if (MessageId === undefined || ReceiptHandle === undefined) return undefined;
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: Object.fromEntries(
      Object.entries(MessageAttributes).map(([name, value]) => [name, attributeOf(value)]),
    ),
    system: Object.fromEntries(Object.entries(Attributes).map(([name, value]) => [name, String(value)])),
  };
}

function attributeOf({ DataType = 'String', StringValue, BinaryValue }: MessageAttributeValue): MessageAttribute {
  const value = BinaryValue === undefined ? (StringValue ?? '') : Buffer.from(BinaryValue).toString('base64');
  return { type: DataType, value };
}

export function sentAttributes(
  attributes: Readonly<Record<string, MessageAttribute>>,
): Record<string, MessageAttributeValue> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { type, value }]) => [
      name,
      type.startsWith('Binary')
        ? { DataType: type, BinaryValue: Buffer.from(value, 'base64') }
        : { DataType: type, StringValue: value },
    ]),
  );
}
