import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';
import { workerClients } from './worker-clients.ts';

const messages = 10_000;
const rounds = 3;

/** Every message sent, received and deleted, ten a request. */
export const bench: Bench = async () => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { sqs, close } = await workerClients();
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'bench' }));
    const started = performance.now();
    for (let sent = 0; sent < messages; sent += 10) {
      await sqs.send(
        new SendMessageBatchCommand({
          QueueUrl,
          Entries: Array.from({ length: 10 }, (_entry, index) => ({
            Id: String(index),
            MessageBody: JSON.stringify({ document: sent + index, padding: 'x'.repeat(200) }),
          })),
        }),
      );
    }
    let deleted = 0;
    for (;;) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
      );
      if (Messages.length === 0) break;
      const { Successful = [] } = await sqs.send(
        new DeleteMessageBatchCommand({
          QueueUrl,
          Entries: Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
        }),
      );
      deleted += Successful.length;
    }
    times.push(performance.now() - started);
    if (deleted !== messages) throw new Error(`${deleted} of ${messages} messages were deleted`);
    await close();
  }
  return [
    {
      name: 'pocket.sqs.round-trip',
      value: rounded(percentile(times, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: rounds,
      note: '10,000 messages sent, received and deleted, ten a request, through the SDK, worker and journal',
      bar: 3_000,
    },
  ];
};
