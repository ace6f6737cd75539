import type { Plan } from '#shared/contract/plans.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import { findJobKind, type PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { findTargetPlace } from '#shared/domain/job-words.ts';
import { countTenants } from '#shared/domain/many-batches.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';
import { whyReadOnly } from '#shared/permissions.ts';
import { getBookInUse } from '#shared/pricing/book-in-use.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { digest } from '../../gate/idempotency.ts';
import { findKindInMain } from '../../jobs/job-kinds.ts';
import { planSteps } from '../../jobs/job-record.ts';
import { compareWithJobs, type OpenJob } from '../../jobs/plans/other-jobs.ts';
import type { PlanDraft, ReviewLooks } from '../../jobs/plans/plan-draft.ts';
import type { PlannedMessages } from '../../jobs/plans/plan-messages.ts';
import { readsSoFar } from '../../reads/paid-reads.ts';
import { findLastPace, type LastPaces } from './last-paces.ts';

interface PlanParts {
  readonly doors: ConnectionDoors;
  readonly connection: Session['connection'];
  readonly who: Persona;
  readonly now: () => number;
  readonly newId: () => string;
  readonly messages: PlannedMessages;
  readonly review?: ReviewLooks | undefined;
  readonly openJobs?: () => readonly OpenJob[];
  readonly lastPaces?: LastPaces | undefined;
}

const lastsMinutes = 10;

/** Reads everything again, and freezes what would be done with it (decision 004). */
export async function makePlan(target: PlanTarget, parts: PlanParts): Promise<Result<Plan>> {
  const reads = readsSoFar();
  const { doors, now, who, connection, messages } = parts;
  const { reader, executions } = doors;
  const book = getBookInUse();
  const otherJobs = compareWithJobs(parts.openJobs?.() ?? []);
  const drafted = await findKindInMain(target.kind).plan(target, {
    ...messages,
    review: parts.review,
    doors,
    reader,
    executions,
    reads,
    book,
    now: now(),
    otherJobs,
    who,
    connection,
  });
  const receipt = reads.receipt();
  if (!drafted.ok) return { ...drafted, ...(receipt !== undefined && { receipt }) };
  return ok(frozen(target, drafted.value, { reads: reads.sum(), others: otherJobs.list() }, parts), receipt);
}

function frozen(
  target: PlanTarget,
  { tenantId, items, many, estimate, checks, nothingToDo, workflowId }: PlanDraft,
  { reads, others }: { readonly reads: Plan['reads']; readonly others: NonNullable<Plan['otherJobs']> },
  { connection, who, now, newId, lastPaces }: PlanParts,
): Plan {
  const madeAt = now();
  const { id, name, environment } = connection;
  const locked = whyReadOnly(connection);
  const count = (verdict: Plan['items'][number]['verdict']): number =>
    items.filter((item) => item.verdict === verdict).length;
  const counts = { go: count('go'), skip: count('skip'), blocked: count('blocked') };
  const of = findPacedAs(target, { many, workflowId });
  const lastPace = findLastPace(lastPaces, { connectionId: id, kind: target.kind, of });
  const isNothingToDo = counts.go === 0 && !items.some(({ needsReason }) => needsReason);
  const plan = {
    planId: newId(),
    kind: target.kind,
    target,
    tenantId,
    connection: { id, name, environment },
    by: who.id,
    madeAt: new Date(madeAt).toISOString(),
    expiresAt: new Date(madeAt + lastsMinutes * 60_000).toISOString(),
    items,
    ...(many !== undefined && { many }),
    ...(others.length > 0 && { otherJobs: others }),
    counts,
    ramp: planSteps(
      { many },
      items.filter(({ verdict }) => verdict === 'go'),
    ),
    pace: usualPace,
    ...(of !== undefined && { pacedAs: of }),
    ...(lastPace !== undefined && { lastPace }),
    estimate,
    checks,
    typing:
      environment === 'production' || findJobKind(target.kind).isAlwaysTyped
        ? { environment, count: counts.go, ...(many !== undefined && { tenants: countTenants(many) }) }
        : null,
    cannotStart:
      locked === null ? (isNothingToDo ? nothingToDo : null) : `${locked} This plan can't be started.`,
    reads,
  };
  return { ...plan, hash: planHash(plan) };
}

/** Names the queue, or the workflow if there is only one. */
function findPacedAs(
  target: PlanTarget,
  {
    many,
    workflowId,
  }: { readonly many: PlanDraft['many'] | undefined; readonly workflowId: PlanDraft['workflowId'] },
): string | undefined {
  const { queue } = findTargetPlace(target);
  if (queue !== null) return queue;
  const workflows = new Set(many?.batches.map((batch) => batch.workflowId) ?? [workflowId]);
  const [one] = workflows;
  return workflows.size === 1 && typeof one === 'string' ? one : undefined;
}

/** Covers everything that is frozen, so that a person starts exactly the plan they saw or nothing. */
export function planHash(plan: Omit<Plan, 'hash'>): string {
  // Members without a value are left out on the way to the page and back.
  return digest(JSON.parse(JSON.stringify(plan)));
}
