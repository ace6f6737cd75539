import type { ItemState } from '#shared/contract/jobs/jobs.ts';
import type { Plan, PlanItem } from '#shared/contract/jobs/plans.ts';
import type { DocumentStatus } from '#shared/domain/document-status.ts';
import type { Stage } from '#shared/contract/triage/words.ts';
import { itemStates } from '#shared/contract/jobs/jobs.ts';
import { lacksConfirmation, type Ended } from '#shared/domain/job-brake.ts';
import { rampOf } from '#shared/domain/ramp.ts';
import type { PlanLine } from './journal-events.ts';

export interface ItemRecord {
  /** Its place in the plan, from 1. */
  readonly number: number;
  readonly id: string;
  readonly name: string | null;
  /** From 1. */
  readonly step: number;
  readonly state: ItemState;
  readonly call: number | null;
  readonly status: DocumentStatus | null;
  readonly stage: Stage | null;
  readonly run: number | null;
  readonly downloadBatchId: string | null;
  readonly sentAt: string | null;
  readonly endedAt: string | null;
  readonly usd: string | null;
  readonly note: string | null;
}

export interface CallRecord {
  readonly number: number;
  readonly step: number;
  readonly key: string;
  readonly ids: readonly string[];
  /** Those of which is not known what came of them. */
  readonly open: readonly string[];
  readonly intendedAt: string;
  readonly sentAt: string | null;
  readonly run: number | null;
  /** `open`: on disk, and not known to be answered for each of its items. */
  readonly state: 'open' | 'sent' | 'nothing-done' | 'uncertain';
}

/** All that a journal says of its job, and nothing else: who reads it again knows as much as who wrote it. */
export interface JobRecord {
  readonly plan: Plan;
  readonly by: string;
  readonly reason: string | null;
  readonly startedAt: string;
  readonly steps: readonly number[];
  /** Those that go, in the plan's order. */
  readonly items: Map<string, ItemRecord>;
  /** Ids in the order in which they last changed. */
  readonly touched: Set<string>;
  readonly counts: Record<ItemState, number>;
  readonly calls: CallRecord[];
  /** Since a person last resumed it. */
  ended: Ended[];
  /** How many have reached a good end since then. */
  proven: number;
  /** A person resumed it knowing that the pipeline confirms nothing: the rest goes at once. */
  withoutConfirmation: boolean;
  phase: 'running' | 'braked' | 'stopped' | 'done';
  because: string | null;
  lastAt: string;
  /** No line follows. */
  endedAt: string | null;
}

export function newRecord({ at, by, reason, plan }: PlanLine): JobRecord {
  const going = goingOf(plan, reason);
  const steps = rampOf(going.length);
  const items = going.map(({ item, number }, index) => waiting(item, number, stepOf(index, steps)));
  return {
    plan,
    by,
    reason,
    startedAt: at,
    steps,
    items: new Map(items.map((item) => [item.id, item])),
    touched: new Set(),
    counts: { ...noCounts(), waiting: items.length },
    calls: [],
    ended: [],
    proven: 0,
    withoutConfirmation: false,
    phase: 'running',
    because: null,
    lastAt: at,
    endedAt: null,
  };
}

/** With a reason those go, too, that waited for one. */
export function goingOf(
  plan: Plan,
  reason: string | null,
): { readonly item: PlanItem; readonly number: number }[] {
  return plan.items
    .map((item, index) => ({ item, number: index + 1 }))
    .filter(({ item }) => item.verdict === 'go' || (item.needsReason && reason !== null));
}

/**
 * `lacking`: it braked since nothing confirmed what was sent first, so that resuming sends the rest without; `waived`: a
 * person has resumed it so.
 */
export function confirmationOf({
  phase,
  ended,
  withoutConfirmation,
}: Pick<JobRecord, 'phase' | 'ended' | 'withoutConfirmation'>): 'lacking' | 'waived' | undefined {
  if (withoutConfirmation) return 'waived';
  return phase === 'braked' && lacksConfirmation(ended) ? 'lacking' : undefined;
}

export function noCounts(): Record<ItemState, number> {
  return Object.fromEntries(itemStates.map((state) => [state, 0])) as Record<ItemState, number>;
}

function waiting({ id, name }: PlanItem, number: number, step: number): ItemRecord {
  return { number, id, name, step, state: 'waiting', ...nothingYet };
}

/** Of an item that waits. */
export const nothingYet = {
  call: null,
  status: null,
  stage: null,
  run: null,
  downloadBatchId: null,
  sentAt: null,
  endedAt: null,
  usd: null,
  note: null,
} as const;

function stepOf(index: number, steps: readonly number[]): number {
  let end = 0;
  const at = steps.findIndex((size) => index < (end += size));
  return at + 1;
}
