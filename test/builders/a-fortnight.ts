import type { Past } from '#local/journal/told.ts';
import { tellAwkwardTenant, drawHugeResults } from '#local/world/past/awkward-tenant.ts';
import { followBatch } from '#local/world/past/batch-course.ts';
import { once } from '#local/world/past/lazy-telling.ts';
import { planPast } from '#local/world/past/past-plan.ts';
import { tellAlarms } from '#local/world/past/past-alarms.ts';
import { tellDeadLetters } from '#local/world/past/dead-letters.ts';
import { tellMetrics } from '#local/world/past/metrics.ts';
import { tellWeeks, type Weeks } from '#local/world/past/weeks.ts';
import { drivenClock, type MovableClock } from '#local/world/clock.ts';
import { startOfTime } from './a-pocket-aws.ts';
import { fakeReaders } from './fake-readers.ts';
import { runExtraction, type RunningExtraction } from './run-extraction.ts';

const facts = { seed: '1', anchor: startOfTime, account: '000000000000', region: 'local' } as const;

/** Returns the weeks before the tests' clock starts. They are computed once for each test file. */
export const theWeeks: () => Weeks = once(() =>
  tellWeeks(
    facts,
    planPast(facts).batches.map((batch) => followBatch(batch, facts.anchor)),
  ),
);

export type Fortnight = RunningExtraction & { readonly clock: MovableClock };

/**
 * Opens the sandbox's queues, metrics, alarms and awkward tenant under a deployed pipeline. The caller closes
 * it.
 */
export async function openFortnight({ isFollowing = false } = {}): Promise<Fortnight> {
  const clock = drivenClock(startOfTime);
  const running = await runExtraction({
    ...facts,
    clock,
    past: aPastOfWeeks,
    readers: fakeReaders(),
    isFollowing,
    drawObject: (recipe) => Promise.resolve(drawHugeResults(recipe) ?? new Uint8Array()),
  });
  return { ...running, clock };
}

const aPastOfWeeks: Past = {
  version: '1',
  tell: () => {
    const parts = [
      tellDeadLetters(facts, theWeeks),
      tellMetrics(facts, theWeeks),
      tellAlarms(facts, theWeeks),
      tellAwkwardTenant(facts),
    ];
    const names = new Set(parts.flatMap((part) => [...part.keys()]));
    return new Map(
      [...names].map((name) => [name, () => parts.flatMap((part) => [...(part.get(name)?.() ?? [])])]),
    );
  },
};
