import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Lane } from './redrive-run.ts';

export interface Arrivals {
  readonly planted: number;
  readonly messages: number;
  /** Counts distinct bodies. Fewer than planted means that messages were lost. */
  readonly distinct: number;
  /** Counts the messages with the attribute that they were planted with. */
  readonly whole: number;
  /** Counts the messages that name the dead letter they came from. */
  readonly marked: number;
  /** Counts the messages still in the dead-letter queue, visible or hidden. */
  readonly left: number;
}

/** Counts the messages by taking them out of the queue in which they should have arrived. */
export async function arrivals(sqs: SQSClient, { queue, source }: Lane, planted: number): Promise<Arrivals> {
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: source }));
  const bodies = new Set<string | undefined>();
  let [messages, whole, marked] = [0, 0, 0];
  const takeAll = async (): Promise<void> => {
    for (let inVain = 0; inVain < 3;) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] }),
      );
      inVain = Messages.length === 0 ? inVain + 1 : 0;
      for (const { Body, MessageAttributes: { origin, ...others } = {} } of Messages) {
        messages += 1;
        bodies.add(Body);
        if (origin?.StringValue === 's3') whole += 1;
        if (others['sluice.redriveOf'] !== undefined) marked += 1;
      }
      if (Messages.length === 0) continue;
      const Entries = Messages.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle }));
      await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    }
  };
  await Promise.all([takeAll(), takeAll(), takeAll(), takeAll()]);
  return { planted, messages, distinct: bodies.size, whole, marked, left: await leftIn(sqs, queue) };
}

async function leftIn(sqs: SQSClient, queue: string): Promise<number> {
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: queue }));
  const names = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...names] }),
  );
  return names.reduce((sum, name) => sum + Number(Attributes[name]), 0);
}
