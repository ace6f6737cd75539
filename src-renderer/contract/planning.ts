import { createContext, useContext } from 'react';
import type { PlanTarget } from '#shared/contract/plans.ts';

/** What every screen may ask for: the one dialog in which a plan is seen, confirmed and watched (decision 004). */
export interface Planning {
  readonly plan: (target: PlanTarget) => void;
  /** Opens a job that runs, or has run. */
  readonly showJob: (jobId: string) => void;
}

export const PlanningContext = createContext<Planning | null>(null);

export function usePlanning(): Planning {
  const planning = useContext(PlanningContext);
  if (planning === null) throw new Error('There is no plan dialog above this component.');
  return planning;
}
