import type { Plan, PlanTarget } from '#shared/contract/jobs/plans.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import { rampOf } from '#shared/domain/ramp.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import { planDocuments } from './plan-documents.ts';
import type { PlanDraft } from './plan-draft.ts';
import { planExecution } from './plan-execution.ts';
import { planHash } from './plan-hash.ts';
import { readsSoFar } from './reads-so-far.ts';

export interface PlanParts {
  readonly doors: ConnectionDoors;
  readonly connection: Session['connection'];
  readonly who: Persona;
  readonly now: () => number;
  readonly newId: () => string;
}

const lastsMinutes = 10;

/** Reads everything again, and freezes what would be done with it (decision 004). */
export async function makePlan(target: PlanTarget, parts: PlanParts): Promise<Result<Plan>> {
  const { doors, now } = parts;
  const reads = readsSoFar();
  const { reader, executions } = doors;
  const draftParts = { reader, reads, book: priceBooks[0], now: now() };
  const drafted =
    target.kind === 'reprocess'
      ? await planDocuments(target, draftParts)
      : await planExecution(target, { ...draftParts, executions });
  const receipt = reads.receipt();
  if (!drafted.ok) return { ...drafted, ...(receipt !== undefined && { receipt }) };
  return ok(frozen(target, drafted.value, reads.sum(), parts), receipt);
}

function frozen(
  target: PlanTarget,
  { tenantId, items, estimate, checks, nothingToDo }: PlanDraft,
  reads: Plan['reads'],
  { connection, who, now, newId }: PlanParts,
): Plan {
  const madeAt = now();
  const { id, name, environment, readOnly } = connection;
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
    ramp: [...rampOf(counts.go)],
    estimate,
    checks,
    typing: environment === 'production' ? { environment, count: counts.go } : null,
    cannotStart: readOnly
      ? `${name} is open read-only: this plan can be seen and not started.`
      : isNothingToDo
        ? nothingToDo
        : null,
    reads,
  };
  return { ...plan, hash: planHash(plan) };
}
