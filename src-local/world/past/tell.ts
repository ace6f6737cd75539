import type { PastFacts, Told } from '../../journal/told.ts';
import { tellAwkwardTenant } from './awkward-tenant.ts';
import { followCourses } from './batch-course.ts';
import { nameRun, listSentWebhooks } from './webhooks.ts';
import { once, tellTogether } from './lazy-telling.ts';
import { planPast } from './past-plan.ts';
import { tellAlarms } from './alarms.ts';
import { tellDeadLetters } from './dead-letters.ts';
import { tellDownloads } from './downloads.ts';
import { tellExecutions } from './executions.ts';
import { tellExtraction, withoutTable } from './extraction-table.ts';
import { tellTableItems } from './table-items.ts';
import { tellMetrics } from './metrics.ts';
import { tellWeeks } from './weeks.ts';

/** Raise this whenever the past is told differently: a home with another past starts over. */
export const worldVersion = '9';

/** Tells the past before the sandbox was opened. The same facts give the same past, to the byte. */
export function tellPast(facts: PastFacts): Told {
  const plan = planPast(facts);
  const courses = followCourses(plan);
  const weeks = once(() => tellWeeks(facts, courses.all()));
  const webhooks = once(() => listSentWebhooks(facts, weeks()));
  const awkward = tellAwkwardTenant(facts);
  const deadLetters = tellDeadLetters(facts, weeks);
  const extraction = tellExtraction(plan, courses, tellTableItems(facts, plan), {
    awkward,
    ofMessages: deadLetters,
  });
  return tellTogether([
    extraction,
    tellExecutions(facts, courses, (batchId, run) => webhooks().get(nameRun(batchId, run))),
    withoutTable(awkward),
    withoutTable(deadLetters),
    tellMetrics(facts, weeks),
    tellAlarms(facts, weeks),
    tellDownloads(facts),
  ]);
}
