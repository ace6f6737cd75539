import { describe, expect, it } from 'vitest';
import { seededRandomness } from '#local/world/randomness.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { chooseRuns } from '#test/setup/choose-runs.ts';
import { redriveStory, type Fate, type StoryParts, type Told } from './redrive-story.ts';

/**
 * A longer run kills more often: `SLUICE_KILLS=1000 npx vitest run test/integration/src-main/dead-letters`.
 */
const kills = Number(process.env['SLUICE_KILLS'] ?? chooseRuns({ short: 16, long: 200 }));
const runsInAWorld = 50;

describe('a job on messages that is killed at any line and any call, on a network that breaks', () => {
  it(
    `has lost no message in ${kills} redrives, and lists every one that may be in both queues`,
    () => hold('redrive-messages', kills, problemsOfRedrive),
    60_000 + Math.max(kills, 50) * 2_000,
  );

  it(
    `holds the same of ${Math.ceil(kills / 2)} redrives of the downloads' dead letters`,
    () => hold('redrive-messages', Math.ceil(kills / 2), problemsOfRedrive, true),
    60_000 + Math.max(kills, 50) * 2_000,
  );

  const discards = Math.ceil(kills / 4);
  it(
    `has deleted nothing in ${discards} discards that is not complete in the file`,
    () => hold('discard-messages', discards, problemsOfDiscard),
    60_000 + Math.max(kills, 50) * 2_000,
  );
});

async function hold(
  kind: StoryParts['kind'],
  runs: number,
  problemsOf: (fate: Fate) => readonly string[],
  areDownloads = false,
): Promise<void> {
  const told: Told[] = [];
  for (let first = 0; first < runs; first += runsInAWorld) {
    const { aws, sqs, clock } = aPocketAws();
    for (let number = first; number < Math.min(runs, first + runsInAWorld); number += 1) {
      const random = seededRandomness(`${kind} ${number}`);
      const story = await redriveStory({ aws, sqs, clock, random, number, kind, areDownloads });
      for (const fate of story.fates)
        expect([number, fate.id, ...problemsOf(fate)]).toEqual([number, fate.id]);
      expect([number, story.jobState]).toEqual([number, 'done']);
      told.push(story);
    }
    aws.close();
  }
  say(kind, told);
  expect(told.some(({ deaths }) => deaths > 0)).toBe(true);
}

function problemsOfRedrive({ receipt: { state }, copies, isStillDead, sentBefore }: Fate): string[] {
  const problems: string[] = [];
  if (copies === 0 && !isStillDead) problems.push('lost');
  if (copies > 1) problems.push(`sent ${copies} times`);
  const isUncertain = state === 'uncertain';
  if (copies === 1 && isStillDead && !isUncertain) problems.push(`in both queues, and ${state}`);
  if (isUncertain && isStillDead && sentBefore !== 'uncertain') problems.push('uncertain, and not reported');
  if ((state === 'skipped' || state === 'refused') && copies > 0) problems.push(`${state}, and sent`);
  if (state === 'unconfirmed' && (copies !== 1 || isStillDead)) problems.push('sent, and not');
  // No consumer writes anything here, so nothing can be proved fixed.
  if (state === 'fixed') problems.push('fixed, without proof');
  if (!finals.has(state)) problems.push(`left ${state}`);
  return problems;
}

function problemsOfDiscard({ receipt: { state }, isStillDead, kept }: Fate): string[] {
  const problems: string[] = [];
  if (!isStillDead && kept === 0) problems.push('gone, and not kept');
  if (state === 'fixed' && isStillDead) problems.push('discarded, and still there');
  if (state === 'uncertain' || !finals.has(state)) problems.push(`left ${state}`);
  return problems;
}

const finals: ReadonlySet<string> = new Set([
  'fixed',
  'skipped',
  'refused',
  'uncertain',
  'unconfirmed',
  'overtaken',
]);

function say(kind: string, told: readonly Told[]): void {
  const fates = told.flatMap((one) => one.fates);
  const count = (is: (fate: Fate) => boolean): number => fates.filter(is).length;
  const states = [...new Set(fates.map(({ receipt }) => receipt.state))];
  process.stdout.write(
    `${kind}: ${told.length} runs, ${told.reduce((sum, { deaths }) => sum + deaths, 0)} deaths, ${fates.length} messages: ` +
      `${count(({ copies, isStillDead, kept }) => copies + kept === 0 && !isStillDead)} lost, ` +
      `${count((one) => one.copies === 1 && one.isStillDead)} in both queues, ` +
      `${states.map((state) => `${count((one) => one.receipt.state === state)} ${state}`).join(', ')}\n`,
  );
}
