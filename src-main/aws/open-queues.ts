import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { Receipt } from '#shared/contract/receipt.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { namesByConvention } from '#shared/domain/naming-convention.ts';
import { openPatience, usualLongestRead, type PatienceParts } from './patience.ts';
import { queuePlaces } from './queue-places.ts';
import { queueStanding } from './queue-standing.ts';
import type { Queues } from './queues.ts';
import { receivedMessage } from './received-message.ts';
import type { SandboxAws } from './sandbox-config.ts';
import { sqsChanges } from './sqs-changes.ts';
import { sandboxSqsClient } from './sqs-client.ts';
import { noSuchQueue, sqsFailure } from './sqs-failure.ts';
import { troubleOf } from './aws-trouble.ts';
import type { TimeSources } from './tally.ts';
import { withinTime } from './within-time.ts';

export type QueuesParts = PatienceParts & TimeSources;

/** Over the SDK's client of one connection. */
export function openQueues(sandbox: SandboxAws, parts: QueuesParts = usualParts()): Queues {
  const client = sandboxSqsClient(sandbox);
  const places = queuePlaces(client, sandbox, namesByConvention('sandbox'));
  const patience = openPatience(parts);
  const { now, elapsed, longestRead = usualLongestRead } = parts;

  function receiptOf(operation: string): (pages: number, items: number, bytes?: number) => Receipt {
    const begun = elapsed();
    const asOf = new Date(now()).toISOString();
    return (pages, items, bytes = 0) => ({
      pattern: `SQS: ${operation}`,
      index: 'queue',
      pages,
      items,
      rru: 0,
      bytes,
      ms: elapsed() - begun,
      asOf,
    });
  }

  return {
    configured: () => Promise.resolve(ok(places.configured)),
    async standing(queue) {
      if (!places.isDeadLetterQueue(queue)) return noSuchQueue(queue);
      const receipt = receiptOf('GetQueueAttributes');
      const tried = await patience.read((signal) => queueStanding(client, places, queue, signal));
      if (!tried.ok)
        return sqsFailure(tried.trouble, tried.attempts, { operation: 'GetQueueAttributes', queue });
      return ok(tried.value.standing, receipt(tried.value.calls, 0));
    },
    async receive(queue, { most, visibilitySeconds }) {
      if (!places.isDeadLetterQueue(queue)) return noSuchQueue(queue);
      const receipt = receiptOf('ReceiveMessage');
      // Once: an answer that was lost has hidden its messages, and a second one would hide more.
      const received = await once(queue, longestRead, async (abortSignal) => {
        const command = new ReceiveMessageCommand({
          QueueUrl: await places.urlOf(queue, abortSignal),
          MaxNumberOfMessages: most,
          VisibilityTimeout: visibilitySeconds,
          WaitTimeSeconds: 0,
          MessageAttributeNames: ['All'],
          MessageSystemAttributeNames: ['All'],
        });
        return client.send(command, { abortSignal });
      });
      if (!received.ok) return received;
      const messages = (received.value.Messages ?? []).flatMap((one) => receivedMessage(one) ?? []);
      const bytes = messages.reduce((sum, { body }) => sum + body.length, 0);
      return ok(messages, receipt(1, messages.length, bytes));
    },
    ...sqsChanges({ client, places, longestChange: longestRead }),
  };
}

async function once<T>(
  queue: string,
  longest: number,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<Result<T>> {
  try {
    return ok(await withinTime(longest, attempt));
  } catch (error) {
    return sqsFailure(troubleOf(error), 1, { operation: 'ReceiveMessage', queue });
  }
}

function usualParts(): QueuesParts {
  return {
    now: Date.now,
    elapsed: () => performance.now(),
    random: Math.random,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
