import { counted, grouped } from '#shared/domain/formatting.ts';
import type { ChangeThen, FoundDrift, OpenedCorrections } from '#shared/contract/changed-corrections.ts';
import type { DriftCost, ThresholdProposal } from '#shared/domain/review/drift.ts';
import { driftRule } from '#shared/domain/review/drift.ts';
import { formatWeight, ruleTexts } from '#shared/domain/review/rule-texts.ts';
import { fieldLabel } from '#shared/domain/review/draft-rules.ts';
import type { CountedReader } from '#shared/domain/review/correction-counts.ts';

const readers: Readonly<Record<CountedReader, string>> = {
  textract: 'Textract',
  bedrock: 'The model on Bedrock',
  person: 'An earlier reviewer',
  none: 'No reader',
};

type RuleProposed = NonNullable<OpenedCorrections['rule']>;

const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "16 Nov" of a day by UTC. */
export function formatDay(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : dayMonth.format(at);
}

/** "4.2 %", or "none of 3" where a share would say more than is known. */
export function formatShare({ read, corrected }: { read: number; corrected: number }): string {
  if (read === 0) return 'no documents';
  const percent = (corrected / read) * 100;
  return `${percent < 10 && percent > 0 ? percent.toFixed(1) : Math.round(percent)} %`;
}

/** Names what is corrected: "Due date", "Read by Textract", "Harrow & Pike Freight Ltd". */
export function nameSeries({
  kind,
  name,
  supplierName,
}: Pick<FoundDrift, 'kind' | 'name' | 'supplierName'>): string {
  if (kind === 'all') return 'All documents';
  if (kind === 'field') return fieldLabel(name);
  if (kind === 'supplier') return supplierName ?? 'A supplier';
  return readers[name as CountedReader] ?? name;
}

function formatMinutes(seconds: number): string {
  const minutes = seconds / 60;
  return minutes < 1 ? counted(Math.round(seconds), 'second') : counted(Math.round(minutes), 'minute');
}

export const corrections = {
  crumb: 'Corrections',
  title: (what: string) => `${what}: corrections have changed`,
  usualTitle: (what: string) => `${what}: corrections`,
  back: 'Back to Today',
  loading: 'Reading the corrections',
  notRead: "Couldn't read the corrections of this workflow",
  notDone: 'Nothing was changed.',
  outOfScope: 'Today lists the changes of the tenants that you see.',
  openWorkflow: 'Open the workflow',
  chart: {
    title: 'Documents by day',
    hint: 'approved by reviewers, by UTC',
    corrected: 'Corrected',
    unchanged: 'Approved unchanged',
    began: (day: string) => `Began ${day}`,
  },
  facts: {
    began: 'Began',
    usual: 'Usual share',
    recent: 'Since then',
    chance: 'By chance',
    of: ({ read, corrected }: { read: number; corrected: number }) =>
      `${grouped(corrected)} of ${counted(read, 'document')}`,
    p: (p: number) => (p < 1e-6 ? 'less than 1 in a million' : `1 in ${grouped(Math.round(1 / p))}`),
    pHint: `Fisher's exact test against the ${driftRule.usualDays} days before. docs/reliability.md has its false alarms.`,
  },
  usual: {
    title: 'Corrections are as usual',
    text: `No field, reader or supplier is corrected more often than in the ${driftRule.usualDays} days before. A change is shown for ${driftRule.recentDays} days; later it has become usual.`,
  },
  notCounted: {
    title: 'No corrections are counted here',
    text: 'Nothing was decided in this workflow in the last six weeks, or the pipeline of this deployment does not count corrections yet. It counts them from the first decision after its update; earlier decisions are not counted.',
  },
  table: {
    title: 'What is corrected',
    hint: (day: string) => `before and since ${day}`,
    what: 'Field, reader or supplier',
    usual: 'Usual',
    recent: 'Since',
    documents: 'Corrected',
    changed: 'changed',
    more: (count: number) => `${counted(count, 'more series', 'more series')} without a change.`,
    groups: { all: '', field: 'Field', reader: 'Reader', supplier: 'Supplier' },
  },
  documents: {
    title: 'Corrected documents',
    hint: (shown: number, areMore: boolean) =>
      areMore ? `the newest ${grouped(shown)}` : counted(shown, 'document'),
    newLayout: 'new layout',
    none: 'None of the corrected documents was found. They are kept for 60 days.',
    field: (name: string, confidence: number | null) =>
      confidence === null
        ? `${fieldLabel(name)}, not read`
        : `${fieldLabel(name)} at ${confidence.toFixed(2)}`,
  },
  changes: {
    title: 'What changed then',
    hint: (day: string) => `on ${day} or the day before`,
    none: 'Nothing in the history of the workflow, no new model, and no new layout of a supplier that was counted.',
    layout: ({ supplierName, day }: Extract<ChangeThen, { what: 'layout' }>) =>
      `A new layout of ${supplierName ?? 'a supplier'} was first seen on ${formatDay(day)}`,
    layoutHaving: ({ having, of }: Extract<ChangeThen, { what: 'layout' }>, areMore: boolean) =>
      `${grouped(having)} of ${areMore ? `the newest ${grouped(of)} corrected documents` : counted(of, 'corrected document')} ${having === 1 ? 'has' : 'have'} it.`,
    cut: 'The history of the workflow is longer than was read.',
    model: ({ name, day }: Extract<ChangeThen, { name: string }>) =>
      `Documents read by ${name} first came on ${formatDay(day)}`,
    version: ({ name, day }: Extract<ChangeThen, { name: string }>) =>
      `Version ${name} of the workflow was first in use on ${formatDay(day)}`,
    by: (actor: string) => `by ${actor}`,
  },
  cost: {
    title: 'What it costs',
    extra: (extra: number) => `${counted(Math.round(extra), 'corrected document')} more than usual`,
    time: (cost: DriftCost) => `${formatMinutes(cost.seconds)} of reviewers`,
    money: (usd: string, rate: string) =>
      `$${usd} at $${rate} an hour, an assumed rate that is in no price book`,
    timed: ({ secondsEach, n }: DriftCost) =>
      `A corrected document took ${counted(Math.round(secondsEach), 'second')} longer than another one (n = ${n}).`,
    assumed: ({ secondsEach }: DriftCost) =>
      `Assumes ${counted(secondsEach, 'second')} for a correction, because too few were timed.`,
  },
  proposal: {
    title: 'What would stop it',
    threshold: ({ value, now }: ThresholdProposal) =>
      `Raise the review threshold from ${now.toFixed(2)} to ${value.toFixed(2)}`,
    thresholdWhy: ({ passing, sent, of, now }: ThresholdProposal) =>
      `Of ${grouped(of)} wrong values, ${grouped(passing)} had a confidence of ${now.toFixed(2)} or more. A document with such a value alone is accepted without a review. The new threshold sends ${grouped(sent)} of them to review.`,
    openThreshold: 'Open with this value',
    rule: ({ rule, now, weight }: RuleProposed) =>
      `Change the rule "${ruleTexts[rule].title}" from ${formatWeight(now)} to ${formatWeight(weight)}`,
    ruleWhy: ({ stopped, of }: RuleProposed) =>
      `${grouped(stopped)} of ${counted(of, 'corrected document')} broke it as they were read. Then a person has to give a reason to approve such a document.`,
    openRule: 'Open with this weight',
    none: 'Neither a threshold nor a rule would have stopped these values: they all go to review already, or the readers are sure of them and they break no rule.',
    fewer: 'Too few corrected documents to propose a value.',
    notSaved: 'Nothing is saved until you save it there.',
    requiresAdmin: 'An admin can save it.',
  },
} as const;
