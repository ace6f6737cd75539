import type { Plan } from '#shared/contract/jobs/plans.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { goingCount } from './going.ts';

export interface Typed {
  readonly environment: string;
  readonly count: string;
}

export interface TypedErrors {
  readonly environment?: string;
  readonly count?: string;
}

/** What does not say what the plan says; it sits under its field. Nothing where nothing has to be typed. */
export function typedErrors(
  plan: Pick<Plan, 'typing' | 'items' | 'counts'>,
  typed: Typed & { readonly reason: string },
): TypedErrors {
  const { typing } = plan;
  if (typing === null) return {};
  const going = goingCount(plan, typed.reason);
  const has = going === plan.counts.go ? 'The plan has' : 'With this reason the plan has';
  const environment = typed.environment.trim();
  const count = typed.count.trim();
  return {
    ...(environment === typing.environment
      ? {}
      : {
          environment:
            environment === ''
              ? `Type ${typing.environment}.`
              : `This is ${typing.environment}. Type ${typing.environment}.`,
        }),
    ...(count === String(going) ? {} : { count: `${has} ${grouped(going)} to go. Type ${String(going)}.` }),
  };
}

export function hasErrors(errors: TypedErrors): boolean {
  return errors.environment !== undefined || errors.count !== undefined;
}
