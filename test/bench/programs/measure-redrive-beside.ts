import { mkdtempSync, rmSync } from 'node:fs';
import { arrivals, type Arrivals } from './redrive-arrivals.ts';
import { overHttp } from './redrive-over-http.ts';
import { consoleOver, createLane, plantDeadLetters, sampleAll, sendBack, type Lane } from './redrive-run.ts';
import { theirs } from './redrive-theirs.ts';
import { servedPocketAws, type ServedPocketAws } from './served-pocket-aws.ts';

const messages = 1_000;
const rounds = 5;

export interface MeasuredSide {
  /** These are the milliseconds for all messages, from the first receive to the last delete. */
  readonly times: number[];
  /** These cover every round, including the uncounted first one. */
  readonly arrivals: Arrivals[];
}

interface Side extends MeasuredSide {
  readonly name: string;
  readonly move: (lane: Lane) => Promise<number>;
}

export interface MeasuredBeside {
  readonly ours: MeasuredSide;
  readonly theirs: MeasuredSide;
}

/** Both sides move the same messages on the same AWS in the same process, and take turns at going first. */
async function measure(served: ServedPocketAws): Promise<MeasuredBeside> {
  const { address } = served;
  const { aws, sqs } = overHttp(address);
  const them = theirs({ address, sqs, letTimePass: () => served.advance(20) });
  const ours = { name: 'ours', times: [], arrivals: [], move: (lane: Lane) => movedByUs(aws, lane) };
  const others = { name: 'theirs', times: [], arrivals: [], move: (lane: Lane) => them.move(lane, messages) };
  const sides: readonly Side[] = [ours, others];
  // The first round warms both sides up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, times, arrivals: seen, move } of round % 2 === 0 ? sides : sides.toReversed()) {
      const lane = createLane(round, `beside-${name}`);
      await plantDeadLetters(sqs, lane, messages);
      const took = await move(lane);
      if (round > 0) times.push(took);
      seen.push(await arrivals(sqs, lane, messages));
    }
  }
  return { ours, theirs: others };
}

/** Moves the messages as a person does who samples all of them and sends them back. */
async function movedByUs(aws: Parameters<typeof consoleOver>[0], lane: Lane): Promise<number> {
  const home = mkdtempSync('.cache/bench/redrive-');
  const started = performance.now();
  const console = consoleOver(aws, lane);
  await sendBack(console, await sampleAll(console), home);
  const took = performance.now() - started;
  rmSync(home, { recursive: true, force: true });
  return took;
}

const served = await servedPocketAws();
try {
  process.stdout.write(JSON.stringify(await measure(served)));
} finally {
  await served.close();
}
