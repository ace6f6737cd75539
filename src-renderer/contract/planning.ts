import { createContext, useContext } from 'react';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';

export interface HowToPlan {
  /** The plan proposes to begin after so many minutes. */
  readonly afterMinutes?: number;
}

/** Every screen opens the same dialog, in which a plan is shown, confirmed and followed (decision 004). */
export interface Planning {
  readonly plan: (target: PlanTarget, how?: HowToPlan) => void;
  /** Opens a job that is running or has ended. */
  readonly showJob: (jobId: string) => void;
}

export const PlanningContext = createContext<Planning | null>(null);

export function usePlanning(): Planning {
  const planning = useContext(PlanningContext);
  if (planning === null) throw new Error('There is no plan dialog above this component.');
  return planning;
}
