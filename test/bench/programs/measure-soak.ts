import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SoakSample } from '../soak-slope.ts';
import { soakedConsole, type Refresh } from './soaked-console.ts';

export interface Soaked {
  readonly samples: readonly SoakSample[];
  /** Sockets, timers and threads keep a process alive. */
  readonly resources: readonly {
    readonly refreshes: number;
    readonly open: Readonly<Record<string, number>>;
  }[];
  readonly seconds: number;
}

/**
 * The arguments are WORKER REFRESHES SAMPLES LISTS [keep]. The program measures the memory of this thread
 * while lists are refreshed, `all` of them or those that have one page.
 */
const [workerFile = '', refreshes = '', samples = '', which = '', keeps] = process.argv.slice(2);
/** A reader keeps this many places in lists, and until then each refresh adds one. */
const keptPlaces = 500;
const warmUp = 100;

async function measure(): Promise<Soaked> {
  const { lists: all, close } = await soakedConsole(pathToFileURL(workerFile));
  const taken: SoakSample[] = [];
  const resources: { refreshes: number; open: Record<string, number> }[] = [];
  // This leaks on purpose, so that a test can check that a leak is noticed.
  const kept: unknown[] = [];
  const every = Math.floor(Number(refreshes) / Number(samples));
  const started = performance.now();
  const { long, short } = await byLength(all);
  const lists = which === 'all' ? all : short;
  await asOften(which === 'all' ? long : short, which === 'all' ? keptPlaces : warmUp);
  let done = 0;
  for (; done < Number(refreshes); done += 1) {
    if (done % every === 0) {
      taken.push({ refreshes: done, bytes: await inUse() });
      resources.push({ refreshes: done, open: counted(process.getActiveResourcesInfo()) });
    }
    const answer = await lists[done % lists.length]?.();
    if (keeps !== undefined) kept.push(answer);
  }
  taken.push({ refreshes: done, bytes: await inUse() });
  const seconds = (performance.now() - started) / 1_000;
  await close();
  return { samples: taken, resources, seconds };
}

async function byLength(lists: readonly Refresh[]): Promise<Record<'long' | 'short', Refresh[]>> {
  const [long, short]: [Refresh[], Refresh[]] = [[], []];
  for (const list of lists) {
    const { cursor } = (await list()) as { readonly cursor?: string | null };
    (typeof cursor === 'string' ? long : short).push(list);
  }
  return { long, short };
}

/**
 * Warms up before the measurement, because the reader stores places in long lists and Node compiles what runs
 * often.
 */
async function asOften(lists: readonly Refresh[], times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await lists[time % lists.length]?.();
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects garbage twice after all pending work, because the first collection lets more be freed. */
async function inUse(): Promise<number> {
  for (let round = 0; round < 2; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

process.stdout.write(JSON.stringify(await measure()));
