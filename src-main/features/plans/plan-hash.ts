import type { Plan } from '#shared/contract/jobs/plans.ts';
import { digest } from '../../contract/idempotency.ts';

/** Over everything that is frozen: whoever starts a plan starts what was seen, or nothing. */
export function planHash(plan: Omit<Plan, 'hash'>): string {
  // What has no value is left out on its way to the page and back.
  return digest(JSON.parse(JSON.stringify(plan)));
}
