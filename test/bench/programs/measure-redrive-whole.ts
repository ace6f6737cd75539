import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CreateQueueCommand, GetQueueAttributesCommand, GetQueueUrlCommand } from '@aws-sdk/client-sqs';
import type { JobDetail } from '#shared/contract/jobs.ts';
import type { Result } from '#shared/contract/result.ts';
import { redriveBare, type BareJob } from './redrive-bare.ts';
import { putDocuments } from './redrive-documents.ts';
import { overHttp } from './redrive-over-http.ts';
import { createLane, plantDeadLetters, type Lane } from './redrive-run.ts';
import { openConsole } from './redrive-whole-console.ts';
import { theirs } from './redrive-theirs.ts';

const messages = 2_000;

/** Measures one job in milliseconds, from its beginning to the end of each part. */
export interface WholeJob {
  readonly sampled: number;
  readonly planned: number;
  readonly proven: number;
  /** This is the processor time of the console's process. */
  readonly processor: number;
  readonly ledgerBytes: number;
}

export interface MeasuredWhole {
  readonly ours: readonly WholeJob[];
  /**
   * The tool is measured with its defaults, and with connections that are kept open, which its SDK closes by
   * default.
   */
  readonly theirs: readonly number[];
  readonly theirsKeptOpen: readonly number[];
  /** The same job with the SDK's calls alone, without plan, journal or causes, is the lower bound. */
  readonly bare: readonly BareJob[];
  /**
   * Counts the messages that the consumer has not deleted by the end of each round. For the console it must
   * be zero.
   */
  readonly left: readonly number[];
}

/** Both move the same messages through the same queues to the same consumer, in turns. */
async function measure(address: string, rounds: number): Promise<MeasuredWhole> {
  mkdirSync('.cache/bench', { recursive: true });
  const { sqs } = overHttp(address);
  const consumer = fork('.cache/bench/measure-redrive-consumer.js', [address], {
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [table] = (await once(consumer, 'message')) as [string];
  const { dynamodb } = overHttp(table);
  const there = { address, sqs, letTimePass: () => Promise.resolve() };
  const asItComes = theirs({ ...there, isAsItComes: true });
  const keptOpen = theirs(there);
  const ours: WholeJob[] = [];
  const others: number[] = [];
  const othersKeptOpen: number[] = [];
  const bare: BareJob[] = [];
  const left: number[] = [];
  const consume = async ({ source }: Lane): Promise<void> => {
    consumer.send(source);
    await once(consumer, 'message');
  };
  try {
    // The first round warms the console up and is not counted. The other tool is slow for other reasons.
    for (let round = 0; round <= rounds; round += 1) {
      const sides = ['ours', 'theirs', 'theirs-kept-open', 'bare'] as const;
      for (const of of round % 2 === 0 ? sides : sides.toReversed()) {
        const lane = createLane(round, `whole-${of}`);
        await plant(lane);
        await consume(lane);
        if (of === 'ours') {
          const job = await wholeJob(lane);
          if (round > 0) ours.push(job);
          left.push((await leftIn(lane.source)) + (await leftIn(lane.queue)));
        } else if (of === 'bare') {
          const job = await redriveBare({ sqs, dynamodb }, lane, nameBatch(lane), messages);
          if (round > 0) bare.push(job);
        } else if (round > 0) {
          const took = await (of === 'theirs' ? asItComes : keptOpen).move(lane, messages);
          (of === 'theirs' ? others : othersKeptOpen).push(took);
        }
      }
    }
  } finally {
    consumer.disconnect();
  }
  return { ours, theirs: others, theirsKeptOpen: othersKeptOpen, bare, left };

  async function plant(lane: Lane): Promise<void> {
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: lane.queue }));
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
    );
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: Attributes.QueueArn, maxReceiveCount: 3 });
    await sqs.send(
      new CreateQueueCommand({
        QueueName: lane.source,
        Attributes: { RedrivePolicy, VisibilityTimeout: '60' },
      }),
    );
    await plantDeadLetters(sqs, lane, messages, nameBatch(lane));
    const ids = Array.from({ length: messages }, (_, at) => ['northwind', nameBatch(lane), `document-${at}`]);
    await putDocuments(dynamodb, ids, 'QUEUED');
  }

  async function leftIn(QueueName: string): Promise<number> {
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }));
    const names = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...names] }),
    );
    return names.reduce((sum, name) => sum + Number(Attributes[name]), 0);
  }

  /**
   * Works as a person does: samples all messages in the parts that the page asks for, plans the job, and
   * starts it, until it is done.
   */
  async function wholeJob(lane: Lane): Promise<WholeJob> {
    const home = mkdtempSync('.cache/bench/redrive-');
    const started = performance.now();
    const before = process.cpuUsage();
    const passed = (): number => performance.now() - started;
    const { handlers, ...opened } = openConsole({ lane, home, address, table });
    const rows = new Set<string>();
    for (let isWhole = false; !isWhole && rows.size < messages;) {
      const sample = valueOf(
        await handlers['dead-letters.sample'](
          { queue: lane.queue, most: partOfPage, holdSeconds: 300 },
          context,
        ),
      );
      ({ isWhole } = sample);
      for (const { messageId } of sample.rows) rows.add(messageId);
    }
    const sampled = passed();
    const target = { kind: 'redrive-messages' as const, queue: lane.queue, messageIds: [...rows] };
    const { planId, hash, counts } = valueOf(await handlers['plans.make']({ target }, context));
    if (counts.go !== messages) throw new Error(`${counts.go} of ${messages} may go`);
    const planned = passed();
    valueOf(await handlers['plans.start']({ planId, hash }, context));
    const detail = await new Promise<JobDetail>((resolve) => {
      handlers['jobs.watchOne'](
        { jobId: planId },
        ({ detail: now }) => {
          if (now !== null && now.job.state !== 'running') resolve(now);
        },
        context,
      );
    });
    const { state, counts: ended, because } = detail.job;
    if (state !== 'done' || ended.fixed !== messages) {
      throw new Error(`It is ${state}: ${because ?? ''} ${JSON.stringify(ended)}`);
    }
    const proven = passed();
    const { user, system } = process.cpuUsage(before);
    const ledgerBytes = statSync(join(home, 'jobs', `${planId}.messages.jsonl`)).size;
    await opened.close();
    rmSync(home, { recursive: true, force: true });
    return { sampled, planned, proven, processor: (user + system) / 1_000, ledgerBytes };
  }
}

const context = { reference: 'bench', role: 'admin', host: 'browser' } as const;
/** The page asks for this many in one command. */
const partOfPage = 500;

function nameBatch({ source }: Lane): string {
  return `batch-of-${source}`;
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

const [address = '', rounds = '3'] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await measure(address, Number(rounds))));
