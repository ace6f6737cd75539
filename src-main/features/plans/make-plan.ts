import type { Plan, PlanTarget } from '#shared/contract/plans.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import { planRamp } from '#shared/domain/pipeline-limits.ts';
import { maySeeAll, whyReadOnly } from '#shared/domain/permissions.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { digest } from '../../gate/idempotency.ts';
import { readsSoFar, type ReadsSoFar } from '../../reads/paid-reads.ts';
import { planDocuments, type PlanDraft } from './plan-documents.ts';
import { planDownloads } from './plan-downloads.ts';
import { planExecution } from './plan-execution.ts';
import { planMessages, type PlannedMessages } from './plan-messages.ts';

interface PlanParts {
  readonly doors: ConnectionDoors;
  readonly connection: Session['connection'];
  readonly who: Persona;
  readonly now: () => number;
  readonly newId: () => string;
  readonly messages: PlannedMessages;
}

const lastsMinutes = 10;

/** Reads everything again, and freezes what would be done with it (decision 004). */
export async function makePlan(target: PlanTarget, parts: PlanParts): Promise<Result<Plan>> {
  const reads = readsSoFar();
  const drafted = await draft(target, reads, parts);
  const receipt = reads.receipt();
  if (!drafted.ok) return { ...drafted, ...(receipt !== undefined && { receipt }) };
  return ok(frozen(target, drafted.value, reads.sum(), parts), receipt);
}

async function draft(
  target: PlanTarget,
  reads: ReadsSoFar,
  { doors, now, who, connection, messages }: PlanParts,
): Promise<Result<PlanDraft>> {
  const { reader, executions } = doors;
  const [book] = priceBooks;
  const parts = { reader, reads, book, now: now() };
  switch (target.kind) {
    case 'reprocess':
      return planDocuments(target, { ...parts, doors });
    case 'redrive-execution':
    case 'stop-execution':
      return planExecution(target, { ...parts, executions });
    case 'redrive-messages':
    case 'discard-messages':
      return whyNotMessages(who) ?? planMessages(target, { ...messages, connection, book, doors, reads });
    case 'requeue-files':
    case 'trigger-downloads':
    case 'close-downloads':
      return planDownloads(target, { ...parts, who });
    default:
      return target satisfies never;
  }
}

/** Refuses a person who does not see all tenants, because messages in a queue may belong to any tenant. */
function whyNotMessages(who: Persona): Result<never> | undefined {
  if (who.role !== 'admin') {
    const message = 'Redriving and discarding messages is for administrators. Nothing was planned.';
    return refused({ code: 'role-required', message, role: who.role, allowed: ['admin'] });
  }
  if (maySeeAll(who)) return undefined;
  const message =
    'A queue holds the messages of all tenants, and you may see only some of them. Nothing was planned.';
  return refused({ code: 'tenant-out-of-scope', message, tenantId: '*' });
}

function frozen(
  target: PlanTarget,
  { tenantId, items, estimate, checks, nothingToDo }: PlanDraft,
  reads: Plan['reads'],
  { connection, who, now, newId }: PlanParts,
): Plan {
  const madeAt = now();
  const { id, name, environment } = connection;
  const locked = whyReadOnly(connection);
  const count = (verdict: Plan['items'][number]['verdict']): number =>
    items.filter((item) => item.verdict === verdict).length;
  const counts = { go: count('go'), skip: count('skip'), blocked: count('blocked') };
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
    counts,
    ramp: [...planRamp(counts.go)],
    estimate,
    checks,
    // A discarded message is gone for everyone, wherever it was.
    typing:
      environment === 'production' || target.kind === 'discard-messages'
        ? { environment, count: counts.go }
        : null,
    cannotStart:
      locked === null
        ? isNothingToDo
          ? nothingToDo
          : null
        : `${locked} This plan can be seen and not started.`,
    reads,
  };
  return { ...plan, hash: planHash(plan) };
}

/** Covers everything that is frozen, so that a person starts exactly the plan they saw or nothing. */
export function planHash(plan: Omit<Plan, 'hash'>): string {
  // Members without a value are left out on the way to the page and back.
  return digest(JSON.parse(JSON.stringify(plan)));
}
