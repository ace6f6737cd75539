import { describe, expect, it } from 'vitest';
import { seededRandomness } from '#local/world/randomness.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { redriveStory, type Fate, type Told } from './redrive-story.ts';

/** More in a longer run: `SLUICE_KILLS=1000 npx vitest run test/integration/src-main/dead-letters`. */
const runs = Number(process.env['SLUICE_KILLS'] ?? 50);
const runsInAWorld = 50;

describe('a redrive that is killed at any line and any call, on a network that breaks', () => {
  it(
    `has lost no message in ${runs} runs, and lists every one that may be there twice`,
    async () => {
      const told: Told[] = [];
      for (let number = 0; number < runs; number += runsInAWorld) {
        const { aws, sqs, clock } = aPocketAws();
        for (let at = number; at < Math.min(runs, number + runsInAWorld); at += 1) {
          const story = await redriveStory({
            aws,
            sqs,
            clock,
            random: seededRandomness(`redrive ${at}`),
            number: at,
          });
          for (const fate of story.fates) expect([at, fate.id, ...problemsOf(fate)]).toEqual([at, fate.id]);
          expect([at, story.jobState]).toEqual([at, 'done']);
          told.push(story);
        }
        aws.close();
      }
      say(told);
      expect(told.some(({ deaths }) => deaths > 0)).toBe(true);
    },
    60_000 + runs * 2_000,
  );
});

function problemsOf({ receipt: { state }, copies, isStillDead, sentBefore }: Fate): string[] {
  const problems: string[] = [];
  if (copies === 0 && !isStillDead) problems.push('lost');
  if (copies > 1) problems.push(`sent ${copies} times`);
  const isUncertain = state === 'uncertain';
  if (copies === 1 && isStillDead && !isUncertain) problems.push(`in both queues, and ${state}`);
  if (isUncertain && isStillDead && sentBefore !== 'uncertain')
    problems.push('uncertain, and nobody says so');
  if ((state === 'skipped' || state === 'refused') && copies > 0) problems.push(`${state}, and sent`);
  if (state === 'fixed' && (copies !== 1 || isStillDead)) problems.push('fixed, and not');
  if (!finals.has(state)) problems.push(`left ${state}`);
  return problems;
}

const finals: ReadonlySet<string> = new Set(['fixed', 'skipped', 'refused', 'uncertain', 'still-running']);

function say(told: readonly Told[]): void {
  const fates = told.flatMap((one) => one.fates);
  const count = (is: (fate: Fate) => boolean): number => fates.filter(is).length;
  const states = [...new Set(fates.map(({ receipt }) => receipt.state))];
  process.stdout.write(
    `${told.length} runs, ${told.reduce((sum, { deaths }) => sum + deaths, 0)} deaths, ${fates.length} messages: ` +
      `${count((one) => one.copies === 0 && !one.isStillDead)} lost, ` +
      `${count((one) => one.copies === 1 && one.isStillDead)} in both queues, ` +
      `${states.map((state) => `${count((one) => one.receipt.state === state)} ${state}`).join(', ')}\n`,
  );
}
