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

/** A lane is a dead-letter queue with the queue that its messages came from. */
export interface Lane {
  readonly queue: string;
  readonly source: string;
}

/** The console has these open while a person looks at messages and sends them back. */
export interface Console {
  readonly queues: Queues;
  readonly held: HeldMessages;
  readonly lane: Lane;
}

export function createLane(round: number, of = 'bench'): Lane {
  const source = `${of}-${round}`;
  return { queue: `${source}-dlq`, source };
}

/** Collects all garbage, so that two measurements differ only in the memory in use. */
export const collectGarbage = garbageCollection();

export function consoleOver(aws: AwsPlace, lane: Lane): Console {
  return {
    queues: openQueues(aws, waits, [{ name: lane.queue, source: lane.source }]),
    held: heldMessages(),
    lane,
  };
}

/** Plants the messages of S3 uploads, with one attribute. */
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
      MessageBody: createBody(number, batchId),
      MessageAttributes: { origin: { DataType: 'String', StringValue: 's3' } },
    }));
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    if (Failed.length > 0) throw new Error(`Not planted: ${JSON.stringify(Failed)}`);
  });
}

/**
 * Receives and holds all messages. It leaves out reading their causes from DynamoDB, which the console's page
 * adds.
 */
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

/**
 * Runs one step of a job, with a journal entry before the send, after it and after the delete. Returns the
 * size of the ledger.
 */
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

/** Accepts a queue that already exists with other attributes than these. */
function allowExisting(error: unknown): void {
  const isThere = error instanceof Error && /QueueNameExists|QueueAlreadyExists/.test(error.name);
  if (!isThere) throw error;
}

/** The event is as old as the message, because it has not been sent back before. */
function createBody(number: number, batchId: string): string {
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
/** This is the same limit as in the console's own sampling. */
const mostInVain = 3;
const waits = {
  now: Date.now,
  elapsed: () => performance.now(),
  random: Math.random,
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};
