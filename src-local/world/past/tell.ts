import type { PastFacts, Told } from '../../journal/told.ts';
import { toldAwkward } from './awkward-tenant/told-awkward.ts';
import { coursesOf } from './courses.ts';
import { placeOf, sentWebhooks } from './executions/sent-webhooks.ts';
import { once } from './once.ts';
import { planOf } from './plan-of.ts';
import { toldTogether } from './told-by-name.ts';
import { toldAlarms } from './told-alarms.ts';
import { toldDeadLetters } from './told-dead-letters.ts';
import { toldDownloads } from './told-downloads.ts';
import { toldExecutions } from './told-executions.ts';
import { toldExtraction, withoutTable } from './told-extraction.ts';
import { toldItemsOf } from './told-items-of.ts';
import { toldMetrics } from './told-metrics.ts';
import { weeksOf } from './weeks.ts';

/** To be raised whenever anything is told otherwise: a home that lies on another past begins anew. */
export const worldVersion = '4';

/** What has been before somebody looks: the same for the same facts, to the byte. */
export function toldPast(facts: PastFacts): Told {
  const plan = planOf(facts);
  const courses = coursesOf(plan);
  const weeks = once(() => weeksOf(facts, courses.all()));
  const webhooks = once(() => sentWebhooks(facts, weeks()));
  const awkward = toldAwkward(facts);
  const deadLetters = toldDeadLetters(facts, weeks);
  const extraction = toldExtraction(plan, courses, toldItemsOf(facts, plan), {
    awkward,
    ofMessages: deadLetters,
  });
  return toldTogether([
    extraction,
    toldExecutions(facts, courses, (batchId, run) => webhooks().get(placeOf(batchId, run))),
    withoutTable(awkward),
    withoutTable(deadLetters),
    toldMetrics(facts, weeks),
    toldAlarms(facts, weeks),
    toldDownloads(facts),
  ]);
}
