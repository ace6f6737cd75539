import type { Check } from '#shared/contract/session.ts';
import { openAsking, type AskingParts } from './asking.ts';
import type { Outcome, PlannedCheck } from './planned-check.ts';

/** What AWS has denied, and whether a statement would help. */
export interface Denied {
  readonly action: string;
  readonly resource: string;
  readonly outright: boolean;
}

export interface Made {
  readonly checks: readonly Check[];
  readonly denied: readonly Denied[];
}

/** All of them at once, as far as they may be; told in the order in which they were planned. */
export async function makeChecks(planned: readonly PlannedCheck[], parts: AskingParts): Promise<Made> {
  const asking = openAsking(parts);
  const made = await Promise.all(
    planned.map(async (check) => {
      if (typeof check.run !== 'function') return { check: notMade(check, check.run.not), outcome: null };
      const { ask, ms } = asking.begin();
      const outcome = await check.run(ask);
      return { check: checkOf(check, outcome, ms()), outcome };
    }),
  );
  return {
    checks: made.map(({ check }) => check),
    denied: made.flatMap(({ check: { state, action, resource }, outcome }) =>
      state === 'denied' && action !== null && resource !== null
        ? [{ action, resource, outright: outcome?.outright === true }]
        : [],
    ),
  };
}

export function notMade(check: PlannedCheck, why: string): Check {
  return checkOf(check, { state: 'not-checked', told: why }, 0);
}

function checkOf(
  { id, area, title, ...asked }: PlannedCheck,
  { state, told, differences = [], action, resource }: Outcome,
  ms: number,
): Check {
  return {
    id,
    area,
    title,
    state,
    told,
    action: action ?? asked.action,
    resource: resource === undefined ? asked.resource : resource,
    differences: [...differences],
    ms: Math.round(ms),
  };
}
