import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { seededRandomness } from '#local/world/randomness.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { aHome } from '#test/builders/a-home.ts';
import type { LastingWorld } from './a-lasting-world.ts';
import { moments, toTheEnd, whenToDie } from './kill-at-random.ts';
import { buildPlan } from './plan-of.ts';

export interface Lives {
  readonly home: string;
  /** One job after the other runs on the same documents until there have been enough kills. */
  readonly plans: readonly Plan[];
  readonly killed: number;
  readonly lost: number;
  readonly ms: number;
}

/**
 * Runs one process after the other on one home folder, each killed at its moment. The last one runs to the
 * end.
 */
export async function liveThrough(
  world: LastingWorld,
  {
    program,
    kills: times,
    seed,
    mode = '',
    build = buildPlan,
    breaks = 'reprocessed',
    mostCallsBefore = 1,
    afterDeath = () => Promise.resolve(),
  }: {
    readonly program: string;
    readonly kills: number;
    readonly seed: string;
    readonly mode?: string;
    readonly build?: typeof buildPlan;
    /** Transactions that mention this break in a fifth of the cases. */
    readonly breaks?: string;
    /** A process dies at one of so many calls. */
    readonly mostCallsBefore?: number;
    readonly afterDeath?: () => Promise<void>;
  },
): Promise<Lives> {
  const started = performance.now();
  const random = seededRandomness(seed);
  const home = aHome();
  const planFile = join(home, 'plan.json');
  const plans: Plan[] = [];
  let journal = await nextPlan();
  let killed = 0;
  let lost = 0;
  // The API's own writes break as well, so it has changed something without knowing.
  world.running.aws.world.faults.set([
    {
      id: 'api',
      kind: 'reset-after-apply',
      operation: 'TransactWriteItems',
      mentions: breaks,
      share: 0.2,
    },
  ]);
  for (;;) {
    const child = spawn(process.execPath, ['--no-warnings', program, world.address, home, planFile, mode], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const dies =
      killed < times
        ? whenToDie(child, {
            world,
            random,
            files: [journal],
            moment: moments[killed % moments.length],
            callsBefore: mostCallsBefore === 1 ? 0 : random.integer(mostCallsBefore),
          })
        : toTheEnd(world);
    await new Promise((resolve) => child.once('exit', resolve));
    lost += dies();
    if (child.signalCode === 'SIGKILL') {
      killed += 1;
      await afterDeath();
    } else if (child.exitCode !== 0) throw new Error(`A life ended with ${child.exitCode}`);
    else if (killed >= times) break;
    else journal = await nextPlan();
  }
  return { home, plans, killed, lost, ms: performance.now() - started };

  async function nextPlan(): Promise<string> {
    const plan = await build(world);
    plans.push(plan);
    writeFileSync(planFile, JSON.stringify(plan));
    return join(home, 'jobs', `${plan.planId}.jsonl`);
  }
}
