import type { PastFacts, Told } from '../../journal/told.ts';
import { toldAwkward } from './awkward-tenant/told-awkward.ts';
import { batchCourse } from './course/batch-course.ts';
import { placeOf, sentWebhooks } from './executions/sent-webhooks.ts';
import { once } from './once.ts';
import { planOf } from './plan-of.ts';
import { toldAlarms } from './told-alarms.ts';
import { toldDeadLetters } from './told-dead-letters.ts';
import { toldDownloads } from './told-downloads.ts';
import { toldExecutions } from './told-executions.ts';
import { toldExtraction } from './told-extraction.ts';
import { toldMetrics } from './told-metrics.ts';
import { weeksOf } from './weeks.ts';

/** To be raised whenever anything is told otherwise: a home that lies on another past begins anew. */
export const worldVersion = '1';

/** What has been before somebody looks: the same for the same facts, to the byte. */
export function toldPast(facts: PastFacts): Told {
  const plan = planOf(facts);
  const courses = plan.batches.map((batch) => batchCourse(batch, facts.anchor));
  const weeks = once(() => weeksOf(facts, courses));
  const webhooks = once(() => sentWebhooks(facts, weeks()));
  return merged([
    toldExtraction(facts, plan, courses),
    toldExecutions(facts, courses, (batchId, run) => webhooks().get(placeOf(batchId, run))),
    toldAwkward(facts),
    toldDeadLetters(facts, weeks),
    toldMetrics(facts, weeks),
    toldAlarms(facts, weeks),
    toldDownloads(facts),
  ]);
}

/** A collection may be told of in several parts. */
function merged(parts: readonly Told[]): Told {
  const tellers = new Map<string, (() => Iterable<readonly [string, unknown]>)[]>();
  for (const part of parts) {
    for (const [name, tell] of part) tellers.set(name, [...(tellers.get(name) ?? []), tell]);
  }
  return new Map([...tellers].map(([name, several]) => [name, () => inTurn(several)]));
}

function* inTurn(
  tellers: readonly (() => Iterable<readonly [string, unknown]>)[],
): Generator<readonly [string, unknown]> {
  for (const tell of tellers) yield* tell();
}
