import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  type Message,
  type QueueAttributeName,
  type ReceiveMessageCommandInput,
  type SendMessageCommandInput,
  type SQSClient,
} from '@aws-sdk/client-sqs';

export type Attributes = Partial<Record<QueueAttributeName, string>>;

/** Offers one queue in the words of the tests. */
export interface QueueClient {
  readonly url: string;
  readonly arn: string;
  send(body: string, more?: Partial<SendMessageCommandInput>): Promise<string>;
  receive(more?: Partial<ReceiveMessageCommandInput>): Promise<Message[]>;
  receiveBodies(more?: Partial<ReceiveMessageCommandInput>): Promise<(string | undefined)[]>;
  delete(message: Message | undefined): Promise<void>;
  hide(message: Message | undefined, seconds: number): Promise<void>;
  attributes(...names: QueueAttributeName[]): Promise<Attributes>;
  set(attributes: Attributes): Promise<void>;
  /** Returns the number of visible, in-flight and delayed messages. */
  counts(): Promise<[number, number, number]>;
}

export async function aQueue(
  sqs: SQSClient,
  name: string,
  Attributes: Attributes = {},
): Promise<QueueClient> {
  const isFifo = name.endsWith('.fifo');
  const all = isFifo ? { FifoQueue: 'true', ContentBasedDeduplication: 'true', ...Attributes } : Attributes;
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: all }));
  return queueAt(sqs, QueueUrl ?? '', `arn:aws:sqs:local:000000000000:${name}`);
}

export function queueAt(sqs: SQSClient, url: string, arn: string): QueueClient {
  const queue = { QueueUrl: url };
  const receive = async (more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> => {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ ...queue, ...more }));
    return Messages;
  };
  const attributes = async (...AttributeNames: QueueAttributeName[]): Promise<Attributes> => {
    const answer = await sqs.send(new GetQueueAttributesCommand({ ...queue, AttributeNames }));
    return answer.Attributes ?? {};
  };
  return {
    url,
    arn,
    async send(MessageBody, more = {}) {
      const { MessageId } = await sqs.send(new SendMessageCommand({ ...queue, MessageBody, ...more }));
      return MessageId ?? '';
    },
    receive,
    receiveBodies: async (more) => (await receive(more)).map(({ Body }) => Body),
    async delete(message) {
      const ReceiptHandle = message?.ReceiptHandle;
      await sqs.send(new DeleteMessageCommand({ ...queue, ReceiptHandle }));
    },
    async hide(message, VisibilityTimeout) {
      const ReceiptHandle = message?.ReceiptHandle;
      await sqs.send(new ChangeMessageVisibilityCommand({ ...queue, ReceiptHandle, VisibilityTimeout }));
    },
    attributes,
    async set(Attributes) {
      await sqs.send(new SetQueueAttributesCommand({ ...queue, Attributes }));
    },
    async counts() {
      const all = await attributes(
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      );
      return [
        Number(all.ApproximateNumberOfMessages),
        Number(all.ApproximateNumberOfMessagesNotVisible),
        Number(all.ApproximateNumberOfMessagesDelayed),
      ];
    },
  };
}

/**
 * Creates a queue whose messages become dead letters after this many receives, and their dead-letter queue.
 */
export async function aQueueWithDeadLetters(
  sqs: SQSClient,
  {
    name = 'work',
    maxReceiveCount = 1,
    attributes = {},
    deadLetterAttributes = {},
  }: {
    name?: string;
    maxReceiveCount?: number;
    attributes?: Attributes;
    deadLetterAttributes?: Attributes;
  } = {},
): Promise<{ work: QueueClient; dead: QueueClient }> {
  const dead = await aQueue(sqs, name.replace(/^(\w+)/, '$1-dead'), deadLetterAttributes);
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount });
  const work = await aQueue(sqs, name, { VisibilityTimeout: '0', ...attributes, RedrivePolicy });
  return { work, dead };
}
