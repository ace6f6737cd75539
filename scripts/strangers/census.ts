import { PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SetQueueAttributesCommand,
  type Message,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { ItemReceipt, Job } from '#shared/contract/jobs.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Clients } from '../conformance/assertion.ts';
import { compareFigures } from './compare.ts';
import type { Compared } from './compare-world.ts';
import { openStrangersConsole, type Place, type StrangersConsole } from './open-console.ts';
import { planWorld } from './plan-world.ts';
import { plantWorld } from './plant-world.ts';
import type { StrangersWorld } from './world.ts';

/** These are the things that a deployment's own program may do with a message. */
export const consumers = ['writes', 'writes nothing', 'never deletes', 'none'] as const;
export type Consumer = (typeof consumers)[number];

/** All messages have the same tenant and batch, so each one identifies a document without further lookups. */
const [tenantId, batchId] = ['census', 'lot 1'];
// There are one and then ten, because the ramp waits for the proof of the first step, and again after the second.
const redriven = 11;
const leftAlone = 9;
const longestJobMs = 100_000;

interface Census {
  readonly seed: string;
  readonly consumer: Consumer;
  readonly clients: Pick<Clients, 'dynamodb' | 'sqs' | 'sfn'>;
  readonly place: Place;
}

/**
 * Redrives messages and then looks for every one of them by its mark, in both queues and in what the consumer has seen.
 * Each must be found once, in a place that its receipt allows.
 */
export async function takeCensus({ seed, consumer, clients, place }: Census): Promise<Compared> {
  const figures = compareFigures();
  const world = {
    ...planWorld({ seed, now: Date.now(), suffix: `-${consumer.replaceAll(' ', '-')}-${seed}` }),
    messages: [],
  };
  await plantWorld(world, clients);
  const queues = await plantMarks(world, clients);
  const working = work(consumer, world, clients, queues.source);
  const console = await openStrangersConsole(world, place);
  let receipts: readonly ItemReceipt[] = [];
  let job: Job | undefined;
  try {
    ({ job, receipts } = await redrive(console, world, [...queues.marks.keys()]));
    // A message that waits for its last attempt gets it now.
    await sleep(consumer === 'none' ? 0 : 6_000);
  } catch (error) {
    figures.wrong('redrive', error instanceof Error ? error.message : String(error));
  } finally {
    await working.stop();
    await console.close();
  }
  const [inSource, inLetters] = [
    await emptyQueue(clients.sqs, queues.source),
    await emptyQueue(clients.sqs, queues.letters),
  ];
  for (const mark of queues.marks.values()) {
    const places = [...inSource, ...inLetters, ...working.consumed].filter((one) => one === mark);
    figures.same(`${mark}, found in all places`, places.length, 1);
  }
  const marksOf = new Map(queues.marks);
  const where = (mark: string): string => {
    if (working.proven.has(mark)) return 'consumed and written';
    if (working.consumed.includes(mark)) return 'consumed';
    if (inLetters.includes(mark)) return 'dead-letter queue';
    return inSource.includes(mark) ? 'source queue' : 'lost';
  };
  for (const { id, state } of receipts) {
    const mark = marksOf.get(id) ?? id;
    const mayBe = possiblePlaces[state] ?? [];
    if (!mayBe.includes(where(mark))) figures.wrong(`${mark}, told ${state}`, `it is ${where(mark)}`);
    else figures.same(`${mark}, told ${state}`, true, true);
  }
  figures.same('receipts', receipts.length, redriven);
  const counts = new Map<string, number>();
  for (const { state } of receipts) counts.set(state, (counts.get(state) ?? 0) + 1);
  for (const [state, count] of counts) {
    figures.same(`job's count of ${state}`, job?.counts[state as keyof Job['counts']] ?? 0, count);
  }
  const summary = [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
  return {
    figures: figures.figures(),
    wrong: figures.problems().map((problem) => `census, consumer "${consumer}", seed ${seed}: ${problem}`),
    summary: `${summary}; found: ${describePlaces([...queues.marks.values()].map(where))}`,
  };
}

const anywhere = ['consumed and written', 'consumed', 'dead-letter queue', 'source queue'];
/**
 * Maps the state in a receipt to the places where the message may be. `fixed` is only given where its document proves
 * it.
 */
const possiblePlaces: Readonly<Partial<Record<string, readonly string[]>>> = {
  fixed: ['consumed and written'],
  'failed-again': ['dead-letter queue', 'source queue'],
  unconfirmed: anywhere,
  'still-running': anywhere,
  uncertain: anywhere,
  waiting: ['dead-letter queue'],
  skipped: ['dead-letter queue'],
  refused: ['dead-letter queue'],
};

function describePlaces(places: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  return [...counts].map(([place, count]) => `${count} ${place}`).join(', ');
}

interface Queues {
  readonly source: string;
  readonly letters: string;
  /** This is keyed by message id, in the order in which they were sent. */
  readonly marks: ReadonlyMap<string, string>;
}

/** Plants dead letters that each name a QUEUED document; those after the redriven ones must stay where they are. */
async function plantMarks({ names }: StrangersWorld, { sqs, dynamodb }: Census['clients']): Promise<Queues> {
  const addressOf = async (QueueName: string): Promise<string> =>
    (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl ?? '';
  const source = await addressOf(names.documentQueue);
  const letters = await addressOf(names.documentDeadLetterQueue);
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl: source, Attributes: { VisibilityTimeout: '1' } }));
  const marks = new Map<string, string>();
  const now = new Date().toISOString();
  for (let from = 0; from < redriven + leftAlone; from += 10) {
    const some = Array.from({ length: 10 }, (_, at) => `mark-${String(from + at).padStart(3, '0')}`);
    for (const documentId of some) {
      await dynamodb.send(
        new PutItemCommand({
          TableName: names.table,
          Item: {
            PK: { S: `TENANT#${tenantId}#BATCH#${batchId}` },
            SK: { S: `DOCUMENT#${documentId}` },
            status: { S: 'QUEUED' },
            version: { N: '1' },
            createdAt: { S: now },
            updatedAt: { S: now },
          },
        }),
      );
    }
    const Entries = some.map((documentId, at) => ({
      Id: String(at),
      MessageBody: JSON.stringify({ tenantId, batchId, documentId }),
    }));
    const { Successful = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: letters, Entries }));
    for (const { Id, MessageId = '' } of Successful) marks.set(MessageId, some[Number(Id)] ?? '');
  }
  return { source, letters, marks };
}

interface Working {
  /** Lists the mark of each message it deleted, once for each time. */
  readonly consumed: string[];
  /** Contains the marks whose document it wrote. */
  readonly proven: ReadonlySet<string>;
  stop(): Promise<void>;
}

function work(
  consumer: Consumer,
  { names }: StrangersWorld,
  clients: Census['clients'],
  source: string,
): Working {
  const consumed: string[] = [];
  const proven = new Set<string>();
  const over = new AbortController();
  if (consumer === 'none') over.abort();
  const { sqs, dynamodb } = clients;

  async function use(message: Message): Promise<void> {
    const mark = readMark(message);
    if (consumer === 'never deletes') return;
    if (consumer === 'writes') {
      await dynamodb.send(
        new UpdateItemCommand({
          TableName: names.table,
          Key: { PK: { S: `TENANT#${tenantId}#BATCH#${batchId}` }, SK: { S: `DOCUMENT#${mark}` } },
          UpdateExpression: 'SET #s = :s, updatedAt = :at ADD version :one',
          ExpressionAttributeNames: { '#s': 'status' },
          ExpressionAttributeValues: {
            ':s': { S: 'SUCCEEDED' },
            ':at': { S: new Date().toISOString() },
            ':one': { N: '1' },
          },
        }),
      );
      proven.add(mark);
    }
    await sqs.send(new DeleteMessageCommand({ QueueUrl: source, ReceiptHandle: message.ReceiptHandle }));
    consumed.push(mark);
  }

  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: source, MaxNumberOfMessages: 10, VisibilityTimeout: 1 }),
      );
      for (const message of Messages) await use(message);
      if (Messages.length === 0) await sleep(300);
    }
  }
  const running = run();
  return {
    consumed,
    proven,
    async stop() {
      over.abort();
      await running;
    },
  };
}

/** Acts as a person does: samples, plans, starts, and resumes once where nothing is confirmed. */
async function redrive(
  console: StrangersConsole,
  { names }: StrangersWorld,
  ids: readonly string[],
): Promise<{ readonly job: Job; readonly receipts: readonly ItemReceipt[] }> {
  const queue = names.documentDeadLetterQueue;
  valueOf(await console.call('dead-letters.sample', { queue, most: 1_000, holdSeconds: 600 }));
  const target = { kind: 'redrive-messages', queue, messageIds: ids.slice(0, redriven) } as const;
  const plan = valueOf(await console.call('plans.make', { target }));
  const typed = plan.typing && { environment: plan.typing.environment, count: String(plan.typing.count) };
  const started = await console.call('plans.start', {
    planId: plan.planId,
    hash: plan.hash,
    ...(typed && { typed }),
  });
  const { jobId } = valueOf(started);
  const rests = async (mostMs: number): Promise<Job> => {
    const { jobs } = await console.until(
      'jobs.watch',
      {},
      (value) => value.jobs.some((one) => one.jobId === jobId && isResting(one)),
      mostMs,
    );
    const found = jobs.find((one) => one.jobId === jobId);
    if (found === undefined) throw new Error('The job is gone');
    return found;
  };
  const until = Date.now() + longestJobMs;
  let job: Job;
  try {
    job = await rests(until - Date.now());
    if (job.state === 'braked' && (job.counts['failed-again'] ?? 0) === 0) {
      valueOf(await console.call('jobs.resume', { jobId }));
      job = await rests(until - Date.now());
    }
  } catch (error) {
    // The job waits longer than this run does, so it is stopped, and its receipts are compared all the same.
    if (!(error instanceof Error && error.message.includes('never came to an end'))) throw error;
    valueOf(await console.call('jobs.brake', { jobId }));
    job = await rests(longestJobMs);
  }
  if (job.state !== 'done') job = valueOf(await console.call('jobs.end', { jobId }));
  const { receipts } = valueOf(await console.call('jobs.receipts', { jobId, offset: 0 }));
  await console.call('dead-letters.release', { queue });
  return { job, receipts };
}

function isResting({ state, counts }: Job): boolean {
  return state !== 'running' && (counts.running ?? 0) + (counts.sending ?? 0) === 0;
}

/** Returns the marks of all messages in a queue, and empties it. */
async function emptyQueue(sqs: SQSClient, QueueUrl: string): Promise<string[]> {
  const marks: string[] = [];
  // A message received a moment ago is hidden for a second, so several empty answers are needed.
  for (let empty = 0; empty < 4;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 30 }),
    );
    for (const message of Messages) {
      marks.push(readMark(message));
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
    }
    empty = Messages.length === 0 ? empty + 1 : 0;
    if (Messages.length === 0) await sleep(600);
  }
  return marks;
}

function readMark({ Body = '{}' }: Message): string {
  return (JSON.parse(Body) as { documentId?: string }).documentId ?? '';
}

function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`Refused as ${result.failure.code}: ${result.failure.message}`);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
