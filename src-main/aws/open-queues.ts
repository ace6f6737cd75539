import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { ok } from '#shared/contract/result.ts';
import { keptBody, whereBodiesAre } from './kept-body.ts';
import { openPatience, usualLongestRead, type PatienceParts } from './patience.ts';
import { configuredQueues, queueLooks, queuePlaces } from './queue-places.ts';
import { queueStanding, readQueueAttributes } from './queue-standing.ts';
import type { ConfiguredQueue, Queues } from './queues.ts';
import { receivedMessages } from './received-message.ts';
import { namesAt, type AwsPlace } from './aws-place.ts';
import { sqsChanges } from './sqs-changes.ts';
import { sqsClient } from './sqs-client.ts';
import { askSqs, noSuchQueue } from './sqs-reads.ts';
import type { TimeSources } from './tally.ts';

export type QueuesParts = PatienceParts & TimeSources;

/** Over the SDK's client of one connection. */
export function openQueues(
  place: AwsPlace,
  parts: QueuesParts,
  configured: readonly ConfiguredQueue[] = configuredQueues(namesAt(place)),
): Queues {
  const client = sqsClient(place);
  const places = queuePlaces(client, place, configured);
  const { longestRead = usualLongestRead } = parts;
  const reading = { ...parts, patience: openPatience(parts), longestRead };

  return {
    configured: () => Promise.resolve(ok(configured)),
    async standing(queue) {
      if (!places.isDeadLetterQueue(queue)) return noSuchQueue(queue);
      const question = askSqs(queue, 'GetQueueAttributes', reading);
      const standing = await queueStanding(queue, { client, places, question });
      return standing.ok ? ok(standing.value, question.receipt(0, 0)) : standing;
    },
    async attributes(queue) {
      if (!places.isDeadLetterQueue(queue) && !places.isSource(queue)) return noSuchQueue(queue);
      const question = askSqs(queue, 'GetQueueAttributes', reading);
      const read = await question.read('GetQueueAttributes', async (abortSignal) => {
        const QueueUrl = await places.urlOf(queue, abortSignal);
        return (await client.send(queueLooks.attributes(QueueUrl), { abortSignal })).Attributes ?? {};
      });
      return read.ok ? ok(readQueueAttributes(read.value), question.receipt(0, 0)) : read;
    },
    async receive(queue, { most, visibilitySeconds }) {
      if (!places.isDeadLetterQueue(queue)) return noSuchQueue(queue);
      const question = askSqs(queue, 'ReceiveMessage', reading);
      const url = await question.read('GetQueueUrl', (signal) => places.urlOf(queue, signal));
      if (!url.ok) return url;
      const received = await question.readOnce('ReceiveMessage', async (abortSignal) => {
        let body = '';
        const command = new ReceiveMessageCommand({
          QueueUrl: url.value,
          MaxNumberOfMessages: most,
          VisibilityTimeout: visibilitySeconds,
          WaitTimeSeconds: 0,
          MessageAttributeNames: ['All'],
          MessageSystemAttributeNames: ['All'],
        });
        command.middlewareStack.add(
          keptBody((text) => (body = text)),
          whereBodiesAre,
        );
        await client.send(command, { abortSignal });
        return { messages: receivedMessages(body), bytes: Buffer.byteLength(body) };
      });
      if (!received.ok) return received;
      const { messages, bytes } = received.value;
      return ok(messages, question.receipt(messages.length, bytes));
    },
    ...sqsChanges({ client, places, longestChange: longestRead }),
  };
}
