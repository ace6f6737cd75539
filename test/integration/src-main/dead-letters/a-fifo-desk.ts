import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type Message,
} from '@aws-sdk/client-sqs';
import { onTestFinished } from 'vitest';
import { requestHandler } from '#local/aws/request-handler.ts';
import type { Dispatch } from '#local/aws/dispatch.ts';
import type { MovableClock } from '#local/world/clock.ts';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import { openQueues } from '#main/aws/open-queues.ts';
import { openDeadLetters } from '#main/compose/open-acting.ts';
import { openJobs } from '#main/compose/compose-jobs.ts';
import { heldMessages, type HeldMessages } from '#main/dead-letters/held-messages.ts';
import { openRedrive } from '#main/dead-letters/open-redrive.ts';
import type { Sample } from '#shared/contract/dead-letters.ts';
import type { ItemReceipt, Job, JobDetail } from '#shared/contract/jobs.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { aHome } from '#test/builders/a-home.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';
import { doorsOver } from '#test/builders/doors-over.ts';
import { queuesAtRest } from './queues-at-rest.ts';

export const source = 'orders.fifo';
export const dead = 'orders-dlq.fifo';

type MessageJobKind = 'redrive-messages' | 'discard-messages' | 'resend-messages';

export interface FifoDesk {
  readonly clock: MovableClock;
  readonly held: HeldMessages;
  readonly doors: ConnectionDoors;
  /** Plants dead letters of these groups, in this order. */
  readonly plant: (messages: readonly { readonly group: string; readonly body: string }[]) => Promise<void>;
  /** Sends a message to the source, where it becomes a dead letter after its one receive. */
  readonly die: (
    message: { readonly group: string; readonly body: string },
    afterMs: number,
  ) => Promise<void>;
  readonly sample: () => Promise<Sample>;
  readonly plan: (messageIds: readonly string[], kind?: MessageJobKind) => Promise<Plan>;
  /** Runs the job to its end and resumes it wherever it has braked. */
  readonly carriedOut: (
    plan: Plan,
    reason?: string,
  ) => Promise<{ job: Job; receipts: readonly ItemReceipt[] }>;
  readonly drained: (queue: string) => Promise<Message[]>;
}

/** Runs the console's dead letters and jobs over two FIFO queues of pocket AWS. */
export async function aFifoDesk(
  through: (dispatch: Dispatch) => Dispatch = (same) => same,
): Promise<FifoDesk> {
  const { clock, running } = await queuesAtRest();
  const { sqs } = running.clients;
  const { world, dispatch } = running.aws;
  await sqs.send(new CreateQueueCommand({ QueueName: dead, Attributes: { FifoQueue: 'true' } }));
  const deadLetterTargetArn = `arn:aws:sqs:${world.region}:${world.account}:${dead}`;
  await sqs.send(
    new CreateQueueCommand({
      QueueName: source,
      Attributes: {
        FifoQueue: 'true',
        RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 1 }),
      },
    }),
  );
  const now = (): number => clock.now();
  const place = { region: world.region, accountId: world.account };
  const patience = { now, elapsed: now, random: () => 0.5, sleep: () => Promise.resolve() };
  const doors: ConnectionDoors = {
    ...doorsOver(dispatch, now),
    queues: openQueues({ ...place, requestHandler: requestHandler(through(dispatch)) }, patience, [
      { name: dead, source },
    ]),
  };
  const session = aSession({ who: aSession().personas[1] ?? null });
  const held = heldMessages();
  const log = { info() {}, warn() {}, error() {}, fatal() {} };
  const sleep = async (ms: number): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(ms);
  };
  const parts = {
    home: aHome(),
    held,
    log,
    now,
    sleep,
    session: () => session,
    onSession: () => () => undefined,
    doorsOf: () => doors,
  };
  const redrive = openRedrive(parts);
  const jobs = openJobs({ ...parts, redrive, scopedDoors: () => doors });
  onTestFinished(() => jobs.close());
  const letters = openDeadLetters({
    ...parts,
    doors: () => doors,
    sentBefore: redrive.sentBefore,
    worksOn: jobs.worksOn,
  });
  const context = { reference: 'ref', role: 'admin', host: 'browser' } as const;
  const urlOf = async (QueueName: string) => (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl;
  let sent = 0;

  async function send(queue: string, messages: readonly { group: string; body: string }[]): Promise<void> {
    const QueueUrl = await urlOf(queue);
    for (let from = 0; from < messages.length; from += 10) {
      const Entries = messages.slice(from, from + 10).map(({ group, body }, at) => ({
        Id: String(at),
        MessageBody: body,
        MessageGroupId: group,
        MessageDeduplicationId: `planted-${(sent += 1)}`,
      }));
      await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    }
  }

  async function receive(queue: string, VisibilityTimeout: number): Promise<Message[]> {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: await urlOf(queue),
        MaxNumberOfMessages: 10,
        VisibilityTimeout,
        MessageAttributeNames: ['All'],
        MessageSystemAttributeNames: ['All'],
      }),
    );
    return Messages;
  }

  function jobNow(jobId: string): Job {
    let job: Job | undefined;
    const told = ({ detail }: { readonly detail: JobDetail | null }): void => void (job = detail?.job);
    jobs.handlers['jobs.watchOne']({ jobId }, told, context)();
    if (job === undefined) throw new Error('There is no such job');
    return job;
  }

  return {
    clock,
    held,
    doors,
    plant: (messages) => send(dead, messages),
    async die(message, afterMs) {
      await send(source, [message]);
      await receive(source, 1);
      await clock.advance(afterMs);
      await receive(source, 1);
    },
    sample: async () =>
      valueOf(
        await letters.handlers['dead-letters.sample'](
          { queue: dead, most: 1_000, holdSeconds: 3_600 },
          context,
        ),
      ),
    plan: async (messageIds, kind = 'redrive-messages') => {
      const target = { kind, queue: dead, messageIds: [...messageIds] };
      return valueOf(await jobs.handlers['plans.make']({ target }, context));
    },
    async carriedOut({ planId, hash, typing }, reason) {
      const typed = typing && { ...typing, count: String(typing.count) };
      valueOf(
        await jobs.handlers['plans.start'](
          { planId, hash, ...(reason !== undefined && { reason }), ...(typed && { typed }) },
          context,
        ),
      );
      for (let turn = 0; turn < 20_000; turn += 1) {
        const { state, counts } = jobNow(planId);
        if (state === 'done') break;
        if (state !== 'running' && counts.sending === 0)
          await jobs.handlers['jobs.resume']({ jobId: planId }, context);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const { receipts } = valueOf(
        await jobs.handlers['jobs.receipts']({ jobId: planId, offset: 0 }, context),
      );
      return { job: jobNow(planId), receipts };
    },
    async drained(queue) {
      await clock.advance(12 * 3_600_000);
      const all: Message[] = [];
      for (;;) {
        const messages = await receive(queue, 36_000);
        if (messages.length === 0) return all;
        all.push(...messages);
        // SQS delivers no more messages of a group while some of it are in flight.
        for (const { ReceiptHandle } of messages) await remove(queue, ReceiptHandle);
      }
    },
  };

  async function remove(queue: string, ReceiptHandle: string | undefined): Promise<void> {
    await sqs.send(new DeleteMessageCommand({ QueueUrl: await urlOf(queue), ReceiptHandle }));
  }
}
