import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { seededRandomness, type Randomness } from '#local/world/randomness.ts';
import { openLedgers } from '#main/dead-letters/open-ledgers.ts';
import type { ItemReceipt } from '#shared/contract/jobs.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aPlan } from '#test/builders/a-job-engine.ts';
import { aLastingQueue, deadLetters, destination, type LastingQueue } from './a-lasting-queue.ts';
import { builtLife, chooseKills, moments, toTheEnd, whenToDie } from './kill-at-random.ts';
import { receiptsIn } from './receipts-in.ts';

const kills = chooseKills({ short: 6, long: 12 });
let program = '';

describe('a console that is killed while a job redrives dead letters', () => {
  beforeAll(async () => {
    program = await builtLife('run-redrive');
  }, 60_000);

  it(
    `has lost none and sent none twice after ${kills} kills at random points, and lists what is uncertain`,
    async () => {
      const world = await aLastingQueue();
      const lives = await liveThrough(world, seededRandomness('redrive'));
      const fates = await reconcile(world, lives);
      for (const fate of fates) expect([fate.id, ...listProblems(fate)]).toEqual([fate.id]);
      expect(lives.killed).toBe(kills);
      expect(fates.some(({ copies }) => copies === 1)).toBe(true);
      say(lives, fates);
    },
    60_000 + Math.max(kills, 50) * 4_000,
  );
});

interface Lives {
  readonly home: string;
  readonly plans: readonly Plan[];
  readonly killed: number;
  readonly lost: number;
  readonly ms: number;
}

/**
 * Runs one process after the other on one home folder, with job after job on new dead letters, until there
 * have been enough kills.
 */
async function liveThrough(world: LastingQueue, random: Randomness): Promise<Lives> {
  const started = performance.now();
  const home = aHome();
  const planFile = join(home, 'plan.json');
  const plans: Plan[] = [];
  let files = await nextPlan();
  let killed = 0;
  let lost = 0;
  for (;;) {
    const isLast = killed >= kills;
    world.running.aws.world.faults.set(isLast ? [] : drawFaults(random));
    const child = spawn(process.execPath, ['--no-warnings', program, world.address, home, planFile], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const moment = moments[killed % moments.length];
    // A job of sixty messages makes some twenty changes.
    const callsBefore = random.integer(10);
    const dies = isLast
      ? toTheEnd(world)
      : whenToDie(child, { world, random, files, moment, callsBefore, broken: 0.03 });
    await new Promise((resolve) => child.once('exit', resolve));
    lost += dies();
    if (child.signalCode === 'SIGKILL') killed += 1;
    else if (child.exitCode !== 0) throw new Error(`A life ended with ${child.exitCode}`);
    else if (isLast) break;
    else files = await nextPlan();
    // The pause is either short or long enough for others to receive the messages it held.
    await world.clock.advance(random.integer(2) * random.integer(2_400) * 1_000);
  }
  return { home, plans, killed, lost, ms: performance.now() - started };

  async function nextPlan(): Promise<string[]> {
    world.onCall = () => 'go on';
    world.running.aws.world.faults.set([]);
    const plan = buildPlan(await world.plant(60 + random.integer(60)));
    plans.push(plan);
    writeFileSync(planFile, JSON.stringify(plan));
    return ['jsonl', 'messages.jsonl'].map((ending) => join(home, 'jobs', `${plan.planId}.${ending}`));
  }
}

function drawFaults(random: Randomness) {
  return (['reset-after-apply', 'throttle', 'partial-batch'] as const)
    .filter(() => random.unit() < 0.5)
    .map((kind, at) => ({ id: String(at), kind, service: 'sqs' as const, share: 0.03 }));
}

function buildPlan(messageIds: string[]): Plan {
  const plan = aPlan(messageIds.length);
  const target = { kind: 'redrive-messages' as const, queue: deadLetters, messageIds };
  const items = plan.items.map((item, at) => ({
    ...item,
    id: messageIds[at] ?? '',
    name: null,
    version: null,
  }));
  return { ...plan, kind: target.kind, target, tenantId: null, items };
}

interface Fate {
  readonly id: string;
  readonly state: ItemReceipt['state'];
  /** Counts its copies in the target queue. */
  readonly copies: number;
  readonly isStillDead: boolean;
  readonly sentBefore: 'sent' | 'uncertain' | null;
}

async function reconcile(world: LastingQueue, { home, plans }: Lives): Promise<Fate[]> {
  // Every held message is visible again after this time.
  await world.clock.advance(12 * 3_600_000);
  const dead = new Set((await world.drained(deadLetters)).map(({ MessageId }) => MessageId));
  const copies = new Map<string, number>();
  for (const { MessageAttributes = {} } of await world.drained(destination)) {
    const id = MessageAttributes['sluice.redriveOf']?.StringValue ?? '';
    copies.set(id, (copies.get(id) ?? 0) + 1);
  }
  const log = { info() {}, warn() {}, error() {}, fatal() {} };
  // The ledgers' files use the real time, whatever the time in the world.
  const { sentBefore } = openLedgers({ home, now: Date.now, log, open: undefined });
  return plans
    .flatMap(({ planId }) => receiptsIn(join(home, 'jobs', `${planId}.jsonl`)))
    .map(({ id, state }) => ({
      id,
      state,
      copies: copies.get(id) ?? 0,
      isStillDead: dead.has(id),
      sentBefore: sentBefore.of('local', deadLetters, id),
    }));
}

function listProblems({ state, copies, isStillDead, sentBefore }: Fate): string[] {
  const problems: string[] = [];
  if (copies === 0 && !isStillDead) problems.push('lost');
  if (copies > 1) problems.push(`sent ${copies} times`);
  if (copies === 1 && isStillDead && sentBefore === null) problems.push('in both queues, and not reported');
  if (state === 'uncertain' && sentBefore !== 'uncertain') problems.push('uncertain, and not listed');
  if ((state === 'skipped' || state === 'refused') && copies > 0) problems.push(`${state}, and sent`);
  if (state === 'unconfirmed' && (copies !== 1 || isStillDead)) problems.push('sent, and not');
  // No consumer writes anything here, so nothing can be proved fixed.
  if (state === 'fixed') problems.push('fixed, without proof');
  return problems;
}

function say({ killed, lost, plans, ms }: Lives, fates: readonly Fate[]): void {
  const count = (is: (fate: Fate) => boolean): number => fates.filter(is).length;
  const states = [...new Set(fates.map(({ state }) => state))];
  process.stdout.write(
    `redrive: ${killed} kills, ${lost} calls cut off; ${fates.length} messages in ${plans.length} jobs: ` +
      `${count(({ copies, isStillDead }) => copies === 0 && !isStillDead)} lost, ` +
      `${count(({ copies }) => copies > 1)} sent twice, ` +
      `${count(({ copies, isStillDead }) => copies === 1 && isStillDead)} in both queues, ` +
      `${states.map((state) => `${count((one) => one.state === state)} ${state}`).join(', ')}; ` +
      `${(ms / 1_000).toFixed(1)} s\n`,
  );
}
