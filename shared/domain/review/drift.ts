import type { RuleName, RuleWeight } from '#shared/contract/review-rules.ts';
import {
  findFirstDays,
  sumSeconds,
  type CorrectionSeries,
  type CountedDay,
  type CountedReader,
  type DayOfSeries,
} from './correction-counts.ts';
import { ruleNames } from './rule-names.ts';

/**
 * Corrections have changed when Fisher's exact test, one-sided, finds that documents were corrected more often since some
 * day than in the four weeks before it. Each of the last 14 days is tried as that day. `level` is shared by all series of
 * a workflow (Bonferroni), and pays for trying so many days; docs/reliability.md has the false alarms that it leaves.
 */
export const driftRule = {
  /** The days before the first changed one that it is compared with. */
  usualDays: 28,
  /** A change is found for so long after it began. Later it has become usual. */
  recentDays: 14,
  /** The documents that both sides need. */
  leastDocuments: 10,
  /** The corrections since the change that it takes at least. */
  leastCorrected: 5,
  /** The days since the change on which the share is higher. */
  leastDays: 2,
  /** The share of corrected documents has to be this many times what was usual. */
  times: 1.5,
  level: 0.0003,
} as const;

/** So many days of counts are read: a change that began 14 days ago is compared with the 28 days before it. */
export const countedDays = driftRule.usualDays + driftRule.recentDays;

export interface ReadAndCorrected {
  readonly read: number;
  readonly corrected: number;
}

export interface Drift extends Pick<CorrectionSeries, 'kind' | 'name'> {
  /** The day on which it began, by UTC. */
  readonly beganOn: string;
  readonly usual: ReadAndCorrected;
  /** Since that day. */
  readonly recent: ReadAndCorrected;
  /** How probable so many corrections are if nothing has changed. */
  readonly p: number;
}

/** Returns the series of a workflow whose corrections have changed, those that say most first, and of these the clearest. */
export function findDrifts(series: readonly CorrectionSeries[], today: string): Drift[] {
  // Counted by their documents alone: a series that is left out for its few corrections was tested all the same.
  const tested = series.filter(({ days }) => sum(days).read >= 2 * driftRule.leastDocuments);
  const level = driftRule.level / Math.max(1, tested.length);
  return tested
    .flatMap(({ kind, name, days }) => {
      const change = findChange(days, today);
      return change !== undefined && change.p <= level ? [{ kind, name, ...change }] : [];
    })
    .toSorted((a, b) => ranks[a.kind] - ranks[b.kind] || a.p - b.p || (a.name < b.name ? -1 : 1));
}

/** A field or a supplier says more than the reader and the documents that change with it. */
const ranks = { field: 0, supplier: 0, reader: 1, all: 2 } as const;

/** Tries each of the last days as the one on which the change began, and returns the one that explains most. */
export function findChange(
  days: readonly DayOfSeries[],
  today: string,
): Omit<Drift, 'kind' | 'name'> | undefined {
  const until = days.filter(({ day }) => day <= today);
  const first = addDays(today, 1 - driftRule.recentDays);
  let best: Omit<Drift, 'kind' | 'name'> | undefined;
  for (const { day: beganOn } of until) {
    if (beganOn < first) continue;
    const from = addDays(beganOn, -driftRule.usualDays);
    const usual = sum(until.filter(({ day }) => day >= from && day < beganOn));
    const recent = sum(until.filter(({ day }) => day >= beganOn));
    if (!isEnough(usual, recent) || !isLasting(until, beganOn, usual)) continue;
    const spread = estimateSpread(until.filter(({ day }) => day >= from && day < beganOn));
    const p = fisherGreater(shrink(recent, spread, Math.floor), shrink(usual, spread, Math.ceil));
    if (best === undefined || p < best.p) best = { beganOn, usual, recent, p };
  }
  return best;
}

function isEnough(usual: ReadAndCorrected, recent: ReadAndCorrected): boolean {
  const { leastDocuments, leastCorrected, times } = driftRule;
  return (
    usual.read >= leastDocuments &&
    recent.read >= leastDocuments &&
    recent.corrected >= leastCorrected &&
    recent.corrected * usual.read >= times * usual.corrected * recent.read
  );
}

/** One bad day may be one bad batch, so the share has to be higher on two days. */
function isLasting(days: readonly DayOfSeries[], beganOn: string, usual: ReadAndCorrected): boolean {
  const higher = days.filter(
    ({ day, read, corrected }) =>
      day >= beganOn && corrected > 0 && corrected * usual.read >= driftRule.times * usual.corrected * read,
  );
  return higher.length >= driftRule.leastDays;
}

/**
 * Estimates how much more the days differ than chance alone would have it: documents of one batch resemble each other, and
 * come on one day. This is Pearson's statistic by its degrees of freedom, and never less than 1.
 */
export function estimateSpread(days: readonly DayOfSeries[]): number {
  const share = shareCorrected(sum(days));
  const own = days.filter(({ read }) => read > 0);
  if (own.length < leastDaysForSpread || share === 0 || share === 1) return 1;
  const squares = own.map(
    ({ read, corrected }) => (corrected - read * share) ** 2 / (read * share * (1 - share)),
  );
  return Math.max(1, squares.reduce((all, square) => all + square, 0) / (own.length - 1));
}

const leastDaysForSpread = 7;

/** Counts documents that resemble each other as fewer ones (Rao and Scott), rounded to the careful side. */
function shrink(
  { read, corrected }: ReadAndCorrected,
  spread: number,
  roundCorrected: (count: number) => number,
): ReadAndCorrected {
  const documents = Math.max(1, Math.round(read / spread));
  return { read: documents, corrected: Math.min(documents, roundCorrected(corrected / spread)) };
}

/**
 * Fisher's exact test, one-sided: returns the probability that the recent documents have at least so many of all
 * corrections, where all documents are equally likely to be corrected.
 */
export function fisherGreater(recent: ReadAndCorrected, usual: ReadAndCorrected): number {
  const all = recent.read + usual.read;
  const corrected = recent.corrected + usual.corrected;
  const most = Math.min(corrected, recent.read);
  const whole = logChoose(all, recent.read);
  let p = 0;
  for (let count = recent.corrected; count <= most; count += 1) {
    p += Math.exp(logChoose(corrected, count) + logChoose(all - corrected, recent.read - count) - whole);
  }
  return Math.min(1, p);
}

function logChoose(of: number, taken: number): number {
  if (taken < 0 || taken > of) return Number.NEGATIVE_INFINITY;
  return logFactorial(of) - logFactorial(taken) - logFactorial(of - taken);
}

const logFactorials: number[] = [0];

function logFactorial(of: number): number {
  for (let next = logFactorials.length; next <= of; next += 1) {
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  }
  return logFactorials[of] ?? 0;
}

function sum(days: readonly DayOfSeries[]): ReadAndCorrected {
  return days.reduce(
    (all, { read, corrected }) => ({ read: all.read + read, corrected: all.corrected + corrected }),
    { read: 0, corrected: 0 },
  );
}

/** Returns the day so many days later, by UTC. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

const dayMs = 86_400_000;

export function shareCorrected({ read, corrected }: ReadAndCorrected): number {
  return read === 0 ? 0 : corrected / read;
}

/** Something that was different on the day on which corrections changed, or on the day before. */
export interface ChangeAround {
  readonly what: 'model' | 'version';
  readonly name: string;
  readonly day: string;
}

/** Returns the models and versions that were first seen around a day. The first counted day says nothing of this. */
export function findChangesAround(days: readonly CountedDay[], beganOn: string): ChangeAround[] {
  const [firstCounted] = days.map(({ day }) => day).toSorted();
  return (['version', 'model'] as const).flatMap((what) =>
    [...findFirstDays(days, what)].flatMap(([name, day]) =>
      day !== firstCounted && isAround(day, beganOn) ? [{ what, name, day }] : [],
    ),
  );
}

/** A change at noon may show in the corrections of that day, or only in those of the next. */
export function isAround(day: string, beganOn: string): boolean {
  return day === beganOn || day === addDays(beganOn, -1);
}

/** A reviewer needs about so long for a correction where too few were timed. */
export const assumedCorrectionSeconds = 30;
/** A mean of fewer documents is not used. */
const leastTimed = 10;

export interface DriftCost {
  /** The corrected documents beyond what was usual. */
  readonly extra: number;
  readonly seconds: number;
  /** `timed`: from how much longer reviewers took for a corrected document than for another one. */
  readonly from: 'timed' | 'assumed';
  readonly secondsEach: number;
  /** The timed corrected documents. */
  readonly n: number;
}

/** Computes what the corrections beyond the usual ones cost reviewers since the change began. */
export function computeDriftCost(
  { usual, recent, beganOn }: Pick<Drift, 'usual' | 'recent' | 'beganOn'>,
  days: readonly CountedDay[],
): DriftCost {
  const extra = Math.max(0, recent.corrected - recent.read * shareCorrected(usual));
  const { corrected, unchanged } = sumSeconds(days.filter(({ day }) => day >= beganOn));
  const n = corrected.documents;
  const isTimed = n >= leastTimed && unchanged.documents >= leastTimed;
  const longer = isTimed ? corrected.seconds / n - unchanged.seconds / unchanged.documents : 0;
  const secondsEach = longer > 0 ? longer : assumedCorrectionSeconds;
  return { extra, seconds: extra * secondsEach, from: longer > 0 ? 'timed' : 'assumed', secondsEach, n };
}

/** A corrected document, without its values. */
export interface CorrectedSample {
  readonly fields: readonly {
    readonly name: string;
    readonly reader: CountedReader;
    /** How certain the reader was of the value that was corrected; null if no reader found one. */
    readonly confidence: number | null;
  }[];
  readonly supplier: string | null;
  /** The rules that the values broke as they were read, and no longer as they were corrected. */
  readonly rules: readonly string[];
}

/** Returns the corrected documents that a change is about. */
export function listOwnSamples<S extends CorrectedSample>(
  samples: readonly S[],
  drift: Pick<Drift, 'kind' | 'name'>,
): readonly S[] {
  return samples.filter((sample) => isOfDrift(sample, drift));
}

export function isOfDrift(sample: CorrectedSample, { kind, name }: Pick<Drift, 'kind' | 'name'>): boolean {
  if (kind === 'supplier') return sample.supplier === name;
  return kind === 'all' || pickFields(sample, { kind, name }).length > 0;
}

function pickFields({ fields }: CorrectedSample, { kind, name }: Pick<Drift, 'kind' | 'name'>) {
  if (kind === 'field') return fields.filter((field) => field.name === name);
  return kind === 'reader' ? fields.filter(({ reader }) => reader === name) : fields;
}

export interface ThresholdProposal {
  readonly value: number;
  readonly now: number;
  /** The corrected values, of `of`, of which the reader was too certain for the threshold of now. */
  readonly passing: number;
  /** How many of these the proposed threshold sends to review. */
  readonly sent: number;
  readonly of: number;
}

/** Proposing a value from fewer corrected ones would be a guess. */
const leastSamples = 5;
/** The threshold that is proposed sends this share of the wrong values to review. */
const sentShare = 0.95;
const highestThreshold = 0.99;

/**
 * Proposes the review threshold that would send documents to review for such a value alone. Undefined where the present
 * one does that for all of them, or too few are known.
 */
export function proposeThreshold(
  samples: readonly CorrectedSample[],
  of: Pick<Drift, 'kind' | 'name'>,
  now: number,
): ThresholdProposal | undefined {
  const confidences = listOwnSamples(samples, of)
    .flatMap((sample) => pickFields(sample, of).flatMap(({ confidence }) => confidence ?? []))
    .toSorted((a, b) => a - b);
  const passing = confidences.filter((confidence) => confidence >= now).length;
  if (confidences.length < leastSamples || passing === 0) return undefined;
  const highest = confidences[Math.ceil(confidences.length * sentShare) - 1] ?? 0;
  // A document goes to review below the threshold, so it has to be above the value.
  const value = Math.min(highestThreshold, (Math.floor(highest * 100 + 1e-6) + 1) / 100);
  const sent = confidences.filter((confidence) => confidence >= now && confidence < value).length;
  return value <= now || sent === 0 ? undefined : { value, now, passing, sent, of: confidences.length };
}

export interface RuleProposal {
  readonly rule: RuleName;
  readonly now: RuleWeight;
  /** The weight that is proposed. */
  readonly weight: RuleWeight;
  readonly stopped: number;
  readonly of: number;
}

/** Proposes the rule that the values broke most often as they were read, where it does not stop a document yet. */
export function proposeRule(
  samples: readonly CorrectedSample[],
  of: Pick<Drift, 'kind' | 'name'>,
  weightOf: (rule: RuleName) => RuleWeight,
): RuleProposal | undefined {
  const own = listOwnSamples(samples, of);
  const counts = new Map<string, number>();
  for (const { rules } of own) {
    for (const rule of new Set(rules)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  const [best] = [...counts].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  const rule = ruleNames.find((one) => one === best?.[0]);
  if (best === undefined || rule === undefined) return undefined;
  const [, stopped] = best;
  const now = weightOf(rule);
  const isWeaker = now !== 'stop' && now !== 'stop for two';
  return isWeaker && stopped >= leastSamples && stopped * 2 >= own.length
    ? { rule, now, weight: 'stop', stopped, of: own.length }
    : undefined;
}
