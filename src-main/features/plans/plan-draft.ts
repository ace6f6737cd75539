import type { Estimate, Plan, PlanItem } from '#shared/contract/jobs/plans.ts';

/** What of a plan depends on its kind; the rest is the same for all. */
export interface PlanDraft {
  /** Null where they are anybody's. */
  readonly tenantId: string | null;
  readonly items: PlanItem[];
  readonly estimate: Estimate;
  readonly checks: Plan['checks'];
  /** What to say where nothing can go. */
  readonly nothingToDo: string;
}
