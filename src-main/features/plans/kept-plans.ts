import type { Plan } from '#shared/contract/jobs/plans.ts';

export interface KeptPlan {
  readonly plan: Plan;
  /** Which of the sandbox's worlds it was made in. */
  readonly sandboxResets: number;
  isStarted: boolean;
}

export interface KeptPlans {
  keep(plan: Plan, sandboxResets: number): void;
  find(planId: string): KeptPlan | undefined;
}

/** Past its end a plan is known for a while, so that who comes late hears why. */
const keptAfterwards = 3_600_000;
/** Each may have 10,000 items. */
const mostKept = 20;

/** In memory alone: a plan that nobody has started is nothing to keep. */
export function keptPlans(now: () => number): KeptPlans {
  const plans = new Map<string, KeptPlan>();
  return {
    keep(plan, sandboxResets) {
      plans.set(plan.planId, { plan, sandboxResets, isStarted: false });
      for (const [planId, { plan: old }] of plans) {
        const isLongGone = Date.parse(old.expiresAt) + keptAfterwards < now();
        if (isLongGone || plans.size > mostKept) plans.delete(planId);
      }
    },
    find: (planId) => plans.get(planId),
  };
}
