import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSealed } from '#main/audit/line-file.ts';
import { jobEventSchema } from '#main/jobs/job-record.ts';
import type { ItemReceipt } from '#shared/contract/jobs.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';
import { aLastingWorld, type LastingWorld } from './a-lasting-world.ts';
import { builtLife, chooseKills } from './kill-at-random.ts';
import { liveThrough, type Lives } from './live-through.ts';
import { buildPlan, buildPlanOfMany } from './plan-of.ts';
import { receiptsIn } from './receipts-in.ts';

const kills = chooseKills({ short: 15, long: 50 });
let program = '';

describe('a console that is killed while a job reprocesses documents', () => {
  beforeAll(async () => {
    program = await builtLife('run-job');
  }, 60_000);

  it(
    `has reprocessed every document once after ${kills} kills at random points`,
    async () => {
      const world = await aLastingWorld(90);
      const lives = await liveThrough(world, { program, kills, seed: 'kills' });
      const told = await tellAll(world, lives);
      for (const { fixed, uncertain, times } of told) {
        expect([fixed, uncertain, times]).toEqual([lives.plans.length, 0, lives.plans.length]);
      }
      expect(await world.countsAgree()).toBe(true);
      expect(lives.killed).toBe(kills);
      say('repeatable', lives, told);
    },
    60_000 + Math.max(kills, 50) * 3_000,
  );

  it(
    'has reprocessed none twice if a call may not be repeated, and lists what is uncertain',
    async () => {
      const some = Math.max(10, Math.ceil(kills / 5));
      const world = await aLastingWorld(60);
      const lives = await liveThrough(world, {
        program,
        kills: some,
        seed: 'never twice',
        mode: 'never-twice',
      });
      const told = await tellAll(world, lives);
      for (const { fixed, uncertain, times } of told) {
        expect(times).toBeGreaterThanOrEqual(fixed);
        expect(times).toBeLessThanOrEqual(fixed + uncertain);
      }
      expect(told.some(({ uncertain }) => uncertain > 0)).toBe(true);
      expect(await world.countsAgree()).toBe(true);
      say('never repeated', lives, told);
    },
    60_000 + Math.max(kills, 50) * 3_000,
  );
});

describe('a console that is killed while a job goes at a pace', () => {
  beforeAll(async () => {
    program = await builtLife('run-job');
  }, 60_000);

  it(
    `has kept its rate and reprocessed every document once after ${kills} kills at random points`,
    async () => {
      const world = await aLastingWorld(30);
      const pace = { ...usualPace, perSecond: 12, atOnce: 12, steps: [4, 8] };
      const build = async (of: LastingWorld) => ({ ...(await buildPlan(of)), pace });
      const lives = await liveThrough(world, { program, kills, seed: 'paced', build });
      const told = await tellAll(world, lives);
      for (const { fixed, uncertain, times } of told) {
        expect([fixed, uncertain, times]).toEqual([lives.plans.length, 0, lives.plans.length]);
      }
      for (const { planId } of lives.plans) {
        const sends = readSends(join(lives.home, 'jobs', `${planId}.jsonl`));
        expect(sends.length).toBeGreaterThan(4);
        expect(mostWithin(sends, 1_000)).toBeLessThanOrEqual(pace.perSecond);
      }
      say('paced', lives, told);
    },
    60_000 + Math.max(kills, 50) * 3_000,
  );
});

interface Sent {
  readonly at: number;
  readonly count: number;
}

/** Reads the calls of a job from its journal. A call that was made again counts when it was made first. */
function readSends(file: string): readonly Sent[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const event = jobEventSchema.safeParse(readSealed(line)).data;
      return event?.event === 'intent' ? [{ at: Date.parse(event.at), count: event.ids.length }] : [];
    });
}

function mostWithin(sends: readonly Sent[], ms: number): number {
  return Math.max(
    ...sends.map(({ at }) =>
      sends.filter((one) => one.at >= at && one.at < at + ms).reduce((sum, { count }) => sum + count, 0),
    ),
  );
}

describe('a console that is killed while a job reprocesses documents of many batches', () => {
  beforeAll(async () => {
    program = await builtLife('run-job');
  }, 60_000);

  it(
    `has reprocessed every document of every tenant once after ${kills} kills at random points`,
    async () => {
      const world = await aLastingWorld([
        { tenantId: 'northwind', documents: 12 },
        ...Array.from({ length: 6 }, () => ({ tenantId: 'kestrel', documents: 3 })),
        { tenantId: 'vesper', documents: 30 },
      ]);
      const lives = await liveThrough(world, { program, kills, seed: 'many', build: buildPlanOfMany });
      const told = await tellAll(world, lives);
      expect(told).toHaveLength(60);
      for (const { fixed, uncertain, times } of told) {
        expect([fixed, uncertain, times]).toEqual([lives.plans.length, 0, lives.plans.length]);
      }
      expect(await world.countsAgree()).toBe(true);
      say('many batches', lives, told);
    },
    60_000 + Math.max(kills, 50) * 3_000,
  );
});

interface Told {
  /** Counts the jobs in which the document was fixed. */
  readonly fixed: number;
  readonly uncertain: number;
  /** Counts how often the document was really reprocessed, by its passport. */
  readonly times: number;
}

async function tellAll(world: LastingWorld, { home, plans }: Lives): Promise<Told[]> {
  const receipts = plans.flatMap((plan) => receiptsIn(join(home, 'jobs', `${plan.planId}.jsonl`)));
  const documents = await world.documents();
  return Promise.all(
    documents.map(async ({ tenantId, documentId }) => {
      const own = receipts.filter(({ id }) => id === documentId);
      const count = (state: ItemReceipt['state']): number => own.filter((one) => one.state === state).length;
      return {
        fixed: count('fixed'),
        uncertain: count('uncertain'),
        times: await world.happened({ tenantId, documentId }, 'reprocessed'),
      };
    }),
  );
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
