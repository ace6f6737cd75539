import type { ChildProcess } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { Randomness } from '#local/world/randomness.ts';

/** What may go wrong with a call: before it happens, and after it has. */
export type OnCall = (moment: 'arrived' | 'happened') => 'go on' | 'break' | Promise<'go on' | 'break'>;

/** More in a longer run: `SLUICE_KILLS=500 npx vitest run test/integration/src-main/jobs/crash`. */
export function killsOr(usual: number): number {
  return Number(process.env['SLUICE_KILLS'] ?? usual);
}

const outDir = '.cache/crash';

/** Built as the console is: TypeScript as it stands takes longer to load than a life lasts here. */
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
  /** That grow with every line it writes. */
  readonly files: readonly string[];
  readonly moment: (typeof moments)[number] | undefined;
  /** So many calls go well before the one that it dies of. */
  readonly callsBefore?: number;
  /** Of the calls of a life that dies otherwise. */
  readonly broken?: number;
}

/** Answers how many calls this life has lost. */
export function whenToDie(
  child: ChildProcess,
  { world, random, files, moment, callsBefore = 0, broken = 0.1 }: Dying,
): () => number {
  const size = (): number => files.reduce((sum, file) => sum + sizeOf(file), 0);
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
    // A life without a call ends all the same.
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

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0;
}
