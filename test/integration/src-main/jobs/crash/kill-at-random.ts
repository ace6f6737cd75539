import type { ChildProcess } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { Randomness } from '#local/world/randomness.ts';
import { chooseRuns } from '#test/setup/choose-runs.ts';

/** A call may fail before it takes effect and after it has. */
export type OnCall = (moment: 'arrived' | 'happened') => 'go on' | 'break' | Promise<'go on' | 'break'>;

/** A longer run kills more often: `SLUICE_KILLS=500 npx vitest run test/integration/src-main/jobs/crash`. */
export function chooseKills(runs: { readonly short: number; readonly long: number }): number {
  return Number(process.env['SLUICE_KILLS'] ?? chooseRuns(runs));
}

const outDir = '.cache/crash';

/**
 * The program is built as the console is, because loading TypeScript directly takes longer than these
 * processes live.
 */
export async function builtLife(name: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, `${name}.ts`),
      outDir,
      emptyOutDir: false,
      target: 'node20.19',
      rolldownOptions: { output: { entryFileNames: '[name].js' } },
    },
  });
  return `${outDir}/${name}.js`;
}

export const moments = [
  'a call has happened',
  'a line is written',
  'a call arrives',
  'by the clock',
] as const;

interface Dying {
  readonly world: { onCall: OnCall };
  readonly random: Randomness;
  /** These files grow with every line that the process writes. */
  readonly files: readonly string[];
  readonly moment: (typeof moments)[number] | undefined;
  /** This many calls succeed before the one at which the process dies. */
  readonly callsBefore?: number;
  /** This many calls break in a process that dies in another way. */
  readonly broken?: number;
}

/** Returns how many calls this process has lost. */
export function whenToDie(
  child: ChildProcess,
  { world, random, files, moment, callsBefore = 0, broken = 0.1 }: Dying,
): () => number {
  const size = (): number => files.reduce((sum, file) => sum + readSize(file), 0);
  const lines = random.integer(3);
  const delay = random.integer(150);
  let lost = 0;
  let grown = 0;
  let calls = 0;
  let last = size();
  const die = (): void => void child.kill('SIGKILL');
  const watch = setInterval(() => {
    const now = size();
    if (now <= last) return;
    last = now;
    grown += 1;
    if (moment === 'a line is written' && grown > lines) die();
    if (grown === 1 && moment === 'by the clock') setTimeout(die, delay);
    // A process that makes no call is killed as well.
    if (grown === 1) setTimeout(die, 1_500);
  }, 1);
  const onCall: OnCall = (now) => {
    if ((now === 'arrived') !== (moment === 'a call arrives')) return 'go on';
    if (moment !== 'a call arrives' && moment !== 'a call has happened')
      return random.unit() < broken ? 'break' : 'go on';
    calls += 1;
    if (calls <= callsBefore) return 'go on';
    die();
    lost += 1;
    return random.unit() < 0.5 ? 'break' : 'go on';
  };
  world.onCall = onCall;
  return () => {
    clearInterval(watch);
    return lost;
  };
}

export function toTheEnd(world: { onCall: OnCall }): () => number {
  world.onCall = () => 'go on';
  return () => 0;
}

function readSize(file: string): number {
  return existsSync(file) ? statSync(file).size : 0;
}
