import type { Pace, StopCondition } from '#shared/contract/pace.ts';
import { dropGrouping } from '#shared/domain/formatting.ts';
import { messages } from '../messages.ts';

/** The fields of the form, as they are typed. */
export interface PaceDraft {
  readonly first: string;
  readonly steps: 'usual' | 'doubling' | 'own';
  /** Sizes of one's own, such as "5, 20". */
  readonly sizes: string;
  readonly perSecond: string;
  readonly atOnce: string;
  readonly perSecondOfTenant: string;
  readonly atOnceOfTenant: string;
  readonly stopWhen: readonly StopCondition[];
  /** A condition that is being typed counts as soon as it has a name. */
  readonly adding: ConditionDraft;
  readonly beginWhen: string;
}

export interface ConditionDraft {
  readonly of: 'alarm' | 'queue';
  readonly name: string;
  readonly over: string;
}

export type PaceErrors = Partial<Readonly<Record<keyof PaceDraft | 'over', string>>>;

export const noCondition: ConditionDraft = { of: 'alarm', name: '', over: '' };

export function toDraft(pace: Pace): PaceDraft {
  const { first, steps, perSecond, atOnce, perSecondOfTenant, atOnceOfTenant, stopWhen, beginWhen } = pace;
  return {
    first: toText(first),
    steps: typeof steps === 'string' ? steps : 'own',
    sizes: typeof steps === 'string' ? '' : steps.join(', '),
    perSecond: toText(perSecond),
    atOnce: toText(atOnce),
    perSecondOfTenant: toText(perSecondOfTenant),
    atOnceOfTenant: toText(atOnceOfTenant),
    stopWhen,
    adding: noCondition,
    beginWhen: beginWhen?.alarm ?? '',
  };
}

function toText(limit: number | null): string {
  return limit === null ? '' : String(limit);
}

type Read =
  | { readonly pace: Pace; readonly errors?: never }
  | { readonly errors: PaceErrors; readonly pace?: never };

/** Reads what was typed, or says for each field what is expected. An empty field is no limit. */
export function readDraft(draft: PaceDraft): Read {
  const sizes = draft.steps === 'own' ? readSizes(draft.sizes) : [];
  const first = readWhole(draft.first, mostItems);
  const perSecond = readRate(draft.perSecond);
  const atOnce = readWhole(draft.atOnce, mostAtOnce);
  const perSecondOfTenant = readRate(draft.perSecondOfTenant);
  const atOnceOfTenant = readWhole(draft.atOnceOfTenant, mostAtOnce);
  const added = readCondition(draft.adding);
  const errors: PaceErrors = {
    ...(first === undefined && { first: messages.pace.wholeUpTo(mostItems) }),
    ...(sizes === undefined && { sizes: messages.pace.wrongSizes }),
    ...(perSecond === undefined && { perSecond: messages.pace.wrongRate }),
    ...(atOnce === undefined && { atOnce: messages.pace.wholeUpTo(mostAtOnce) }),
    ...(perSecondOfTenant === undefined && { perSecondOfTenant: messages.pace.wrongRate }),
    ...(atOnceOfTenant === undefined && { atOnceOfTenant: messages.pace.wholeUpTo(mostAtOnce) }),
    ...(added === undefined && { over: messages.pace.wrongDepth }),
    ...(draft.stopWhen.length + Number(added !== null) > mostConditions && {
      adding: messages.pace.tooMany(mostConditions),
    }),
  };
  if (
    Object.keys(errors).length > 0 ||
    first === undefined ||
    sizes === undefined ||
    perSecond === undefined ||
    atOnce === undefined ||
    perSecondOfTenant === undefined ||
    atOnceOfTenant === undefined ||
    added === undefined
  ) {
    return { errors };
  }
  const alarm = draft.beginWhen.trim();
  return {
    pace: {
      first,
      steps: draft.steps === 'own' ? sizes : draft.steps,
      perSecond,
      atOnce,
      perSecondOfTenant,
      atOnceOfTenant,
      stopWhen: [...draft.stopWhen, ...(added === null ? [] : [added])],
      beginWhen: alarm === '' ? null : { alarm },
    },
  };
}

const mostItems = 50_000;
const mostAtOnce = 10_000;
const mostConditions = 5;
const mostSteps = 20;
const mostPerSecond = 500;
const leastPerSecond = 0.01;
const mostDepth = 100_000_000;

/** Returns undefined for a text that is no such number. */
function readWhole(typed: string, most: number): number | null | undefined {
  const text = dropGrouping(typed);
  if (text === '') return null;
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined;
}

function readRate(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const rate = Number(text);
  const isRate = rate >= leastPerSecond && rate <= mostPerSecond && (rate < 1 || Number.isInteger(rate));
  return isRate ? rate : undefined;
}

function readSizes(typed: string): number[] | undefined {
  const sizes = typed
    .split(/[\s,;]+/)
    .filter((text) => text !== '')
    .map((text) => readWhole(text, mostItems) ?? Number.NaN);
  const areSizes =
    sizes.length > 0 && sizes.length <= mostSteps && sizes.every((size) => !Number.isNaN(size));
  return areSizes ? sizes : undefined;
}

/** Returns null if none was typed. */
function readCondition({ of, name, over }: ConditionDraft): StopCondition | null | undefined {
  const known = name.trim();
  if (known === '') return null;
  if (of === 'alarm') return { alarm: known };
  const text = dropGrouping(over);
  const depth = Number(text);
  if (text === '' || !Number.isInteger(depth) || depth < 0 || depth > mostDepth) return undefined;
  return { queue: known, over: depth };
}
