import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type Message,
  type QueueAttributeName,
  type ReceiveMessageCommandInput,
  type SendMessageCommandInput,
} from '@aws-sdk/client-sqs';
import type { Clients, Tools } from '#scripts/conformance/assertion.ts';

export type Attributes = Partial<Record<QueueAttributeName, string>>;

/** Creates a queue for one assertion, with the calls that assertions make on it. */
export async function aQueue(aws: Clients, tools: Tools, attributes: Attributes = {}) {
  const name = attributes.FifoQueue === 'true' ? `${tools.name('queue')}.fifo` : tools.name('queue');
  const created = await aws.sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
  const QueueUrl = created.QueueUrl ?? '';
  tools.afterwards(() => aws.sqs.send(new DeleteQueueCommand({ QueueUrl })));

  const attributesOf = async (...names: QueueAttributeName[]) => {
    const get = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: names });
    return (await aws.sqs.send(get)).Attributes ?? {};
  };
  const receive = async (more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> => {
    const input = {
      QueueUrl,
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['All' as const],
      ...more,
    };
    return (await aws.sqs.send(new ReceiveMessageCommand(input))).Messages ?? [];
  };
  return {
    name,
    url: QueueUrl,
    arn: async () => (await attributesOf('QueueArn')).QueueArn ?? '',
    attributes: attributesOf,
    /**
     * Waits for the counts of visible, in-flight and delayed messages, which AWS calls approximate because
     * they follow with a delay.
     */
    counts: (visible: number, inFlight: number, delayed = 0) => {
      const expected = [visible, inFlight, delayed].map(String);
      const ask = async () => {
        const found = await attributesOf(
          'ApproximateNumberOfMessages',
          'ApproximateNumberOfMessagesNotVisible',
          'ApproximateNumberOfMessagesDelayed',
        );
        return [
          found.ApproximateNumberOfMessages,
          found.ApproximateNumberOfMessagesNotVisible,
          found.ApproximateNumberOfMessagesDelayed,
        ];
      };
      // The wait is at most one virtual second, so that no visibility timeout ends during it.
      return ask().then((first) => (isSame(first, expected) ? first : tools.pass(200).then(ask)));
    },
    send: (MessageBody: string, more: Partial<SendMessageCommandInput> = {}) =>
      aws.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more })),
    receive,
    bodies: async (more: Partial<ReceiveMessageCommandInput> = {}) =>
      (await receive(more)).map(({ Body }) => Body ?? ''),
    delete: ({ ReceiptHandle }: Message) =>
      aws.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })),
    changeVisibility: ({ ReceiptHandle }: Message, VisibilityTimeout: number) =>
      aws.sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout })),
  };
}

export type Queue = Awaited<ReturnType<typeof aQueue>>;

/** Creates a queue whose messages go to another queue after this many receives. */
export async function aQueueWithDeadLetters(
  aws: Clients,
  tools: Tools,
  maxReceiveCount: number,
  attributes: Attributes = {},
): Promise<{ queue: Queue; dead: Queue }> {
  const dead = await aQueue(aws, tools, attributes.FifoQueue ? { FifoQueue: 'true' } : {});
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: await dead.arn(), maxReceiveCount });
  const queue = await aQueue(aws, tools, { VisibilityTimeout: '30', ...attributes, RedrivePolicy });
  return { queue, dead };
}

/**
 * Receives a message this many times, making it visible again each time. The next receive moves it to the
 * dead letters.
 */
export async function deadLetter(queue: Queue, receives: number): Promise<void> {
  for (let i = 0; i < receives; i += 1) {
    for (const message of await queue.receive()) await queue.changeVisibility(message, 0);
  }
  await queue.receive();
}

function isSame(one: readonly (string | undefined)[], other: readonly string[]): boolean {
  return one.every((value, at) => value === other[at]);
}
