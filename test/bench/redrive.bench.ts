import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench, Figure } from '#scripts/bench-figure.ts';
import { elasticmq } from '#scripts/oracles/elasticmq.ts';
import { NotHere, type RunningOracle } from '#scripts/oracles/oracle.ts';
import { measuredInConsole } from './measured-by.ts';
import type { MeasuredThere } from './programs/measure-redrive-at.ts';
import type { MeasuredBeside, MeasuredSide } from './programs/measure-redrive-beside.ts';
import type { MeasuredRedrive } from './programs/measure-redrive.ts';
import type { Arrivals } from './programs/redrive-arrivals.ts';
import { servedPocketAws } from './programs/served-pocket-aws.ts';

const messages = 10_000;
const rounds = 3;

/** Dead letters sent back with an account of each on disk, as a job of the console does it. */
export const bench: Bench = async () => [
  ...embedded(await measuredInConsole<MeasuredRedrive>('measure-redrive')),
  ...(await served()),
  ...(await atElasticmq()),
  besideAnother(await measuredInConsole<MeasuredBeside>('measure-redrive-beside')),
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
        note: `the same over HTTP, with pocket AWS in a process of its own: ${toldOf(arrivals)}`,
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

/** Left out, with a line that says so, where it cannot be had. */
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
        note: `the same against ${elasticmq.name} ${elasticmq.version}, over HTTP: ${toldOf(arrivals)}`,
      },
    ];
  } finally {
    await running.stop();
  }
}

async function started(): Promise<RunningOracle | undefined> {
  const { name, version, needs } = elasticmq;
  try {
    elasticmq.install();
    return await elasticmq.start();
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    process.stderr.write(
      `not here: ${name} ${version} (needs ${needs}): ${error.message}; redrive.selected.elasticmq is left out\n`,
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
  const said = (side: MeasuredSide): string => `${rounded(median(side))} ms, ${toldOf(side.arrivals)}`;
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

/** Of all rounds, by looking into both queues afterwards. */
function toldOf(arrivals: readonly Arrivals[]): string {
  const sum = (count: (one: Arrivals) => number): number =>
    arrivals.reduce((all, one) => all + count(one), 0);
  const planted = sum((one) => one.planted);
  const lost = sum((one) => Math.max(0, one.planted - one.distinct - one.left));
  const twice = sum((one) => one.messages - one.distinct);
  const bare = sum((one) => one.messages - one.whole);
  return `of ${planted} messages ${lost} lost, ${twice} twice, ${sum(({ left }) => left)} left behind, ${bare} without the attribute they had`;
}
