import type { Check } from '#shared/contract/session.ts';
import type { Ask, Asked } from './asking.ts';

export type Difference = Check['differences'][number];

/** A check before it is made: what it is of is known without asking anybody. */
export interface PlannedCheck extends Pick<Check, 'id' | 'area' | 'title' | 'action' | 'resource'> {
  /** Or why it is not made. */
  readonly run: ((ask: Ask) => Promise<Outcome>) | { readonly not: string };
}

/** A part of the account of which nothing is asked: no action and no resource stand for it. */
export function leftOut(part: Pick<PlannedCheck, 'id' | 'area' | 'title'>, why: string): PlannedCheck {
  return { ...part, action: null, resource: null, run: { not: why } };
}

export interface Outcome extends Pick<Check, 'state' | 'told'> {
  readonly differences?: readonly Difference[];
  /** Where AWS denied something else than was asked, as the use of a key. */
  readonly action?: string;
  /** Null where it does not say of what. */
  readonly resource?: string | null;
  /** A policy denies it: no further statement allows it. */
  readonly outright?: boolean;
}

export interface Telling {
  readonly action: string;
  /** "the table autowired-staging" */
  readonly place: string;
  readonly works: string;
  /** What of the console does not work without it, as a sentence. */
  readonly without: string;
  /** The parts that are off if this call, which the console can do without, is answered with an error. */
  readonly lack?: string;
  /** Where it is not there; left out, that it is not. */
  readonly missing?: string;
}

/** What is told of a call that was not answered as it should be. */
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
      told: `${missing ?? `${capital(place)} is not there in this region and account.`} ${without}`,
    };
  }
  if (state !== 'denied') return { state, told: `${why} Whether it works is not known.` };
  const outright =
    denial === null || denial.outright === null
      ? ''
      : ` ${denial.outright} denies it outright: no further statement allows it.`;
  const isOfKey = denial?.action?.startsWith('kms:') === true;
  const told = isOfKey
    ? `${capital(place)} is encrypted under a KMS key with which this sign-in may not do ${denial.action}${denial.resource === null ? ', and AWS does not say which' : ''}.${outright} ${without}`
    : `This sign-in may not do ${action} on ${place}.${outright} ${without}`;
  return {
    state,
    told,
    ...(isOfKey && { action: denial.action ?? action }),
    ...(isOfKey && { resource: denial.resource }),
    ...(outright !== '' && { outright: true }),
  };
}

export function outcomeOf(asked: Asked<unknown>, telling: Telling): Outcome {
  return asked.ok ? { state: 'works', told: telling.works } : notWorking(asked, telling);
}

/** `works`, or `differs` where there is something that matters. */
export function compared(works: string, differences: readonly Difference[]): Outcome {
  const mattering = differences.filter(({ matters }) => matters);
  if (differences.length === 0) return { state: 'works', told: works };
  const [first] = mattering;
  const more = mattering.length > 1 ? ` And ${mattering.length - 1} more below.` : '';
  return {
    state: first === undefined ? 'works' : 'differs',
    told: first === undefined ? works : `${capital(first.where)}: ${first.means}${more}`,
    differences,
  };
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
