import type { Past } from '#local/journal/told.ts';
import { toldAwkward } from '#local/world/past/awkward-tenant/told-awkward.ts';
import { drawHugeResults } from '#local/world/past/awkward-tenant/huge-results.ts';
import { batchCourse } from '#local/world/past/course/batch-course.ts';
import { once } from '#local/world/past/once.ts';
import { planOf } from '#local/world/past/plan-of.ts';
import { toldAlarms } from '#local/world/past/told-alarms.ts';
import { toldDeadLetters } from '#local/world/past/told-dead-letters.ts';
import { toldMetrics } from '#local/world/past/told-metrics.ts';
import { weeksOf, type Weeks } from '#local/world/past/weeks.ts';
import { drivenClock, type MovableClock } from '#local/world/clock.ts';
import { startOfTime } from './a-pocket-aws.ts';
import { fakeReaders } from './fake-readers.ts';
import { runExtraction, type RunningExtraction } from './run-extraction.ts';

const facts = { seed: '1', anchor: startOfTime, account: '000000000000', region: 'local' } as const;

/** What was before the clock of the tests starts. Worked out once for a file of tests. */
export const theWeeks: () => Weeks = once(() =>
  weeksOf(
    facts,
    planOf(facts).batches.map((batch) => batchCourse(batch, facts.anchor)),
  ),
);

export type Fortnight = RunningExtraction & { readonly clock: MovableClock };

/** Queues, metrics, alarms and the awkward tenant as the sandbox tells them, under a deployed pipeline. To be closed. */
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
      toldDeadLetters(facts, theWeeks),
      toldMetrics(facts, theWeeks),
      toldAlarms(facts, theWeeks),
      toldAwkward(facts),
    ];
    const names = new Set(parts.flatMap((part) => [...part.keys()]));
    return new Map(
      [...names].map((name) => [name, () => parts.flatMap((part) => [...(part.get(name)?.() ?? [])])]),
    );
  },
};
