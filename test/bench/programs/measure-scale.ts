import type { OperationName } from '#shared/contract/contract.ts';
import { collectGarbage } from './redrive-run.ts';
import { askedSince, scaledConsole, type Ask, type Answered, type ScaledConsole } from './scaled-console.ts';
import { idOf, padded, projectId, queuesOf } from './scaled-ids.ts';

const warmUp = 3;
const rounds = 12;

/** A question of a page at one size. */
export interface MeasuredQuestion {
  readonly name: string;
  /** These have the order of the sizes. */
  readonly at: readonly MeasuredAt[];
}

interface MeasuredAt {
  readonly number: number;
  readonly rows: number;
  /** What the console's own receipt says. */
  readonly receipt: { readonly calls: number; readonly rru: number };
  /** What the AWS was asked, by its own counters. */
  readonly asked: {
    readonly calls: number;
    readonly rru: number;
    readonly which: Readonly<Record<string, number>>;
  };
  readonly times: readonly number[];
}

export interface MeasuredScale {
  readonly questions: readonly MeasuredQuestion[];
  /** The heap of the process after all questions, collected, in MB, and the most that it ever had. */
  readonly heapMb: number;
  readonly peakMb: number;
}

/** Another round may find the console as this one did. */
const afterwards: Readonly<Partial<Record<string, (ask: Ask, number: number) => Promise<unknown>>>> = {
  'letters.sample': (ask, number) =>
    ask('dead-letters.release', { queue: queuesOf(number).documentDeadLetterQueue }),
};

type Question = (ask: Ask, number: number) => Promise<{ answered: Answered<OperationName>; rows: number }>;

/** Each is asked as its page asks it when it is opened. */
const questions: Readonly<Record<string, Question>> = {
  'batches.failed': async (ask, number) => {
    const tenantId = idOf('batches', number);
    const answered = await ask('batches.byStatus', { tenantId, status: 'FAILED', pageSize: 25 });
    return { answered, rows: answered.value.rows.length };
  },
  'batches.project': async (ask, number) => {
    const tenantId = idOf('batches', number);
    const answered = await ask('batches.ofProject', { tenantId, projectId, pageSize: 50 });
    return { answered, rows: answered.value.rows.length };
  },
  'batches.today': async (ask, number) => {
    const answered = await ask('today.batches', { tenantId: idOf('batches', number) });
    return { answered, rows: answered.value.failed.newest.length };
  },
  'batches.review': async (ask, number) => {
    const answered = await ask('review.queue', {
      tenantId: idOf('batches', number),
      dueHours: 24,
      pageSize: 50,
    });
    return { answered, rows: answered.value.rows.length };
  },
  'batches.lookup': async (ask, number) => {
    const batchId = `${idOf('batches', number)}-${padded(number - 1)}`;
    const answered = await ask('lookup.find', { asks: [{ kind: 'batch', id: batchId }] });
    return { answered, rows: 1 };
  },
  'documents.batch': async (ask, number) => {
    const tenantId = idOf('documents', number);
    const answered = await ask('batches.byId', { tenantId, batchId: `${tenantId}-1` });
    return { answered, rows: 1 };
  },
  'documents.failed': async (ask, number) => {
    const tenantId = idOf('documents', number);
    const of = { tenantId, batchId: `${tenantId}-1` };
    const answered = await ask('documents.byStatus', { ...of, status: 'FAILED', pageSize: 50 });
    return { answered, rows: answered.value.rows.length };
  },
  'documents.all': async (ask, number) => {
    const tenantId = idOf('documents', number);
    const answered = await ask('documents.ofBatch', { tenantId, batchId: `${tenantId}-1`, pageSize: 50 });
    return { answered, rows: answered.value.rows.length };
  },
  'documents.deliveries': async (ask, number) => {
    const tenantId = idOf('documents', number);
    const answered = await ask('batches.deliveries', { tenantId, batchId: `${tenantId}-1` });
    return { answered, rows: answered.value.rows.length };
  },
  'documents.plan': async (ask, number) => {
    const tenantId = idOf('documents', number);
    const documentIds = Array.from({ length: 50 }, (_, at) => `document-${padded(at)}`);
    const target = { kind: 'reprocess' as const, tenantId, projectId, batchId: `${tenantId}-1`, documentIds };
    const answered = await ask('plans.make', { target });
    return { answered, rows: answered.value.items.length };
  },
  'letters.queues': async (ask) => {
    const answered = await ask('dead-letters.queues', {});
    return { answered, rows: answered.value.queues.length };
  },
  'letters.sample': async (ask, number) => {
    const queue = queuesOf(number).documentDeadLetterQueue;
    const answered = await ask('dead-letters.sample', { queue, most: 10, holdSeconds: 300 });
    return { answered, rows: Math.min(10, answered.value.rows.length) };
  },
};

interface Opened {
  readonly number: number;
  readonly console: ScaledConsole;
}

/** The sizes take turns, so that other load on the machine affects all of them. */
async function measure(address: string, numbers: readonly number[]): Promise<MeasuredScale> {
  const opened: Opened[] = [];
  for (const number of numbers) opened.push({ number, console: await scaledConsole(address, number) });
  const measured: MeasuredQuestion[] = [];
  for (const [name, question] of Object.entries(questions)) {
    measured.push({ name, at: await measureQuestion(address, opened, question, afterwards[name]) });
  }
  collectGarbage();
  const heapMb = process.memoryUsage().heapUsed / 1_048_576;
  const peakMb = process.resourceUsage().maxRSS / 1_024;
  for (const { console } of opened) await console.close();
  return { questions: measured, heapMb, peakMb };
}

async function measureQuestion(
  address: string,
  opened: readonly Opened[],
  question: Question,
  putBack: (ask: Ask, number: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<MeasuredAt[]> {
  const first: Omit<MeasuredAt, 'times'>[] = [];
  for (const { number, console } of opened) {
    await askedSince(address);
    const { answered, rows } = await question(console.ask, number);
    const { calls: which, rru } = await askedSince(address);
    await putBack(console.ask, number);
    const { receipt } = answered;
    first.push({
      number,
      rows,
      receipt: { calls: receipt?.pages ?? 0, rru: receipt?.rru ?? 0 },
      asked: { calls: Object.values(which).reduce((sum, count) => sum + count, 0), rru, which },
    });
  }
  const times: number[][] = opened.map(() => []);
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (let turn = 0; turn < opened.length; turn += 1) {
      const at = (round + turn) % opened.length;
      const one = opened[at];
      if (one === undefined) continue;
      const began = performance.now();
      await question(one.console.ask, one.number);
      if (round >= warmUp) times[at]?.push(performance.now() - began);
      await putBack(one.console.ask, one.number);
    }
  }
  return first.map((one, at) => ({ ...one, times: times[at] ?? [] }));
}

const [address = '', ...numbers] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await measure(address, numbers.map(Number))));
process.exit();
