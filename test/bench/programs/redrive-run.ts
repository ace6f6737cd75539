import { CreateQueueCommand, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openQueues } from '#main/aws/open-queues.ts';
import type { Queues } from '#main/aws/queues.ts';
import { refusingDoors } from '#main/aws/doors.ts';
import type { AwsPlace } from '#main/aws/client-config.ts';
import { inChunks, inLanes } from '#main/reads/in-lanes.ts';
import { heldMessages, type HeldMessages } from '#main/dead-letters/held-messages.ts';
import { openRedrive } from '#main/dead-letters/open-redrive.ts';
import { aPlan, aPlanItem } from '#test/builders/a-job.ts';

/** A dead-letter queue, and where its messages came from. */
export interface Lane {
  readonly queue: string;
  readonly source: string;
}

/** As the console has them while a person looks at them and sends them back. */
export interface Console {
  readonly queues: Queues;
  readonly held: HeldMessages;
  readonly lane: Lane;
}

export function laneOf(round: number, of = 'bench'): Lane {
  const source = `${of}-${round}`;
  return { queue: `${source}-dlq`, source };
}

/** All of it, so that two measurements differ by what is in use. */
export const collectGarbage = garbageCollection();

export function consoleOver(aws: AwsPlace, lane: Lane): Console {
  return {
    queues: openQueues(aws, waits, [{ name: lane.queue, source: lane.source }]),
    held: heldMessages(),
    lane,
  };
}

/** What an upload says when it is in S3, with an attribute beside it. */
export async function plantDeadLetters(
  sqs: SQSClient,
  { queue, source }: Lane,
  messages: number,
  batchId = 'batch-1',
): Promise<void> {
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: queue }));
  await sqs.send(new CreateQueueCommand({ QueueName: source })).catch(allowExisting);
  const batches = inChunks([...Array.from({ length: messages }).keys()], 10);
  await inLanes(batches, 4, async (batch) => {
    const Entries = batch.map((number) => ({
      Id: String(number),
      MessageBody: bodyOf(number, batchId),
      MessageAttributes: { origin: { DataType: 'String', StringValue: 's3' } },
    }));
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    if (Failed.length > 0) throw new Error(`Not planted: ${JSON.stringify(Failed)}`);
  });
}

/** Receives and holds all there are; the reading of their causes in DynamoDB, which the console's page adds, is left out. */
export async function sampleAll({ queues, held, lane: { queue } }: Console): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (let inVain = 0; inVain < mostInVain;) {
    const received = await queues.receive(queue, { most: 10, visibilitySeconds: holdSeconds });
    if (!received.ok) throw new Error(received.failure.message);
    const receivedAt = Date.now();
    held.add(
      connectionId,
      queue,
      received.value.map((message) => ({
        message,
        receivedAt,
        hiddenUntil: receivedAt + holdSeconds * 1_000,
      })),
    );
    for (const { messageId } of received.value) ids.add(messageId);
    inVain = received.value.length === 0 ? inVain + 1 : 0;
  }
  return [...ids];
}

/** One step of a job: written down, sent, written down, deleted, written down. Answers how large the ledger is. */
export async function sendBack(
  { queues, held, lane }: Console,
  ids: readonly string[],
  home: string,
): Promise<number> {
  const redrive = openRedrive({
    home,
    held,
    doorsOf: () => ({ ...refusingDoors('none'), queues }),
    now: Date.now,
    sleep: waits.sleep,
    log: { info() {}, warn() {}, error() {}, fatal() {} },
  });
  const plan = {
    ...aPlan({ items: ids.map((id) => aPlanItem({ id })) }),
    kind: 'redrive-messages' as const,
    target: { kind: 'redrive-messages' as const, queue: lane.queue, messageIds: [...ids] },
  };
  const job = { plan, by: 'bench', reason: undefined, isOver: () => false };
  const sent = await redrive
    .action('redrive-messages', connectionId)
    .send(job, { ids: [...ids], idempotencyKey: 'key' });
  if (sent.kind !== 'accepted') throw new Error(`Nothing was sent: ${sent.kind}`);
  const { refused, uncertain, skipped, left } = sent;
  const others = refused.size + (uncertain?.size ?? 0) + (skipped?.size ?? 0) + (left?.size ?? 0);
  if (others > 0) throw new Error(`${others} of ${ids.length} were not sent`);
  return statSync(join(home, 'jobs', `${plan.planId}.messages.jsonl`)).size;
}

function garbageCollection(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** One that was made before with other attributes than the usual ones. */
function allowExisting(error: unknown): void {
  const isThere = error instanceof Error && /QueueNameExists|QueueAlreadyExists/.test(error.name);
  if (!isThere) throw error;
}

/** The event is as old as the message: nobody has sent it back before. */
function bodyOf(number: number, batchId: string): string {
  const key = `documents/northwind/${batchId}/document-${number}/invoice.pdf`;
  const eventTime = new Date().toISOString();
  const record = {
    eventName: 'ObjectCreated:Put',
    eventTime,
    s3: { object: { key } },
    padding: 'x'.repeat(400),
  };
  return JSON.stringify({ Records: [record] });
}

const connectionId = 'local';
const holdSeconds = 900;
/** As the console's own sampling. */
const mostInVain = 3;
const waits = {
  now: Date.now,
  elapsed: () => performance.now(),
  random: Math.random,
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};
