import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { arrivals, type Arrivals } from './redrive-arrivals.ts';
import { overHttp } from './redrive-over-http.ts';
import { collectGarbage, consoleOver, createLane, sampleAll, sendBack } from './redrive-run.ts';

export interface MeasuredThere {
  /** These are the milliseconds for all messages, from held to deleted. */
  readonly times: readonly number[];
  /**
   * This is the highest memory of the process in the first round, in MB above its level before it held a
   * message.
   */
  readonly resident: number;
  readonly arrivals: readonly Arrivals[];
}

/**
 * Measures any service that speaks SQS at this address over HTTP. Only the console's own code runs in this
 * process.
 */
async function measure(address: string, messages: number, rounds: number): Promise<MeasuredThere> {
  const { aws, sqs } = overHttp(address);
  const lanes = Array.from({ length: rounds }, (_, round) => createLane(round));
  const times: number[] = [];
  let resident = 0;
  mkdirSync('.cache/bench', { recursive: true });
  for (const [round, lane] of lanes.entries()) {
    const console = consoleOver(aws, lane);
    await console.queues.standing(lane.queue);
    const home = mkdtempSync('.cache/bench/redrive-');
    collectGarbage();
    const idle = process.memoryUsage.rss();
    const watch = setInterval(() => {
      if (round === 0) resident = Math.max(resident, process.memoryUsage.rss() - idle);
    }, 5);
    const ids = await sampleAll(console);
    if (ids.length !== messages) throw new Error(`${ids.length} of ${messages} messages were received`);
    const started = performance.now();
    await sendBack(console, ids, home);
    times.push(performance.now() - started);
    clearInterval(watch);
    rmSync(home, { recursive: true, force: true });
  }
  const seen: Arrivals[] = [];
  for (const lane of lanes) seen.push(await arrivals(sqs, lane, messages));
  return { times, resident: resident / 2 ** 20, arrivals: seen };
}

const [address = '', messages = '0', rounds = '0'] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await measure(address, Number(messages), Number(rounds))));
