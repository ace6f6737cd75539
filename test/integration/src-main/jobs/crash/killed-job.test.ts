import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { seededRandomness, type Randomness } from '#local/world/randomness.ts';
import { receiptsOf } from '#main/jobs/job-view.ts';
import { readJournal } from '#main/jobs/read-journal.ts';
import type { ItemReceipt } from '#shared/contract/jobs/jobs.ts';
import type { Plan } from '#shared/contract/jobs/plans.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aLastingWorld, type LastingWorld, type OnCall } from './a-lasting-world.ts';
import { planOf } from './plan-of.ts';

/** More in a longer run: `SLUICE_KILLS=500 npx vitest run test/integration/src-main/jobs/crash`. */
const kills = Number(process.env['SLUICE_KILLS'] ?? 50);
const outDir = '.cache/crash';

describe('a console that is killed while a job reprocesses documents', () => {
  beforeAll(async () => {
    // Built as the console is: TypeScript as it stands takes longer to load than a life lasts here.
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: join(import.meta.dirname, 'run-job.ts'),
        outDir,
        emptyOutDir: false,
        target: 'node20.19',
        rolldownOptions: { output: { entryFileNames: '[name].js' } },
      },
    });
  }, 60_000);

  it(
    `has reprocessed every document once after ${kills} kills at random points`,
    async () => {
      const world = await aLastingWorld(90);
      const lives = await liveThrough(world, { kills, seed: 'kills' });
      const told = await tellAll(world, lives);
      for (const { fixed, uncertain, times } of told) {
        expect([fixed, uncertain, times]).toEqual([lives.plans.length, 0, lives.plans.length]);
      }
      expect(await world.countsAgree()).toBe(true);
      expect(lives.killed).toBe(kills);
      say('repeatable', lives, told);
    },
    60_000 + kills * 3_000,
  );

  it(
    'has reprocessed none twice where a call may not be repeated, and lists what is uncertain',
    async () => {
      const some = Math.ceil(kills / 5);
      const world = await aLastingWorld(60);
      const lives = await liveThrough(world, { kills: some, seed: 'never twice', mode: 'never-twice' });
      const told = await tellAll(world, lives);
      for (const { fixed, uncertain, times } of told) {
        expect(times).toBeGreaterThanOrEqual(fixed);
        expect(times).toBeLessThanOrEqual(fixed + uncertain);
      }
      expect(told.some(({ uncertain }) => uncertain > 0)).toBe(true);
      expect(await world.countsAgree()).toBe(true);
      say('never repeated', lives, told);
    },
    60_000 + kills * 3_000,
  );
});

interface Lives {
  readonly home: string;
  /** One job after the other on the same documents, until there were enough kills. */
  readonly plans: readonly Plan[];
  readonly killed: number;
  readonly lost: number;
  readonly ms: number;
}

const moments = ['a call has happened', 'a line is written', 'a call arrives', 'by the clock'] as const;

/** One process after the other on one home folder, each killed at its moment; the last one runs to the end. */
async function liveThrough(
  world: LastingWorld,
  {
    kills: times,
    seed,
    mode = '',
  }: { readonly kills: number; readonly seed: string; readonly mode?: string },
): Promise<Lives> {
  const started = performance.now();
  const random = seededRandomness(seed);
  const home = aHome();
  const planFile = join(home, 'plan.json');
  const plans: Plan[] = [];
  let journal = await nextPlan();
  let killed = 0;
  let lost = 0;
  // The API's own writes break, too: it has changed something and does not know.
  world.running.aws.world.faults.set([
    {
      id: 'api',
      kind: 'reset-after-apply',
      operation: 'TransactWriteItems',
      mentions: 'reprocessed',
      share: 0.2,
    },
  ]);
  for (;;) {
    const child = spawn(
      process.execPath,
      ['--no-warnings', `${outDir}/run-job.js`, world.address, home, planFile, mode],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const dies =
      killed < times
        ? whenToDie(child, { world, random, journal, moment: moments[killed % moments.length] })
        : toTheEnd(world);
    await new Promise((resolve) => child.once('exit', resolve));
    lost += dies();
    if (child.signalCode === 'SIGKILL') killed += 1;
    else if (child.exitCode !== 0) throw new Error(`A life ended with ${child.exitCode}`);
    else if (killed >= times) break;
    else journal = await nextPlan();
  }
  return { home, plans, killed, lost, ms: performance.now() - started };

  async function nextPlan(): Promise<string> {
    const plan = await planOf(world);
    plans.push(plan);
    writeFileSync(planFile, JSON.stringify(plan));
    return join(home, 'jobs', `${plan.planId}.jsonl`);
  }
}

function toTheEnd(world: LastingWorld): () => number {
  world.onCall = () => 'go on';
  return () => 0;
}

/** Answers how many calls this life has lost. */
function whenToDie(
  child: ChildProcess,
  {
    world,
    random,
    journal,
    moment,
  }: {
    readonly world: LastingWorld;
    readonly random: Randomness;
    readonly journal: string;
    readonly moment: (typeof moments)[number] | undefined;
  },
): () => number {
  const before = sizeOf(journal);
  const lines = random.integer(3);
  const delay = random.integer(150);
  let lost = 0;
  let grown = 0;
  let last = before;
  const die = (): void => void child.kill('SIGKILL');
  const watch = setInterval(() => {
    const now = sizeOf(journal);
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
      return random.unit() < 0.1 ? 'break' : 'go on';
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

interface Told {
  /** In how many jobs. */
  readonly fixed: number;
  readonly uncertain: number;
  /** How often it was really reprocessed, by its passport. */
  readonly times: number;
}

async function tellAll(world: LastingWorld, { home, plans }: Lives): Promise<Told[]> {
  const receipts = plans.flatMap((plan) => receiptsIn(join(home, 'jobs', `${plan.planId}.jsonl`)));
  const documents = await world.documents();
  return Promise.all(
    documents.map(async ({ documentId }) => {
      const own = receipts.filter(({ id }) => id === documentId);
      const count = (state: ItemReceipt['state']): number => own.filter((one) => one.state === state).length;
      return {
        fixed: count('fixed'),
        uncertain: count('uncertain'),
        times: await world.reprocessed(documentId),
      };
    }),
  );
}

function receiptsIn(file: string): ItemReceipt[] {
  const journal = readJournal(file);
  if (!journal) throw new Error('There is no journal');
  expect(journal.damage).toBeNull();
  expect(journal.record.endedAt).not.toBeNull();
  const idle = { isAtWork: false, looks: new Map(), waitsFor: null, halted: null, damage: null };
  return receiptsOf({ record: journal.record, file, ...idle });
}

function say(what: string, { killed, lost, plans, ms }: Lives, told: readonly Told[]): void {
  const count = (of: (one: Told) => number): number => told.reduce((sum, one) => sum + of(one), 0);
  const { length: jobs } = plans;
  process.stdout.write(
    `${what}: ${killed} kills, ${lost} calls cut off; ${told.length} documents in ${jobs} jobs: ` +
      `${count(({ fixed, times }) => Math.max(0, fixed - times))} too few, ` +
      `${count(({ fixed, uncertain, times }) => Math.max(0, times - fixed - uncertain))} too many, ` +
      `${count(({ uncertain }) => uncertain)} uncertain, ${(ms / 1_000).toFixed(1)} s\n`,
  );
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0;
}
