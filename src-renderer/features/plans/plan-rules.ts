import type { InputOf } from '#shared/contract/contract.ts';
import type { Plan, PlanItem } from '#shared/contract/plans.ts';
import { findJobKind, type JobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { isOfDownloads, isOfMessages } from '#shared/domain/job-words.ts';
import { limitToFirst, planPaceSteps } from '#shared/domain/pace-rules.ts';
import { planRampOverTenants } from '#shared/domain/many-batches.ts';
import { planRamp } from '#shared/domain/pipeline-limits.ts';
import { decimal, decimalText, plus, sumDecimals, type Decimal } from '#shared/pricing/decimal.ts';
import { findKindMessages } from './kind-messages.ts';
import { messages } from './messages.ts';

/**
 * True for a plan with many items that go in steps, each with its own verdict and receipt. Other plans have
 * one item and are described in a sentence.
 */
export function isList(kind: JobKind): boolean {
  return findJobKind(kind).isList;
}

/** These jobs only make AWS requests, which cost fractions of a cent. */
export function isCheap(kind: JobKind): boolean {
  return isOfMessages(kind) || isOfDownloads(kind);
}

/** An action that cannot be undone has a red start button. */
export function isDestructive(kind: JobKind): boolean {
  return findJobKind(kind).isDestructive;
}

/** A plan over many batches has its items in the main process, and their counts here. */
type Items = Pick<Plan, 'items' | 'many'>;
type Counted = Pick<Plan, 'items' | 'many' | 'counts' | 'pace'>;

/** Counts the items that are sent only if a reason is given. */
export function countWaitingForReason({ items, many }: Items): number {
  if (many !== undefined) return many.batches.reduce((sum, batch) => sum + batch.needsReason, 0);
  return items.filter(({ needsReason }) => needsReason).length;
}

export function countGoing(plan: Counted, reason: string): number {
  return limitToFirst(countAllThatMayGo(plan, reason), plan.pace);
}

/** Counts also what the pace leaves out. */
export function countAllThatMayGo(plan: Counted, reason: string): number {
  return plan.counts.go + (reason.trim() === '' ? 0 : countWaitingForReason(plan));
}

/** Returns the sizes of the steps, including the items that the reason admits. */
export function listRampSteps(plan: Counted, reason: string): readonly number[] {
  const all = countGoing(plan, reason);
  const { pace } = plan;
  if (pace !== undefined && pace.steps !== 'usual') return planPaceSteps(pace, all);
  if (plan.many === undefined) return planRamp(all);
  const { batches, firstTenant } = plan.many;
  const own = batches.filter(({ tenantId }) => tenantId === firstTenant);
  const withReason = reason.trim() !== '';
  const first = own.reduce((sum, { go, needsReason }) => sum + go + (withReason ? needsReason : 0), 0);
  return planRampOverTenants({ first: Math.min(first, all), all });
}

/** Names the steps of a plan over many batches; undefined if it goes in the ordinary ones. */
export function nameSecondStep({
  many,
  counts,
  pace,
}: Pick<Plan, 'many' | 'counts' | 'pace'>): string | undefined {
  if (many === undefined || many.firstTenant === null) return undefined;
  if (pace !== undefined && pace.steps !== 'usual') return undefined;
  const own = many.batches.filter(({ tenantId }) => tenantId === many.firstTenant);
  const first = own.reduce((sum, { go }) => sum + go, 0);
  return first > 1 && first < counts.go ? many.firstTenant : undefined;
}

interface PlanFigures {
  readonly go: number;
  readonly skip: number;
  readonly blocked: number;
  readonly usd: string | null;
  readonly seconds: number | null;
}

/** A reason admits more items, so the figures describe the plan as it would start now. */
export function countFigures(plan: Counted & Pick<Plan, 'estimate'>, reason: string): PlanFigures {
  const { skip, blocked } = plan.counts;
  const { usd, seconds } = plan.estimate;
  const go = countGoing(plan, reason);
  const more = go - limitToFirst(plan.counts.go, plan.pace);
  if (more === 0) return { go, skip, blocked, usd, seconds: go === 0 ? null : seconds };
  const sum = sumWithReason(plan);
  return {
    go,
    skip,
    blocked: blocked - more,
    usd: usd === null || sum === null ? null : decimalText(plus(decimal(usd), sum)),
    // These items have no common estimate.
    seconds: null,
  };
}

function sumWithReason({ items, many }: Items): Decimal | null {
  if (many !== undefined) return many.usdWithReason === null ? null : decimal(many.usdWithReason);
  const costs = items.filter(({ needsReason }) => needsReason).map((item) => item.usd);
  return costs.every((cost) => cost !== null) ? sumDecimals(costs.map(decimal)) : null;
}

/** Sorts items that need attention first. Within a verdict they keep the order of the plan. */
export function sortBlockedFirst(items: readonly PlanItem[]): readonly PlanItem[] {
  return items.toSorted((left, right) => places[left.verdict] - places[right.verdict]);
}

const places: Readonly<Record<PlanItem['verdict'], number>> = { blocked: 0, skip: 1, go: 2 };

/** "31 documents in 1 call, 15.5 RRU". */
export function describeReads({ items, many, reads }: Pick<Plan, 'items' | 'many' | 'reads'>): string {
  return messages.plan.read(grouped(many?.items ?? items.length), reads.calls, grouped(reads.rru));
}

/** Says why the button is disabled whatever is typed; null if it works. */
export function whyNotStart(
  plan: Counted & Pick<Plan, 'cannotStart'>,
  expired: boolean,
  reason: string,
): string | null {
  if (plan.cannotStart !== null) return plan.cannotStart;
  if (expired) return messages.start.expired;
  if (countGoing(plan, reason) > 0) return null;
  return countWaitingForReason(plan) > 0 ? messages.start.reasonRequired : messages.start.nothingToSend;
}

/** Returns an error if a reason is required and missing; undefined if the plan may start. */
export function findReasonError(plan: Counted & Pick<Plan, 'kind'>, reason: string): string | undefined {
  if (reason.trim() !== '') return undefined;
  const always = findKindMessages(plan.kind).reason;
  if (always !== null) return always.ask;
  return plan.counts.go === 0 && countWaitingForReason(plan) > 0 ? messages.start.reasonToSend : undefined;
}

/** Returns the input that starts exactly this plan; null while a typed value is missing or wrong. */
export function toStartInput(
  plan: Counted & Pick<Plan, 'planId' | 'kind' | 'hash' | 'typing'>,
  said: Typed & { readonly reason: string },
): InputOf<'plans.start'> | null {
  if (hasErrors(findTypedErrors(plan, said)) || countGoing(plan, said.reason) === 0) return null;
  if (findReasonError(plan, said.reason) !== undefined) return null;
  const reason = said.reason.trim();
  return {
    planId: plan.planId,
    hash: plan.hash,
    ...(plan.typing === null
      ? {}
      : { typed: { environment: said.environment.trim(), count: said.count.trim() } }),
    ...(reason === '' ? {} : { reason }),
  };
}

export interface Typed {
  readonly environment: string;
  readonly count: string;
}

interface TypedErrors {
  readonly environment?: string;
  readonly count?: string;
}

/** Returns the errors of typed values that differ from the plan; empty if nothing has to be typed. */
export function findTypedErrors(
  plan: Counted & Pick<Plan, 'typing'>,
  typed: Typed & { readonly reason: string },
): TypedErrors {
  const { typing } = plan;
  if (typing === null) return {};
  const going = countGoing(plan, typed.reason);
  const has =
    going === limitToFirst(plan.counts.go, plan.pace) ? messages.start.planHas : messages.start.withReason;
  const environment = typed.environment.trim();
  const count = typed.count.trim();
  return {
    ...(environment === typing.environment
      ? {}
      : {
          environment:
            environment === ''
              ? messages.start.typeEnvironment(typing.environment)
              : messages.start.wrongEnvironment(typing.environment),
        }),
    ...(count === String(going)
      ? {}
      : { count: messages.start.wrongCount(has, grouped(going), String(going)) }),
  };
}

function hasErrors(errors: TypedErrors): boolean {
  return errors.environment !== undefined || errors.count !== undefined;
}
