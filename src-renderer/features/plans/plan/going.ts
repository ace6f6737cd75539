import type { Plan, PlanItem } from '#shared/contract/jobs/plans.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { decimal, decimalText, plus, sumOf } from '#shared/pricing/decimal.ts';
import { rampOf } from '#shared/domain/ramp.ts';

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

export interface PlanFigures {
  readonly go: number;
  readonly skip: number;
  readonly blocked: number;
  readonly usd: string | null;
  readonly seconds: number | null;
}

/** With a reason more goes, and costs: the figures are of what would be started now. */
export function figuresOf(plan: Pick<Plan, 'items' | 'counts' | 'estimate'>, reason: string): PlanFigures {
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
export function readsWords({ items, reads }: Pick<Plan, 'items' | 'reads'>): string {
  const calls = reads.calls === 1 ? '1 call' : `${grouped(reads.calls)} calls`;
  return `${grouped(items.length)} read in ${calls}, ${grouped(reads.rru)} RRU`;
}
