import type { InputOf } from '#shared/contract/contract.ts';
import type { JobKind, Plan, PlanItem } from '#shared/contract/plans.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { alwaysNeedsReason, isOfDownloads, isOfMessages } from '#shared/domain/job-words.ts';
import { rampOf } from '#shared/domain/pipeline-limits.ts';
import { decimal, decimalText, plus, sumOf } from '#shared/pricing/decimal.ts';

/** Many items that go in steps, each with its own verdict and receipt; of others there is one, told in words. */
export function isList(kind: JobKind): boolean {
  return kind === 'reprocess' || kind === 'requeue-files' || isOfMessages(kind);
}

/** Requests to AWS and nothing else: fractions of a cent. */
export function costsLittle(kind: JobKind): boolean {
  return isOfMessages(kind) || isOfDownloads(kind);
}

/** What cannot be undone is started by a red button. */
export function takesAway(kind: JobKind): boolean {
  return kind === 'stop-execution' || kind === 'discard-messages' || kind === 'close-downloads';
}

/** Those that go as soon as somebody says why they should. */
export function waitingForReason({ items }: Pick<Plan, 'items'>): number {
  return items.filter(({ needsReason }) => needsReason).length;
}

export function goingCount(plan: Pick<Plan, 'items' | 'counts'>, reason: string): number {
  return plan.counts.go + (reason.trim() === '' ? 0 : waitingForReason(plan));
}

/** The steps in which they go, those with them that a reason lets in. */
export function rampFor(plan: Pick<Plan, 'items' | 'counts'>, reason: string): readonly number[] {
  return rampOf(goingCount(plan, reason));
}

interface PlanFigures {
  readonly go: number;
  readonly skip: number;
  readonly blocked: number;
  readonly usd: string | null;
  readonly seconds: number | null;
}

/** With a reason more goes, and costs: the figures are of what would be started now. */
export function countFigures(plan: Pick<Plan, 'items' | 'counts' | 'estimate'>, reason: string): PlanFigures {
  const { skip, blocked } = plan.counts;
  const { usd, seconds } = plan.estimate;
  const go = goingCount(plan, reason);
  const more = go - plan.counts.go;
  if (more === 0) return { go, skip, blocked, usd, seconds: go === 0 ? null : seconds };
  const costs = plan.items.filter(({ needsReason }) => needsReason).map((item) => item.usd);
  const sum = costs.every((cost) => cost !== null) ? sumOf(costs.map(decimal)) : null;
  return {
    go,
    skip,
    blocked: blocked - more,
    usd: usd === null || sum === null ? null : decimalText(plus(decimal(usd), sum)),
    // Nobody has estimated these together.
    seconds: null,
  };
}

/** What needs somebody's eye first; each verdict in the plan's own order. */
export function blockedFirst(items: readonly PlanItem[]): readonly PlanItem[] {
  return items.toSorted((left, right) => places[left.verdict] - places[right.verdict]);
}

const places: Readonly<Record<PlanItem['verdict'], number>> = { blocked: 0, skip: 1, go: 2 };

/** "31 documents in 1 call, 15.5 RRU". */
export function describeReads({ items, reads }: Pick<Plan, 'items' | 'reads'>): string {
  const calls = reads.calls === 1 ? '1 call' : `${grouped(reads.calls)} calls`;
  return `${grouped(items.length)} read in ${calls}, ${grouped(reads.rru)} RRU`;
}

/** Why the button does nothing whatever is typed; null where it works. */
export function whyNotStart(
  plan: Pick<Plan, 'cannotStart' | 'items' | 'counts'>,
  expired: boolean,
  reason: string,
): string | null {
  if (plan.cannotStart !== null) return plan.cannotStart;
  if (expired) return 'The plan has expired. Rehearse again.';
  if (goingCount(plan, reason) > 0) return null;
  return waitingForReason(plan) > 0 ? 'They go only with a reason.' : 'Nothing is to go.';
}

/** Where nothing goes without a reason, and there is none; undefined where it may start. */
export function reasonError(
  plan: Pick<Plan, 'kind' | 'items' | 'counts'>,
  reason: string,
): string | undefined {
  if (reason.trim() !== '') return undefined;
  if (alwaysNeedsReason(plan.kind)) return reasonsAsked[plan.kind] ?? 'Give a reason.';
  return plan.counts.go === 0 && waitingForReason(plan) > 0
    ? 'Say why they should go all the same.'
    : undefined;
}

const reasonsAsked: Readonly<Partial<Record<Plan['kind'], string>>> = {
  // What is discarded is gone for everybody.
  'discard-messages': 'Say why nobody needs them.',
  'trigger-downloads': 'Say why the day is run again.',
  'close-downloads': 'Say why the batch is closed.',
};

/** What starts exactly this plan; null while something that has to be typed is not, or is something else. */
export function toStartInput(
  plan: Pick<Plan, 'planId' | 'kind' | 'hash' | 'typing' | 'items' | 'counts'>,
  said: Typed & { readonly reason: string },
): InputOf<'plans.start'> | null {
  if (hasErrors(typedErrors(plan, said)) || goingCount(plan, said.reason) === 0) return null;
  if (reasonError(plan, said.reason) !== undefined) return null;
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

/** What does not say what the plan says; it sits under its field. Nothing where nothing has to be typed. */
export function typedErrors(
  plan: Pick<Plan, 'typing' | 'items' | 'counts'>,
  typed: Typed & { readonly reason: string },
): TypedErrors {
  const { typing } = plan;
  if (typing === null) return {};
  const going = goingCount(plan, typed.reason);
  const has = going === plan.counts.go ? 'The plan has' : 'With this reason the plan has';
  const environment = typed.environment.trim();
  const count = typed.count.trim();
  return {
    ...(environment === typing.environment
      ? {}
      : {
          environment:
            environment === ''
              ? `Type ${typing.environment}.`
              : `This is ${typing.environment}. Type ${typing.environment}.`,
        }),
    ...(count === String(going) ? {} : { count: `${has} ${grouped(going)} to go. Type ${String(going)}.` }),
  };
}

function hasErrors(errors: TypedErrors): boolean {
  return errors.environment !== undefined || errors.count !== undefined;
}
