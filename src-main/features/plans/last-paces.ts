import type { LastPace, Pace } from '#shared/contract/pace.ts';
import type { JobKind } from '#shared/domain/job-kinds/job-kinds.ts';

/** Keeps the pace that was chosen last for each queue and workflow. */
export interface LastPaces {
  readonly find: (key: string) => Omit<LastPace, 'of'> | undefined;
  readonly keep: (key: string, pace: Pace) => void;
}

interface PacedPlan {
  readonly connectionId: string;
  readonly kind: JobKind;
  /** The queue or the workflow; undefined if the plan is about neither. */
  readonly of: string | undefined;
}

export function findLastPace(paces: LastPaces | undefined, plan: PacedPlan): LastPace | undefined {
  const { of } = plan;
  const last = of === undefined ? undefined : paces?.find(toKey(plan));
  return last === undefined || of === undefined ? undefined : { ...last, of };
}

export function keepLastPace(paces: LastPaces | undefined, plan: PacedPlan, pace: Pace | undefined): void {
  if (pace !== undefined && plan.of !== undefined) paces?.keep(toKey(plan), pace);
}

function toKey({ connectionId, kind, of }: PacedPlan): string {
  return JSON.stringify([connectionId, kind, of]);
}
