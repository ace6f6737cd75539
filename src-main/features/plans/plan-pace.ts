import type { Pace } from '#shared/contract/pace.ts';
import type { Estimate, Plan } from '#shared/contract/plans.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { counted, grouped, listed } from '#shared/domain/formatting.ts';
import { findJobKind, type JobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import { parseItemId } from '#shared/domain/many-batches.ts';
import {
  describeCondition,
  isSamePace,
  leaveOutAfterFirst,
  limitToFirst,
  listLoosened,
  planSends,
  usualPace,
  type PacePart,
} from '#shared/domain/pace-rules.ts';
import { whyNotChooseConditions, type Scope } from '#shared/permissions.ts';
import { decimal, decimalText, sumDecimals } from '#shared/pricing/decimal.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { Handlers } from '../../gate/gate.ts';
import { planSteps } from '../../jobs/job-record.ts';
import { findSecondsEach, type PaceNow } from '../../jobs/pace-view.ts';
import { mostInCall } from '../../jobs/pace.ts';
import { planHash } from './make-plan.ts';

/** Gives a frozen plan another pace. Its items stay; what the pace limits is in the new hash. */
export function withPace(made: Plan, pace: Pace): Result<Plan> {
  const whyNot = whyNotPace(made, pace);
  if (whyNot !== null) return refusePace(`${whyNot} The plan was not changed.`);
  const all = made.items.filter(({ verdict }) => verdict === 'go');
  const going = all.slice(0, limitToFirst(all.length, pace));
  const ramp = planSteps({ ...made, pace }, going);
  const { hash: _hash, ...rest } = made;
  const plan = {
    ...rest,
    pace,
    ramp,
    estimate: estimateWithPace(made, { pace, ramp, going, of: all.length }),
    typing: made.typing && { ...made.typing, count: going.length, ...countGoingTenants(made, going) },
  };
  return ok({ ...plan, hash: planHash(plan) });
}

function whyNotPace({ kind, many }: Pick<Plan, 'kind' | 'many'>, pace: Pace): string | null {
  const { stopWhen, beginWhen } = pace;
  if (!findJobKind(kind).isList && !isSamePace(pace, { ...usualPace, stopWhen, beginWhen })) {
    return 'This plan has a single item, so only the conditions can be chosen.';
  }
  if (many === undefined && (pace.perSecondOfTenant ?? pace.atOnceOfTenant) !== null) {
    return 'A limit for each tenant applies only to a plan over many batches.';
  }
  return null;
}

/** A condition that was there before stays; only those that are added are looked at. */
export function whyNotConditions(
  pace: Pace,
  { before, who }: { readonly before: Pace; readonly who: Scope | null },
): Result<never> | undefined {
  const known = new Set(listConditions(before));
  const whyNot = whyNotChooseConditions(who);
  if (whyNot === undefined || listConditions(pace).every((one) => known.has(one))) return undefined;
  return refusePace(`${whyNot} Nothing was changed.`);
}

function listConditions({ stopWhen, beginWhen }: Pace): readonly string[] {
  return [...stopWhen.map(describeCondition), ...(beginWhen === null ? [] : [`quiet ${beginWhen.alarm}`])];
}

function refusePace(message: string): Result<never> {
  return refused({ code: 'plan-refused', why: 'pace', message });
}

function countGoingTenants(
  { many }: Plan,
  going: readonly Plan['items'][number][],
): { readonly tenants?: number } {
  if (many === undefined) return {};
  return { tenants: new Set(going.map(({ id }) => many.batches[parseItemId(id).place - 1]?.tenantId)).size };
}

interface Going {
  readonly pace: Pace;
  readonly ramp: readonly number[];
  readonly going: Plan['items'];
  /** All that would go without a limit. */
  readonly of: number;
}

function estimateWithPace({ estimate, kind }: Plan, { pace, ramp, going, of }: Going): Estimate {
  const { stopWhen, beginWhen } = pace;
  const isUsual = isSamePace(pace, { ...usualPace, stopWhen, beginWhen });
  if (isUsual) return estimate;
  const secondsEach = estimate.seconds === null ? null : findSecondsEach(kind);
  const sends = planSends({ steps: ramp, pace, mostInCall, secondsEach });
  const seconds = sends === null ? null : Math.ceil(sends.seconds);
  if (going.length === of) return { ...estimate, seconds };
  const costs = going.flatMap(({ usd }) => (usd === null ? [] : [decimal(usd)]));
  if (costs.length < going.length) {
    return {
      ...estimate,
      seconds,
      basis: `cost of all ${grouped(of)}; the first ${grouped(going.length)} cost less`,
    };
  }
  const basis = `${estimate.basis}; summed over the first ${counted(going.length, 'item')}`;
  return { ...estimate, usd: decimalText(sumDecimals(costs)), lines: [], seconds, basis };
}

/** The items of many batches stay in main. The batches count only what goes at this pace. */
export function toPage(plan: Plan): Plan {
  const { many, items, pace = usualPace } = plan;
  if (many === undefined || pace.first === null) return many === undefined ? plan : { ...plan, items: [] };
  const going = new Map<number, number>();
  for (const { id, verdict } of leaveOutAfterFirst(items, pace, false)) {
    if (verdict === 'go') going.set(parseItemId(id).place, (going.get(parseItemId(id).place) ?? 0) + 1);
  }
  const batches = many.batches.map((batch, at) => {
    const go = going.get(at + 1) ?? 0;
    return { ...batch, go, skip: batch.skip + batch.go - go };
  });
  return { ...plan, many: { ...many, batches }, items: [] };
}

const partNames: Readonly<Record<PacePart, string>> = {
  first: 'the number of items',
  steps: 'the steps',
  perSecond: 'the rate',
  atOnce: 'the number at once',
  perSecondOfTenant: 'the rate of a tenant',
  atOnceOfTenant: 'the number at once of a tenant',
  stopWhen: 'the conditions to stop',
  beginWhen: 'the condition to begin',
};

interface PaceChange {
  readonly pace: Pace;
  readonly kind: JobKind;
  readonly typed: Parameters<Handlers['jobs.setPace']>[0]['typed'];
  /** Whether this person started the job, in whose name it makes its calls. */
  readonly isStarter: boolean;
  /** Refuses whoever may not start a job of this kind now, though they may have started this one. */
  readonly whyNotStart?: Result<never> | undefined;
  readonly whyReadOnly: string | null;
}

/**
 * Refuses a change of the pace of a job that a person may not make. Slower is always possible. Whatever limits less than
 * the plan did needs the same confirmation as its start.
 */
export function whyNotSetPace(now: PaceNow, change: PaceChange): Result<never> | undefined {
  const { pace, typed, isStarter, whyNotStart, whyReadOnly } = change;
  const whyNot = whyNotPace({ kind: change.kind, many: now.many }, pace);
  if (whyNot !== null) return refusePace(`${whyNot} Nothing was changed.`);
  const loosened = listLoosened(pace, { now: now.pace, confirmed: now.confirmed, left: now.waiting });
  if (loosened.length === 0) return undefined;
  const parts = listed(loosened.map((part) => partNames[part]));
  if (loosened.includes('first')) {
    return refusePace(
      'A job never sends more than its plan has. Make a new plan for the rest. Nothing was changed.',
    );
  }
  if (whyReadOnly !== null)
    return refusePace(`${whyReadOnly} A job can only be slowed down. Nothing was changed.`);
  if (!isStarter) {
    return refusePace(
      `Only the person who started the job can loosen ${parts}, because it acts in their name. Nothing was changed.`,
    );
  }
  if (whyNotStart !== undefined) return whyNotStart;
  if (now.typing === null) return undefined;
  const { environment } = now.typing;
  if (typed?.environment.trim() === environment && typed.count.trim() === String(now.total)) return undefined;
  return refused({
    code: 'plan-refused',
    why: 'typed-wrong',
    message: `This loosens ${parts} beyond what was confirmed at the start. Type ${environment} and ${now.total}. Nothing was changed.`,
  });
}

/** Lists what a condition may name. A failure to list alarms is told beside the queues. */
export function listPaceChoices(
  doors: () => Pick<ConnectionDoors, 'alarms' | 'queues'>,
): Handlers['plans.paceChoices'] {
  return async () => {
    const { alarms, queues } = doors();
    const [alarmsRead, queuesRead] = await Promise.all([alarms.list(), queues.configured()]);
    const names = queuesRead.ok ? queuesRead.value.flatMap(({ name, source }) => [name, source]) : [];
    return ok(
      {
        alarms: alarmsRead.ok ? alarmsRead.value.alarms.map(({ name, state }) => ({ name, state })) : [],
        queues: [...new Set(names)].toSorted(),
        alarmsUnread: alarmsRead.ok ? null : alarmsRead.failure.message,
      },
      alarmsRead.receipt,
    );
  };
}
