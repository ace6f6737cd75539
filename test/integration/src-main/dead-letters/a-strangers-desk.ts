import { PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type Message,
} from '@aws-sdk/client-sqs';
import { onTestFinished } from 'vitest';
import { requestHandler } from '#local/aws/request-handler.ts';
import type { Dispatch } from '#local/aws/dispatch.ts';
import type { MovableClock } from '#local/world/clock.ts';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import { openQueues } from '#main/aws/open-queues.ts';
import { heldMessages, type HeldMessages } from '#main/dead-letters/held-messages.ts';
import { openRedrive, type Redrive } from '#main/dead-letters/open-redrive.ts';
import { openJobEngine, type JobEngine } from '#main/jobs/engine.ts';
import type { ItemReceipt, Job } from '#shared/contract/jobs.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { aPlan } from '#test/builders/a-job-engine.ts';
import { aHome } from '#test/builders/a-home.ts';
import { doorsOver } from '#test/builders/doors-over.ts';
import { queuesAtRest } from './queues-at-rest.ts';

export const source = 'strangers-work';
export const dead = 'strangers-work-dlq';

/** Takes the messages that are available now. It is called repeatedly as time passes. */
export type Consumer = (desk: StrangersDesk) => Promise<void>;

export interface ConsoleUnderTest {
  readonly engine: JobEngine;
  readonly redrive: Redrive;
  readonly held: HeldMessages;
  readonly close: () => Promise<void>;
}

export interface StrangersDesk {
  readonly clock: MovableClock;
  readonly home: string;
  readonly doors: ConnectionDoors;
  readonly consumer: { use: Consumer };
  /** Plants dead letters. Each names its own document if `names` asks for that. */
  readonly plant: (count: number, names?: 'documents' | 'nothing') => Promise<readonly string[]>;
  readonly plantBody: (body: string) => Promise<string>;
  readonly putDocument: (number: number, attributes: Readonly<Record<string, string>>) => Promise<void>;
  readonly changeDocument: (number: number, attributes: Readonly<Record<string, string>>) => Promise<void>;
  readonly receive: (queue: string, visibilitySeconds?: number) => Promise<Message[]>;
  readonly remove: (queue: string, message: Message) => Promise<void>;
  /** Starts a console on the home folder. */
  readonly open: () => ConsoleUnderTest;
  readonly sample: (of: ConsoleUnderTest) => Promise<void>;
  readonly plan: (messageIds: readonly string[]) => Plan;
  /** Waits until the console sends nothing and tracks nothing any more. */
  readonly rested: (
    of: ConsoleUnderTest,
    plan: Plan,
  ) => Promise<{ job: Job; receipts: readonly ItemReceipt[] }>;
}

/**
 * Creates two queues and a table that keep domain.md and nothing more, with a consumer that each test
 * chooses.
 */
export async function aStrangersDesk(
  through: (dispatch: Dispatch) => Dispatch = (same) => same,
  { visibilitySeconds = 60, mostReceives = 3, largestMessage = 1_048_576 } = {},
): Promise<StrangersDesk> {
  const { clock, running } = await queuesAtRest();
  const { sqs, dynamodb } = running.clients;
  const { world, dispatch } = running.aws;
  const TableName = running.parts.names.extraction.table;
  await sqs.send(new CreateQueueCommand({ QueueName: dead }));
  const deadLetterTargetArn = `arn:aws:sqs:${world.region}:${world.account}:${dead}`;
  await sqs.send(
    new CreateQueueCommand({
      QueueName: source,
      Attributes: {
        VisibilityTimeout: String(visibilitySeconds),
        MaximumMessageSize: String(largestMessage),
        RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: mostReceives }),
      },
    }),
  );
  const now = (): number => clock.now();
  const home = aHome();
  const place = { region: world.region, accountId: world.account };
  const patience = { now, elapsed: now, random: () => 0.5, sleep: () => Promise.resolve() };
  const doors: ConnectionDoors = {
    ...doorsOver(dispatch, now),
    queues: openQueues({ ...place, requestHandler: requestHandler(through(dispatch)) }, patience, [
      { name: dead, source },
    ]),
  };
  const consumer: { use: Consumer } = { use: () => Promise.resolve() };
  const urlOf = async (QueueName: string) => (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl;
  const keyOf = (number: number) => ({
    PK: { S: 'TENANT#northwind#BATCH#KB-1' },
    SK: { S: `DOCUMENT#doc-${number}` },
  });
  const textsOf = (attributes: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(attributes).map(([name, text]) => [name, { S: text }]));
  /** Sleeps in short steps, so that the consumer runs in between. One sleeper at a time moves the clock. */
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    for (let left = ms; left > 0; left -= 5_000) {
      if (signal?.aborted === true) return;
      await new Promise((resolve) => setImmediate(resolve));
      await clock.advance(Math.min(left, 5_000));
      await consumer.use(desk);
    }
  };
  let keys = 0;
  let plans = 0;

  const desk: StrangersDesk = {
    clock,
    home,
    doors,
    consumer,
    async plant(count, names = 'nothing') {
      const QueueUrl = await urlOf(dead);
      const ids: string[] = [];
      for (let from = 0; from < count; from += 10) {
        const Entries = Array.from({ length: Math.min(10, count - from) }, (_, at) => ({
          Id: String(at),
          MessageBody: JSON.stringify(
            names === 'nothing'
              ? { order: from + at }
              : { tenantId: 'northwind', batchId: 'KB-1', documentId: `doc-${from + at}` },
          ),
        }));
        const { Successful = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
        ids.push(...Successful.map(({ MessageId = '' }) => MessageId));
      }
      return ids;
    },
    async plantBody(MessageBody) {
      const QueueUrl = await urlOf(dead);
      const { MessageId = '' } = await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
      return MessageId;
    },
    async putDocument(number, attributes) {
      const written = { createdAt: new Date(now()).toISOString(), ...attributes };
      const Item = { ...keyOf(number), ...textsOf(written), version: { N: '1' } };
      await dynamodb.send(new PutItemCommand({ TableName, Item }));
    },
    async changeDocument(number, attributes) {
      const names = Object.keys(attributes);
      await dynamodb.send(
        new UpdateItemCommand({
          TableName,
          Key: keyOf(number),
          UpdateExpression: `SET ${names.map((_, at) => `#n${at} = :v${at}`).join(', ')} ADD #version :one`,
          ExpressionAttributeNames: {
            '#version': 'version',
            ...Object.fromEntries(names.map((name, at) => [`#n${at}`, name])),
          },
          ExpressionAttributeValues: {
            ':one': { N: '1' },
            ...Object.fromEntries(names.map((name, at) => [`:v${at}`, { S: attributes[name] ?? '' }])),
          },
        }),
      );
    },
    async receive(queue, VisibilityTimeout) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: await urlOf(queue),
          MaxNumberOfMessages: 10,
          MessageAttributeNames: ['All'],
          MessageSystemAttributeNames: ['All'],
          ...(VisibilityTimeout !== undefined && { VisibilityTimeout }),
        }),
      );
      return Messages;
    },
    async remove(queue, { ReceiptHandle }) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl: await urlOf(queue), ReceiptHandle }));
    },
    open() {
      const held = heldMessages();
      const shared = { home, now, sleep, log: { info() {}, warn() {}, error() {}, fatal() {} } };
      const redrive = openRedrive({ ...shared, held, doorsOf: () => doors });
      const engine = openJobEngine({
        ...shared,
        newKey: () => `key-${(keys += 1)}`,
        action: (_kind, connectionId) => redrive.action('redrive-messages', connectionId),
        seen: () => undefined,
      });
      const close = async (): Promise<void> => {
        redrive.close();
        await engine.close();
      };
      onTestFinished(close);
      return { engine, redrive, held, close };
    },
    async sample({ held }) {
      for (;;) {
        const received = await doors.queues.receive(dead, { most: 10, visibilitySeconds: 3_600 });
        if (!received.ok) throw new Error(received.failure.message);
        if (received.value.length === 0) return;
        const hiddenUntil = now() + 3_600_000;
        held.add(
          'local',
          dead,
          received.value.map((message) => ({ message, receivedAt: now(), hiddenUntil })),
        );
      }
    },
    plan(messageIds) {
      const plan = aPlan(messageIds.length);
      return {
        ...plan,
        planId: `strangers-${(plans += 1)}`,
        kind: 'redrive-messages',
        target: { kind: 'redrive-messages', queue: dead, messageIds: [...messageIds] },
        tenantId: null,
        items: plan.items.map((item, at) => ({
          ...item,
          id: messageIds[at] ?? '',
          name: null,
          version: null,
        })),
      };
    },
    async rested({ engine }, { planId }) {
      for (let turn = 0; turn < 100_000; turn += 1) {
        const job = engine.jobs('local').find(({ jobId }) => jobId === planId);
        if (job && job.state !== 'running' && job.counts.running + job.counts.sending === 0) {
          // A look that was under way has been counted by now.
          return { job, receipts: engine.receipts('local', planId) ?? [] };
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
      throw new Error(`It does not rest: ${JSON.stringify(engine.jobs('local'))}`);
    },
  };
  return desk;
}

/** Receives and fails without writing anything, so that SQS moves the messages back by its policy. */
export const failing: Consumer = async ({ receive }) => {
  for (;;) if ((await receive(source)).length === 0) return;
};

/** Calls `use` for each message of the source and deletes the message. */
export function using(
  use: (desk: StrangersDesk, message: Message, number: number) => Promise<void>,
): Consumer {
  return async (desk) => {
    for (;;) {
      const messages = await desk.receive(source);
      if (messages.length === 0) return;
      for (const message of messages) {
        const { documentId = '' } = JSON.parse(message.Body ?? '{}') as { documentId?: string };
        await use(desk, message, Number(documentId.replace('doc-', '')));
        await desk.remove(source, message);
      }
    }
  };
}
