import {
  CreateQueueCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type Message,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PocketAws } from '#local/aws/pocket-aws.ts';
import type { MovableClock } from '#local/world/clock.ts';
import type { FaultRule } from '#local/world/faults.ts';
import type { Randomness } from '#local/world/randomness.ts';
import { getDiscardFile } from '#main/dead-letters/discard-through.ts';
import type { ItemReceipt } from '#shared/contract/jobs.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { aPlan } from '#test/builders/a-job-engine.ts';
import { mortalConsole, type Death, type MortalConsole } from './mortal-console.ts';

export interface StoryParts {
  readonly aws: PocketAws;
  readonly sqs: SQSClient;
  readonly clock: MovableClock;
  readonly random: Randomness;
  readonly number: number;
  readonly kind: 'redrive-messages' | 'discard-messages';
  /** The messages ask for files of the daily download. */
  readonly areDownloads?: boolean;
}

/** Describes the end of one dead letter, by its receipt and by the real content of the queues. */
export interface Fate {
  readonly id: string;
  readonly receipt: ItemReceipt;
  /** Counts its copies in the target queue. */
  readonly copies: number;
  readonly isStillDead: boolean;
  /** Counts its entries in the file of discarded messages. */
  readonly kept: number;
  readonly sentBefore: 'sent' | 'uncertain' | null;
}

export interface Told {
  readonly fates: readonly Fate[];
  readonly deaths: number;
  readonly jobState: string;
}

/** An effect whose result is lost is where a message could be sent twice, so it is the most frequent here. */
const hows = ['before', 'torn', 'after', 'after', 'after'] as const;

/** One console after the other samples and redrives dead letters and dies somewhere. The last one lives. */
export async function redriveStory(parts: StoryParts): Promise<Told> {
  const { aws, sqs, clock, random, number, kind, areDownloads = false } = parts;
  const source = areDownloads ? `data-download-files-${number}` : `${kind}-${number}`;
  const queue = areDownloads ? `data-download-files-dlq-${number}` : `${kind}-${number}-dlq`;
  const ids = await plant(parts, { source, queue, count: 1 + random.integer(45) });
  const home = mkdtempSync(join(tmpdir(), 'sluice-redrive-'));
  const sleep = async (ms: number): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(ms);
  };
  const live = (death: Death | null): MortalConsole =>
    mortalConsole({
      home,
      dispatch: aws.dispatch,
      place: { region: aws.world.region, accountId: aws.world.account },
      configured: [{ name: queue, source }],
      now: () => clock.now(),
      sleep,
      death,
    });
  const plan = buildPlan(kind, queue, ids, number);
  let deaths = 0;
  try {
    let console_ = live(null);
    await sample(console_, queue, 30 + random.integer(900), clock);
    console_.engine.start(plan, { by: 'admin', reason: undefined });
    // The job starts in the same turn, and the first console may not live long.
    await console_.engine.close();
    const lives = random.integer(5);
    aws.world.faults.set(drawFaults(random));
    for (let life = 0; life < lives; life += 1) {
      const next = live({ at: 1 + random.integer(40), how: hows[random.integer(hows.length)] ?? 'after' });
      if (life === 0) keepHeld(console_, next, queue);
      console_ = next;
      await runOn(console_, plan);
      if (console_.isDead()) deaths += 1;
      console_.redrive.close();
      await console_.engine.close();
      await clock.advance(random.integer(1_200) * 1_000);
    }
    const last = live(null);
    if (lives === 0) keepHeld(console_, last, queue);
    await runOn(last, plan);
    const [job] = last.engine.jobs('local');
    const receipts = last.engine.receipts('local', plan.planId) ?? [];
    aws.world.faults.set([]);
    await clock.advance(3_600_000);
    const dead = new Set((await drained(sqs, queue)).map(({ MessageId }) => MessageId));
    const arrived = await drained(sqs, source);
    const kept = listSaved(home, plan.planId);
    const fates = receipts.map((receipt) => ({
      id: receipt.id,
      receipt,
      copies: arrived.filter((one) => readRedrive(one) === receipt.id).length,
      isStillDead: dead.has(receipt.id),
      kept: kept.filter((id) => id === receipt.id).length,
      sentBefore: last.redrive.sentBefore.of('local', queue, receipt.id),
    }));
    last.redrive.close();
    await last.engine.close();
    return { fates, deaths, jobState: job?.state ?? 'none' };
  } finally {
    aws.world.faults.set([]);
    rmSync(home, { recursive: true, force: true });
  }
}

/** Runs until the console dies or the job is done, and resumes the job wherever it waits for a person. */
async function runOn(console_: MortalConsole, plan: Plan): Promise<void> {
  const { engine } = console_;
  for (let turn = 0; turn < 400_000 && !console_.isDead(); turn += 1) {
    const job = engine.jobs('local').find(({ jobId }) => jobId === plan.planId);
    if (job?.state === 'done') return;
    if (job !== undefined && job.state !== 'running') engine.resume('local', plan.planId, 'admin');
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!console_.isDead()) throw new Error(`It does not end: ${JSON.stringify(engine.jobs('local'))}`);
}

/**
 * Gives the next console the held messages, which are lost in memory, so that the story begins with a fresh
 * sample.
 */
function keepHeld(from: MortalConsole, to: MortalConsole, queue: string): void {
  to.held.add('local', queue, from.held.of('local', queue));
}

function drawFaults(random: Randomness): FaultRule[] {
  const share = random.unit() * 0.25;
  const kinds = ['reset-after-apply', 'throttle', 'partial-batch', 'server-error'] as const;
  return kinds
    .filter(() => random.unit() < 0.6)
    .map((kind, at) => ({ id: String(at), kind, service: 'sqs', share }));
}

export async function plant(
  { sqs, aws, random, areDownloads }: Pick<StoryParts, 'sqs' | 'aws' | 'random' | 'areDownloads'>,
  { source, queue, count }: { readonly source: string; readonly queue: string; readonly count: number },
): Promise<string[]> {
  // Machines that sleep often let days pass.
  const MessageRetentionPeriod = String(14 * 86_400);
  await sqs.send(new CreateQueueCommand({ QueueName: queue, Attributes: { MessageRetentionPeriod } }));
  const RedrivePolicy = JSON.stringify({
    deadLetterTargetArn: `arn:aws:sqs:${aws.world.region}:${aws.world.account}:${queue}`,
    maxReceiveCount: 3,
  });
  await sqs.send(
    new CreateQueueCommand({ QueueName: source, Attributes: { RedrivePolicy, MessageRetentionPeriod } }),
  );
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: queue }));
  const ids: string[] = [];
  for (let from = 0; from < count; from += 10) {
    const Entries = Array.from({ length: Math.min(10, count - from) }, (_, at) => ({
      Id: String(at),
      MessageBody: JSON.stringify(
        areDownloads === true
          ? { fileId: `file${from + at}-2026-11-20`, batchId: `batch-2026-11-20-${randomUUID()}` }
          : { number: from + at, padding: 'x'.repeat(random.integer(50)) },
      ),
      MessageAttributes: { kind: { DataType: 'String', StringValue: 'planted' } },
    }));
    const { Successful = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    ids.push(...Successful.map(({ MessageId = '' }) => MessageId));
  }
  return ids;
}

export async function sample(
  { queues, held }: MortalConsole,
  queue: string,
  seconds: number,
  clock: Pick<MovableClock, 'now'>,
): Promise<void> {
  for (;;) {
    const received = await queues.receive(queue, { most: 10, visibilitySeconds: seconds });
    if (!received.ok) throw new Error(received.failure.message);
    if (received.value.length === 0) return;
    const receivedAt = clock.now();
    const hiddenUntil = receivedAt + seconds * 1_000;
    held.see('local', queue, received.value, receivedAt);
    held.add(
      'local',
      queue,
      received.value.map((message) => ({ message, receivedAt, hiddenUntil })),
    );
  }
}

export function buildPlan(
  kind: StoryParts['kind'],
  queue: string,
  messageIds: readonly string[],
  number: number,
): Plan {
  const plan = aPlan(messageIds.length);
  return {
    ...plan,
    planId: `${kind}-${number}`,
    kind,
    target: { kind, queue, messageIds: [...messageIds] },
    tenantId: null,
    by: 'admin',
    items: plan.items.map((item, at) => ({ ...item, id: messageIds[at] ?? '', name: null, version: null })),
  };
}

/** Returns the ids in the file of a discard, each from a complete line with its body. */
export function listSaved(home: string, planId: string): string[] {
  const file = getDiscardFile(home, planId);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const { messageId, body } = JSON.parse(line) as { messageId: string; body: string };
    return body.startsWith('{"number":') ? messageId : '';
  });
}

export function readRedrive({ MessageAttributes = {} }: Message): string | undefined {
  return MessageAttributes['sluice.redriveOf']?.StringValue;
}

export async function drained(sqs: SQSClient, queue: string): Promise<Message[]> {
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: queue }));
  const all: Message[] = [];
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: 600,
        MessageAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) return all;
    all.push(...Messages);
  }
}
