import { expect, it } from 'vitest';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { seededRandomness } from '#local/world/randomness.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';
import { doorsOver } from '#test/builders/doors-over.ts';
import { withTrouble } from './trouble.ts';

const storm = 3_000;
const step = 10;

/** Makes a hundred reads at once on the world's clock, which only the test moves. */
async function aStorm(until: (elapsed: number) => boolean) {
  const world = await aSandbox();
  const { clock } = world;
  const { answer } = serveSandbox(world.sandbox);
  const trouble = { throttled: 1, broken: 0 };
  const random = seededRandomness('storm');
  const aws = withTrouble(
    (request, signal) => answer(request, signal),
    trouble,
    () => random.unit(),
  );
  const calls: number[] = [];
  const begun = clock.now();
  aws.onRequest(() => void calls.push(clock.now() - begun));
  const { reader } = doorsOver(aws.dispatch, () => clock.now(), {
    random: () => random.unit(),
    sleep: (ms) => clock.sleep(ms),
  });
  const ask = () => reader.run('extraction.batchesByStatus', { tenantId: 'northwind', status: 'FAILED' });
  const waiting = { left: 100 };
  const reads = Array.from({ length: waiting.left }, () => ask().finally(() => (waiting.left -= 1)));
  for (let elapsed = 0; waiting.left > 0 && elapsed < 60_000; elapsed += step) {
    trouble.throttled = until(elapsed) ? 1 : 0;
    for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(step);
  }
  const answers = await Promise.all(reads);
  trouble.throttled = 0;
  return { answers, calls, ask, aws, took: clock.now() - begun };
}

/** Returns the highest number of calls within any second. */
function mostASecond(calls: readonly number[], from = 0): number {
  const times = calls.filter((at) => at >= from);
  return Math.max(0, ...times.map((at) => times.filter((one) => one >= at && one < at + 1_000).length));
}

it('100 reads in a storm of 3 s succeed or fail with a reason, with ever fewer calls, and leave nothing behind', async () => {
  const { answers, calls, ask, aws, took } = await aStorm((elapsed) => elapsed < storm);
  const through = answers.filter(({ ok }) => ok).length;
  for (const answer of answers) {
    if (!answer.ok) expect(answer.failure).toMatchObject({ code: 'throttled', attempts: 8 });
  }
  if (process.env['SLUICE_FIGURES'] !== undefined) {
    const most = [mostASecond(calls), mostASecond(calls, 1_000), mostASecond(calls, 2_000)];
    process.stderr.write(`${JSON.stringify({ through, calls: calls.length, took, most })}\n`);
  }
  expect(through).toBeGreaterThan(50);
  // The first second has everyone's first attempt and the short pauses. After that a pause lasts a second on
  // average.
  expect(mostASecond(calls)).toBeLessThan(600);
  expect(mostASecond(calls, 1_000)).toBeLessThan(200);
  expect(Math.max(...aws.mostInFlight().values())).toBe(8);

  // All eight places are free again.
  const after = await Promise.all(Array.from({ length: 16 }, ask));
  expect(after.every(({ ok }) => ok)).toBe(true);
}, 400_000);

it('100 reads in an endless storm all fail with a reason, within the budget', async () => {
  const { answers, calls, took } = await aStorm(() => true);
  expect(answers.every((answer) => !answer.ok && answer.failure.code === 'throttled')).toBe(true);
  expect(calls).toHaveLength(800);
  // The limit is the longest seven pauses, plus the time for a hundred reads to take turns at eight places.
  expect(took).toBeLessThan(7_100 + 1_000);
}, 400_000);
