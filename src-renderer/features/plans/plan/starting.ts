import type { InputOf } from '#shared/contract/contract.ts';
import type { Plan } from '#shared/contract/jobs/plans.ts';
import { alwaysNeedsReason } from '#shared/domain/job-place.ts';
import { goingCount, waitingForReason } from './going.ts';
import { hasErrors, typedErrors } from './typed-errors.ts';
import type { Typed } from './typed-errors.ts';

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
export function startInputOf(
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
