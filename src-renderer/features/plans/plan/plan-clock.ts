import type { Plan } from '#shared/contract/jobs/plans.ts';
import type { ExpiryRingProps } from '#renderer/ui/progress/expiry-ring.tsx';
import { clockWords } from '../time-words.ts';

export interface PlanClock extends ExpiryRingProps {
  readonly expired: boolean;
}

/** How long a plan may still be started: what was read for it becomes old. */
export function planClock({ madeAt, expiresAt }: Pick<Plan, 'madeAt' | 'expiresAt'>, now: number): PlanClock {
  const [from, until] = [Date.parse(madeAt), Date.parse(expiresAt)];
  const leftMs = Math.max(0, until - now);
  const left = until <= from ? 0 : leftMs / (until - from);
  return {
    left,
    words: clockWords(leftMs),
    tone: leftMs === 0 || left < 0.1 ? 'urgent' : left < 0.3 ? 'soon' : 'accent',
    expired: leftMs === 0,
  };
}
