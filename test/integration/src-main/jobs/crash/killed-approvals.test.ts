import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { seededRandomness } from '#local/world/randomness.ts';
import { aLastingWorld } from './a-lasting-world.ts';
import { builtLife, chooseKills } from './kill-at-random.ts';
import { liveThrough } from './live-through.ts';
import { buildApprovals } from './plan-of.ts';
import { receiptsIn } from './receipts-in.ts';

const kills = chooseKills({ short: 15, long: 50 });
let program = '';

beforeAll(async () => {
  program = await builtLife('run-job');
}, 60_000);

it(
  `a console that is killed ${kills} times while a job approves documents has approved each once, and none that a colleague decided`,
  { timeout: 60_000 + Math.max(kills, 50) * 3_000 },
  async () => {
    const planted = [{ documents: 24 }, { tenantId: 'kestrel', documents: 6 }];
    const world = await aLastingWorld(planted, 'REVIEW_REQUIRED');
    const dice = seededRandomness('colleague');
    const rejected = new Set<string>();
    let claimedAtDeath = 0;

    const lives = await liveThrough(world, {
      program,
      kills,
      seed: 'approvals',
      breaks: 'approved',
      mostCallsBefore: 6,
      async build() {
        await world.add({ documents: 24 });
        return buildApprovals(world);
      },
      async afterDeath() {
        const waiting = (await world.documents()).filter(({ status }) => status === 'REVIEW_REQUIRED');
        claimedAtDeath += waiting.filter(({ claimedBy }) => claimedBy === 'reviewer').length;
        // While the console is off, a colleague decides a document of the plan.
        const next = waiting[dice.integer(waiting.length)];
        if (next === undefined) return;
        if (await world.rejectAsColleague(next)) rejected.add(next.documentId);
      },
    });

    const receipts = lives.plans.flatMap((plan) =>
      receiptsIn(join(lives.home, 'jobs', `${plan.planId}.jsonl`)),
    );
    const fixed = receipts.filter(({ state }) => state === 'fixed');
    const approved = new Set(fixed.map(({ id }) => id));
    const documents = await world.documents();
    const tally = { documents: documents.length, lost: 0, twice: 0, against: 0, toldWrong: 0 };
    for (const one of documents) {
      const times = await world.happened(one, 'approved');
      const isRejected = rejected.has(one.documentId);
      if (times === 0 && !isRejected) tally.lost += 1;
      if (times > 1) tally.twice += 1;
      if (isRejected && (times > 0 || one.status !== 'REJECTED')) tally.against += 1;
      if (approved.has(one.documentId) !== (times === 1)) tally.toldWrong += 1;
    }
    process.stdout.write(
      `approvals: ${lives.killed} kills, ${lives.lost} calls cut off, ${claimedAtDeath} documents claimed and not yet approved at a death, ` +
        `${lives.plans.length} jobs, ${rejected.size} decided by a colleague: ${JSON.stringify(tally)}\n`,
    );
    expect(tally).toEqual({ documents: documents.length, lost: 0, twice: 0, against: 0, toldWrong: 0 });
    expect(receipts.filter(({ state }) => state === 'uncertain')).toEqual([]);
    expect(rejected.size).toBeGreaterThan(0);
    expect(claimedAtDeath).toBeGreaterThan(0);
    expect(await world.countsAgree()).toBe(true);
  },
);
