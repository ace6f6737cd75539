import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import { workerClients } from './worker-clients.ts';

const messages = 10_000;
const rounds = 3;

/** Sends, receives and deletes every message, ten per request. */
async function measure(): Promise<{ times: number[] }> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { sqs, close } = await workerClients();
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'bench' }));
    const started = performance.now();
    const starts = Array.from({ length: messages / 10 }, (_batch, index) => index * 10);
    await fourAtOnce(async () => {
      const first = starts.shift();
      if (first === undefined) return false;
      await sqs.send(
        new SendMessageBatchCommand({
          QueueUrl,
          Entries: Array.from({ length: 10 }, (_entry, index) => ({
            Id: String(index),
            MessageBody: JSON.stringify({ document: first + index, padding: 'x'.repeat(200) }),
          })),
        }),
      );
      return true;
    });
    let deleted = 0;
    await fourAtOnce(async () => {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
      );
      if (Messages.length === 0) return false;
      const { Successful = [] } = await sqs.send(
        new DeleteMessageBatchCommand({
          QueueUrl,
          Entries: Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
        }),
      );
      deleted += Successful.length;
      return true;
    });
    times.push(performance.now() - started);
    if (deleted !== messages) throw new Error(`${deleted} of ${messages} messages were deleted`);
    await close();
  }
  return { times };
}

/** Runs four clients, each of which goes on until nothing is left. */
async function fourAtOnce(step: () => Promise<boolean>): Promise<void> {
  const goOn = async (): Promise<void> => {
    while (await step());
  };
  await Promise.all([goOn(), goOn(), goOn(), goOn()]);
}

process.stdout.write(JSON.stringify(await measure()));
