import { BatchGetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteMessageBatchCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type Message,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { inChunks, inLanes } from '#main/reads/in-lanes.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import type { Lane } from './redrive-run.ts';

const lanesAtOnce = 8;

/**
 * Does a whole job with nothing but the SDK's own calls: it receives every message, sends and deletes in calls of
 * ten by the same ramp, and after each step reads the documents by their keys until each has left QUEUED. It has
 * no plan, no journal, no ledger and no causes, so no redrive with the same proof can be faster on
 * this machine.
 */
export async function redriveBare(
  { sqs, dynamodb }: { readonly sqs: SQSClient; readonly dynamodb: DynamoDBClient },
  { queue, source }: Lane,
  batchId: string,
  messages: number,
): Promise<BareJob> {
  const [from, to] = await Promise.all([queue, source].map((name) => findAddress(sqs, name)));
  const started = performance.now();
  const held = await receiveAll(sqs, from, messages);
  const received = performance.now() - started;
  let sent = 0;
  for (const step of [1, 10, messages - 11]) {
    const some = held.slice(sent, sent + step);
    sent += step;
    await inLanes(inChunks(some, 10), lanesAtOnce, async (ten) => {
      await sqs.send(
        new SendMessageBatchCommand({
          QueueUrl: to,
          Entries: ten.map(({ Body, MessageAttributes }, index) => ({
            Id: String(index),
            MessageBody: Body,
            MessageAttributes,
          })),
        }),
      );
      await sqs.send(
        new DeleteMessageBatchCommand({
          QueueUrl: from,
          Entries: ten.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
        }),
      );
    });
    await waitUntilTaken(
      dynamodb,
      some.map(({ Body = '' }) => findDocument(Body)),
      batchId,
    );
  }
  return { received, proven: performance.now() - started };
}

/** Both are in milliseconds from the beginning. */
export interface BareJob {
  readonly received: number;
  readonly proven: number;
}

async function receiveAll(
  sqs: SQSClient,
  QueueUrl: string | undefined,
  messages: number,
): Promise<Message[]> {
  const held: Message[] = [];
  await Promise.all(
    Array.from({ length: lanesAtOnce }, async () => {
      while (held.length < messages) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl,
            MaxNumberOfMessages: 10,
            MessageAttributeNames: ['All'],
            VisibilityTimeout: 60,
          }),
        );
        if (Messages.length === 0) return;
        held.push(...Messages);
      }
    }),
  );
  return held;
}

function findDocument(body: string): string {
  const [, id = ''] = /documents\/\S+?\/\S+?\/(\S+?)\//.exec(body) ?? [];
  return `DOCUMENT#${id}`;
}

/** Reads the documents, a hundred a call, until each has left QUEUED. */
async function waitUntilTaken(
  dynamodb: DynamoDBClient,
  keys: readonly string[],
  batchId: string,
): Promise<void> {
  const { table } = namesByConvention('sandbox').extraction;
  let waiting = keys;
  while (waiting.length > 0) {
    const left: string[] = [];
    await inLanes(inChunks(waiting, 100), 4, async (some) => {
      const { Responses = {} } = await dynamodb.send(
        new BatchGetItemCommand({
          RequestItems: {
            [table]: {
              Keys: some.map((SK) => ({ PK: { S: `TENANT#northwind#BATCH#${batchId}` }, SK: { S: SK } })),
              ProjectionExpression: 'SK, #status',
              ExpressionAttributeNames: { '#status': 'status' },
            },
          },
        }),
      );
      for (const { SK, status } of Responses[table] ?? []) {
        if (status?.S === 'QUEUED') left.push(SK?.S ?? '');
      }
    });
    waiting = left;
  }
}

async function findAddress(sqs: SQSClient, QueueName: string): Promise<string> {
  return (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl ?? '';
}
