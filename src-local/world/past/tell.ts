import type { Past, PastFacts, Told } from '../../journal/told.ts';
import { tellAttention } from './attention.ts';
import { listImportedBatches, tellAwkwardTenant } from './awkward-tenant.ts';
import { followBatch, followCourses } from './batch-course.ts';
import { listDriftItems } from './corrections.ts';
import { groupRefused, tellDeadLetters } from './dead-letters.ts';
import { tellDownloads } from './downloads.ts';
import { tellExecutions } from './executions.ts';
import { tellExtraction, withoutExtraction } from './extraction-table.ts';
import { tenantsWithStory } from './fleet.ts';
import { once, tellTogether } from './lazy-telling.ts';
import { stateMachineArn, tellMetrics } from './metrics.ts';
import { tellAlarms } from './past-alarms.ts';
import { planPast } from './past-plan.ts';
import { batchItem, tellTableItems, wasSwept } from './table-items.ts';
import { nameRun, listSentWebhooks } from './webhooks.ts';
import { tellWeeks } from './weeks.ts';

/** Raise this whenever the past is told differently: a home with another past starts over. */
export const worldVersion = '16';

/**
 * Returns the past of a world with so many tenants. A world with another number starts over, and keeps its number where
 * none is given.
 */
export function createPast(tenants?: number): Past {
  const isPlain = tenants === undefined || tenants === tenantsWithStory;
  return {
    version: isPlain ? worldVersion : `${worldVersion}/${tenants}`,
    accepts: (version) => tenants === undefined && version.split('/')[0] === worldVersion,
    tell: (facts, version) => tellPast(facts, readTenants(version)),
  };
}

/** Reads how many tenants a world of this version has. */
export function readTenants(version: string): number {
  return Number(version.split('/')[1] ?? tenantsWithStory);
}

/** Tells the past before the sandbox was opened. The same facts give the same past, to the byte. */
export function tellPast(facts: PastFacts, tenants = tenantsWithStory): Told {
  const plan = planPast({ ...facts, tenants });
  const { fleet, anchor } = { ...plan, ...facts };
  const courses = followCourses(plan);
  const weeks = once(() => tellWeeks(facts, courses.all()));
  const webhooks = once(() => listSentWebhooks(facts, weeks()));
  const awkward = tellAwkwardTenant(facts);
  const deadLetters = tellDeadLetters(facts, weeks);
  const ofBase = new Set(plan.batches);
  const refused = once(() => groupRefused(weeks()));
  const attention = tellAttention(
    anchor,
    {
      batches: once(() =>
        [...plan.batches, ...fleet.troubled()].toSorted((one, other) => one.submittedAt - other.submittedAt),
      ),
      follow(batch) {
        const course = ofBase.has(batch) ? courses.of(batch) : followBatch(batch, anchor);
        return { course, item: batchItem(course, stateMachineArn(facts)), isSwept: wasSwept(course, anchor) };
      },
      deliveries: (batchId) => refused().get(batchId) ?? [],
      imported: () => listImportedBatches(facts),
      drifts: once(() => listDriftItems(courses, anchor)),
    },
    // The spend of tenants of the fleet is summed from the start only.
    fleet.size > 0 ? anchor : undefined,
  );
  const items = tellTableItems(facts, plan, courses);
  return tellTogether([
    tellExtraction({ plan, courses, items, attention, awkward, ofMessages: deadLetters }),
    tellExecutions(facts, courses, fleet, (batchId, run) => webhooks().get(nameRun(batchId, run))),
    withoutExtraction(awkward),
    withoutExtraction(deadLetters),
    tellMetrics(facts, weeks),
    tellAlarms(facts, weeks),
    tellDownloads(facts),
  ]);
}
