import { consoleNeeds, type NeededOn } from '#shared/catalogue/iam/console-needs.ts';
import type { Role } from '#shared/contract/define.ts';
import type { Check } from '#shared/contract/session.ts';
import { capitalize } from '#shared/domain/formatting.ts';
import { openAsking, type Ask, type Asked, type AskingParts } from './asking.ts';

export type Difference = Check['differences'][number];

/** This is a check before it is made; its subject is known without any call. */
export interface PlannedCheck extends Pick<Check, 'id' | 'area' | 'title' | 'action' | 'resource'> {
  /** Runs the check, or gives the reason why it is not made. */
  readonly run: ((ask: Ask) => Promise<Outcome>) | { readonly not: string };
}

/** Describes a part of the account that is not checked, so it has no action and no resource. */
export function leftOut(part: Pick<PlannedCheck, 'id' | 'area' | 'title'>, why: string): PlannedCheck {
  return { ...part, action: null, resource: null, run: { not: why } };
}

export interface Outcome extends Pick<Check, 'state' | 'told'> {
  readonly differences?: readonly Difference[];
  /** This is the action that AWS denied, if it differs from the one called, such as the use of a key. */
  readonly action?: string;
  /** This is the denied resource; it is null when AWS does not name it. */
  readonly resource?: string | null;
  /** It is true when a policy denies it explicitly, so no further statement allows it. */
  readonly outright?: boolean;
}

export interface Telling {
  readonly action: string;
  /** This is the place in words, such as "the table autowired-staging". */
  readonly place: string;
  readonly works: string;
  /** This is the consequence for the console without it, as a sentence. */
  readonly without: string;
  /** These are the parts that are off when this call, which the console can do without, fails. */
  readonly lack?: string;
  /** This is the message when the place does not exist; without it a general one is used. */
  readonly missing?: string;
}

/** Describes a call that failed. */
export function notWorking(
  asked: Extract<Asked<unknown>, { ok: false }>,
  { action, place, without, missing, lack }: Telling,
): Outcome {
  const { state, why, denial, isAnswered } = asked.refusal;
  if (state === 'failed' && isAnswered && lack !== undefined) {
    return { state: 'lacking', told: `Lacks ${action.slice(action.indexOf(':') + 1)}: ${why} ${lack}` };
  }
  if (state === 'missing') {
    return {
      state,
      told: `${missing ?? `${capitalize(place)} does not exist in this region and account.`} ${without}`,
    };
  }
  if (state !== 'denied') return { state, told: `${why} Could not check whether it works.` };
  const outright =
    denial === null || denial.outright === null
      ? ''
      : ` ${denial.outright} denies it explicitly, so no added statement can allow it.`;
  const isOfKey = denial?.action?.startsWith('kms:') === true;
  const told = isOfKey
    ? `${capitalize(place)} is encrypted with a KMS key on which this sign-in may not do ${denial.action}${denial.resource === null ? ', and AWS does not say which' : ''}.${outright} ${without}`
    : `This sign-in may not do ${action} on ${place}.${outright} ${without}`;
  return {
    state,
    told,
    ...(isOfKey && { action: denial.action ?? action }),
    ...(isOfKey && { resource: denial.resource }),
    ...(outright !== '' && { outright: true }),
  };
}

export function toOutcome(asked: Asked<unknown>, telling: Telling): Outcome {
  return asked.ok ? { state: 'works', told: telling.works } : notWorking(asked, telling);
}

/** Returns `works`, or `differs` when a difference matters. */
export function compared(works: string, differences: readonly Difference[]): Outcome {
  const mattering = differences.filter(({ matters }) => matters);
  if (differences.length === 0) return { state: 'works', told: works };
  const [first] = mattering;
  const more = mattering.length > 1 ? ` And ${mattering.length - 1} more below.` : '';
  return {
    state: first === undefined ? 'works' : 'differs',
    told: first === undefined ? works : `${capitalize(first.where)}: ${first.means}${more}`,
    differences,
  };
}

/** This is an action that AWS denied, and whether a further statement would help. */
export interface Denied {
  readonly action: string;
  readonly resource: string;
  readonly outright: boolean;
}

export interface Made {
  readonly checks: readonly Check[];
  readonly denied: readonly Denied[];
}

/** Makes all checks at once, within the limits, and returns them in the planned order. */
export async function makeChecks(planned: readonly PlannedCheck[], parts: AskingParts): Promise<Made> {
  const asking = openAsking(parts);
  const made = await Promise.all(
    planned.map(async (check) => {
      if (typeof check.run !== 'function') return { check: notMade(check, check.run.not), outcome: null };
      const { ask, ms } = asking.begin();
      const outcome = await check.run(ask);
      return { check: toPlannedCheck(check, outcome, ms()), outcome };
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
  return toPlannedCheck(check, { state: 'not-checked', told: why }, 0);
}

function toPlannedCheck(
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

interface Named {
  readonly name: string;
  readonly arn: string;
}

/** Actions that change something are not tried, because trying them would carry them out. */
export function listUntriedChecks(on: NeededOn, { name, arn }: Named, role: Role): readonly PlannedCheck[] {
  return consoleNeeds
    .filter((need) => need.acts && need.on === on && need.roles.includes(role))
    .map(({ sid, actions }) => ({
      id: `${getArea(on)}:${name}:${sid}`,
      area: getArea(on),
      title: `${titles.get(sid) ?? sid} ${name}`,
      action: actions.join(', '),
      resource: arn,
      run: { not: `${reasons.get(sid) ?? ''} The policy for the role ${role} allows it.`.trim() },
    }));
}

function getArea(on: NeededOn): 'queues' | 'workflows' {
  return on === 'runs' ? 'workflows' : 'queues';
}

const titles: ReadonlyMap<string, string> = new Map([
  ['SampleDeadLetters', 'Sampling'],
  ['ChangeDeadLetters', 'Redriving and discarding from'],
  ['RedriveToSources', 'Sending back to'],
  ['ChangeRuns', 'Redriving and stopping runs of'],
]);

const reasons: ReadonlyMap<string, string> = new Map([
  ['SampleDeadLetters', 'Not tried: a receive counts against each message and hides it for a while.'],
  ['ChangeDeadLetters', 'Not tried: it would move or delete messages.'],
  ['RedriveToSources', 'Not tried: a sent message gets processed.'],
  ['ChangeRuns', 'Not tried: it would redrive or stop an execution.'],
]);
