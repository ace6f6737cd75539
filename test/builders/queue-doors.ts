import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
} from '@aws-sdk/client-sqs';
import { requestHandler, type RequestHandler } from '#local/aws/request-handler.ts';
import { openQueueAlarms } from '#main/aws/open-queue-alarms.ts';
import { openQueues } from '#main/aws/open-queues.ts';
import type { ConfiguredQueue } from '#main/aws/queues.ts';
import { aPocketAws } from './a-pocket-aws.ts';

export const documentQueues: ConfiguredQueue = {
  name: 'autowired-documents-dlq-sandbox',
  source: 'autowired-documents-sandbox',
};
export const fifoQueues: ConfiguredQueue = { name: 'orders-dlq.fifo', source: 'orders.fifo' };

export type Planted = Omit<SendMessageBatchRequestEntry, 'Id'>;

/**
 * Opens pocket AWS with a standard and a FIFO queue, each with its dead-letter queue, and the console's doors
 * to them. The tests do not really wait.
 */
export async function queueDoors() {
  const { aws, clock, ...clients } = aPocketAws();
  const { sqs } = clients;
  const sent: string[] = [];
  const handler = requestHandler(aws.dispatch);
  const recording: RequestHandler = {
    ...handler,
    handle(...[request, options]: Parameters<RequestHandler['handle']>) {
      sent.push((request.headers['x-amz-target'] ?? '').split('.')[1] ?? '');
      return handler.handle(request, options);
    },
  };
  const place = { requestHandler: recording, region: aws.world.region, accountId: aws.world.account };
  const parts = {
    now: () => clock.now(),
    elapsed: () => performance.now(),
    random: () => 0,
    sleep: () => Promise.resolve(),
  };
  const configured = [documentQueues, fifoQueues];
  const arnOf = (queue: string): string => `arn:aws:sqs:${aws.world.region}:${aws.world.account}:${queue}`;
  const urlOf = (queue: string): string => `http://127.0.0.1:1/${aws.world.account}/${queue}`;
  for (const { name, source } of configured) {
    const fifo = name.endsWith('.fifo') && { FifoQueue: 'true' };
    await sqs.send(
      new CreateQueueCommand({ QueueName: name, Attributes: { MessageRetentionPeriod: '1209600', ...fifo } }),
    );
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf(name), maxReceiveCount: 1 });
    await sqs.send(new CreateQueueCommand({ QueueName: source, Attributes: { RedrivePolicy, ...fifo } }));
  }

  async function put(queue: string, messages: readonly Planted[]): Promise<void> {
    for (let at = 0; at < messages.length; at += 10) {
      const Entries = messages.slice(at, at + 10).map((one, id) => ({ ...one, Id: String(id) }));
      await sqs.send(new SendMessageBatchCommand({ QueueUrl: urlOf(queue), Entries }));
    }
  }

  return {
    aws,
    clock,
    clients,
    sent,
    queues: openQueues(place, parts, configured),
    alarms: openQueueAlarms(place, parts),
    put,
    /** Sends messages to the source and receives them without success, until SQS itself has moved them. */
    deadLetters: async ({ source }: ConfiguredQueue, messages: readonly Planted[]): Promise<void> => {
      await put(source, messages);
      for (let empty = 0; empty < 2;) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl: urlOf(source),
            MaxNumberOfMessages: 10,
            VisibilityTimeout: 0,
          }),
        );
        empty = Messages.length === 0 ? empty + 1 : 0;
      }
    },
    /** Receives everything that another consumer would get now, and hides it for the given time. */
    takenFrom: async (queue: string, visibilitySeconds = 600) => {
      const all = [];
      for (;;) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl: urlOf(queue),
            MaxNumberOfMessages: 10,
            VisibilityTimeout: visibilitySeconds,
            MessageAttributeNames: ['All'],
            MessageSystemAttributeNames: ['All'],
          }),
        );
        if (Messages.length === 0) return all;
        all.push(...Messages);
      }
    },
    depthOf: async (queue: string): Promise<number> => {
      const command = new GetQueueAttributesCommand({ QueueUrl: urlOf(queue), AttributeNames: ['All'] });
      const { Attributes = {} } = await sqs.send(command);
      return (
        Number(Attributes.ApproximateNumberOfMessages) +
        Number(Attributes.ApproximateNumberOfMessagesNotVisible)
      );
    },
  };
}
