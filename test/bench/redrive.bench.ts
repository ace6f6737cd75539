import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench, Figure } from '#scripts/bench-figure.ts';
import { elasticmq } from '#scripts/oracles/elasticmq.ts';
import { NotHere, type RunningOracle } from '#scripts/oracles/oracle.ts';
import { built, measuredInConsole } from './measured-by.ts';
import type { MeasuredThere } from './programs/measure-redrive-at.ts';
import type { MeasuredBeside, MeasuredSide } from './programs/measure-redrive-beside.ts';
import type { MeasuredWhole, WholeJob } from './programs/measure-redrive-whole.ts';
import type { MeasuredRedrive } from './programs/measure-redrive.ts';
import type { Arrivals } from './programs/redrive-arrivals.ts';
import { servedPocketAws } from './programs/served-pocket-aws.ts';

const messages = 10_000;
const rounds = 3;

/** Sends dead letters back as a job of the console does, with an account of each on disk. */
export const bench: Bench = async () => [
  ...embedded(await measuredInConsole<MeasuredRedrive>('measure-redrive')),
  ...(await served()),
  ...(await atElasticmq()),
  besideAnother(await measuredInConsole<MeasuredBeside>('measure-redrive-beside')),
  ...(await wholeJobAtElasticmq()),
];

function embedded({ times, most, ledgerMegabytes }: MeasuredRedrive): Figure[] {
  return [
    {
      name: 'redrive.selected.10k',
      value: perSecond(times),
      unit: 'messages/s',
      better: 'higher',
      n: times.length,
      note: `10,000 held dead letters sent and deleted through the SDK and the worker, each written down and synced before and after both: a ledger of ${rounded(ledgerMegabytes)} MB`,
      bar: 1_000,
    },
    {
      name: 'redrive.selected.memory',
      value: rounded(Math.max(...most)),
      unit: 'MB',
      better: 'lower',
      n: most.length,
      note: 'the most that the console’s thread has from the first receive on over what it had before, garbage included; pocket AWS has a thread of its own',
      bar: 100,
    },
  ];
}

async function served(): Promise<Figure[]> {
  const { address, close } = await servedPocketAws();
  try {
    const { times, resident, arrivals } = await measuredAt(address);
    return [
      {
        name: 'redrive.selected.served',
        value: perSecond(times),
        unit: 'messages/s',
        better: 'higher',
        n: times.length,
        note: `the same over HTTP, with pocket AWS in a process of its own: ${describeArrivals(arrivals)}`,
      },
      {
        name: 'redrive.selected.resident',
        value: rounded(resident),
        unit: 'MB',
        better: 'lower',
        n: 1,
        note: 'the most that a whole process of its own takes of the machine over what it had when it had only asked for the queue',
        bar: 100,
      },
    ];
  } finally {
    await close();
  }
}

/** Leaves ElasticMQ out and says so in a line, where it is not available. */
async function atElasticmq(): Promise<Figure[]> {
  const running = await started();
  if (running === undefined) return [];
  try {
    const { times, arrivals } = await measuredAt(running.url);
    return [
      {
        name: 'redrive.selected.elasticmq',
        value: perSecond(times),
        unit: 'messages/s',
        better: 'higher',
        n: times.length,
        note: `the same against ${elasticmq.name} ${elasticmq.version}, over HTTP: ${describeArrivals(arrivals)}`,
      },
    ];
  } finally {
    await running.stop();
  }
}

async function wholeJobAtElasticmq(): Promise<Figure[]> {
  const running = await started();
  if (running === undefined) return [];
  try {
    await built('measure-redrive-consumer');
    const measured = await measuredInConsole<MeasuredWhole>(
      'measure-redrive-whole',
      running.url,
      String(rounds),
    );
    return [wholeJob(measured)];
  } finally {
    await running.stop();
  }
}

function wholeJob({ ours, theirs, theirsKeptOpen, bare, left }: MeasuredWhole): Figure {
  const median = (of: (job: WholeJob) => number): number => percentile(ours.map(of), 0.5);
  const seconds = (ms: number): string => `${rounded(ms / 1_000)} s`;
  const [whole, other] = [median(({ proven }) => proven), percentile(theirs, 0.5)];
  const bareReceived = percentile(
    bare.map(({ received }) => received),
    0.5,
  );
  const bareProven = percentile(
    bare.map(({ proven }) => proven),
    0.5,
  );
  const steps = `sampled in ${seconds(median(({ sampled }) => sampled))}, planned by ${seconds(median(({ planned }) => planned))}, each of them proven by ${seconds(whole)}`;
  return {
    name: 'redrive.whole-job.vs-replay-aws-dlq',
    value: rounded(other / whole),
    unit: '×',
    better: 'higher',
    n: ours.length,
    note: `2,000 dead letters on ${elasticmq.name} ${elasticmq.version}, how much sooner a whole job is done than replay-aws-dlq 1.0.1, in turns on the same kind of queues, with the same consumer taking from both meanwhile in a process of its own, which has the table too. Ours: the page's sample in parts of 500 with its causes, the plan, the ramp 1, 10, 1,989, a journal and a ledger synced before and after each call, and the document of each message read by its key until it had left QUEUED: ${steps}, with ${seconds(median(({ processor }) => processor))} of processor time; ${left.reduce((sum, one) => sum + one, 0)} messages left in the queues. Theirs, as it comes, receives, sends and deletes one by one, with no account and no proof, its closing wait of 20 s not counted: ${seconds(other)}; with connections kept open, which its SDK does not do by default, ${seconds(percentile(theirsKeptOpen, 0.5))}. The same job with the SDK's calls of ten alone, its ramp and its proof included, without plan, causes, journal or ledger: received by ${seconds(bareReceived)}, proven by ${seconds(bareProven)}, ${rounded(other / bareProven)} times sooner than theirs: no redrive with the same proof can be quicker on this machine`,
    bar: 10,
  };
}

async function started(): Promise<RunningOracle | undefined> {
  const { name, version, needs } = elasticmq;
  try {
    elasticmq.install();
    return await elasticmq.start();
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    process.stderr.write(
      `not here: ${name} ${version} (needs ${needs}): ${error.message}; what is measured against it is left out\n`,
    );
    return undefined;
  }
}

async function measuredAt(address: string): Promise<MeasuredThere> {
  const given = [address, String(messages), String(rounds)];
  await measuredInConsole('plant-redrive', ...given);
  return measuredInConsole<MeasuredThere>('measure-redrive-at', ...given);
}

function besideAnother({ ours, theirs }: MeasuredBeside): Figure {
  const median = (side: MeasuredSide): number => percentile(side.times, 0.5);
  const said = (side: MeasuredSide): string =>
    `${rounded(median(side))} ms, ${describeArrivals(side.arrivals)}`;
  return {
    name: 'redrive.selected.vs-replay-aws-dlq',
    value: rounded(median(theirs) / median(ours)),
    unit: '×',
    better: 'higher',
    n: ours.times.length,
    note: `how much sooner than replay-aws-dlq 1.0.1, receiving included, in turns in one process, over HTTP to one pocket AWS, connections kept open for both, its console silenced, its closing wait of 20 s not counted. Ours, with a journal synced before and after each call: ${said(ours)}; theirs, with no account of anything: ${said(theirs)}`,
  };
}

function perSecond(times: readonly number[]): number {
  return rounded(messages / (percentile(times, 0.5) / 1_000));
}

/** Sums all rounds, from the content of both queues afterwards. */
function describeArrivals(arrivals: readonly Arrivals[]): string {
  const sum = (count: (one: Arrivals) => number): number =>
    arrivals.reduce((all, one) => all + count(one), 0);
  const planted = sum((one) => one.planted);
  const lost = sum((one) => Math.max(0, one.planted - one.distinct - one.left));
  const twice = sum((one) => one.messages - one.distinct);
  const bare = sum((one) => one.messages - one.whole);
  return `of ${planted} messages ${lost} lost, ${twice} twice, ${sum(({ left }) => left)} left behind, ${bare} without the attribute they had`;
}
