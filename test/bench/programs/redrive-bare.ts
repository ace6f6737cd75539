import {
  DeleteMessageBatchCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Lane } from './redrive-run.ts';

const lanesAtOnce = 8;

/**
 * Moves every message with nothing but the SDK's own calls of ten, without plan, journal or proof. A redrive
 * that accounts for its messages cannot be faster than this on the same machine.
 */
export async function moveBare(sqs: SQSClient, { queue, source }: Lane, messages: number): Promise<number> {
  const [from, to] = await Promise.all([queue, source].map((name) => findAddress(sqs, name)));
  let moved = 0;
  const started = performance.now();
  await Promise.all(Array.from({ length: lanesAtOnce }, moveTens));
  return performance.now() - started;

  async function moveTens(): Promise<void> {
    while (moved < messages) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: from,
          MaxNumberOfMessages: 10,
          MessageAttributeNames: ['All'],
          VisibilityTimeout: 60,
        }),
      );
      if (Messages.length === 0) return;
      await sqs.send(
        new SendMessageBatchCommand({
          QueueUrl: to,
          Entries: Messages.map(({ Body, MessageAttributes }, index) => ({
            Id: String(index),
            MessageBody: Body,
            MessageAttributes,
          })),
        }),
      );
      await sqs.send(
        new DeleteMessageBatchCommand({
          QueueUrl: from,
          Entries: Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
        }),
      );
      moved += Messages.length;
    }
  }
}

async function findAddress(sqs: SQSClient, QueueName: string): Promise<string> {
  return (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl ?? '';
}
