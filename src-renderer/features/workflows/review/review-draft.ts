import type { RuleName, RuleWeight, Weights } from '#shared/contract/review-rules.ts';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import { dueHoursRange, type Priority } from '#shared/domain/review/review-order.ts';
import { formatWeight, ruleTexts } from '#shared/domain/review/rule-texts.ts';
import { defaultWeights } from '#shared/domain/review/rules.ts';
import type { SettingChange } from '../save/settings-side.tsx';
import { messages } from './review-settings-messages.ts';

/** The changes to a workflow's settings of review. They stay when a newer version is saved by another person. */
export interface ReviewDraft {
  readonly rules: Weights;
  /** As it is typed; an empty text takes the due time away. */
  readonly dueHours?: string | undefined;
  readonly priority?: Priority | undefined;
  /** One name, or one VAT number, a line. */
  readonly names?: string | undefined;
  readonly vatNumbers?: string | undefined;
}

export const noDraft: ReviewDraft = { rules: {} };

/** All rules in the order in which they are shown. */
export const allRules = Object.keys(defaultWeights) as readonly RuleName[];

/** Adds the weight of a rule that a link proposes. It wins, because the link was followed after the draft was made. */
export function withProposal(
  draft: ReviewDraft,
  { rule, weight }: { readonly rule: RuleName | null; readonly weight: RuleWeight | null },
): ReviewDraft {
  return rule === null || weight === null ? draft : { ...draft, rules: { ...draft.rules, [rule]: weight } };
}

export interface ReviewForm {
  readonly rules: Readonly<Record<RuleName, RuleWeight>>;
  readonly dueHours: string;
  readonly priority: Priority;
  readonly names: string;
  readonly vatNumbers: string;
}

/** Returns the saved settings as the form shows them. */
export function toForm({ rules, dueHours, priority, customer }: Workflow): ReviewForm {
  return {
    rules: { ...defaultWeights, ...rules },
    dueHours: dueHours === null ? '' : String(dueHours),
    priority: priority ?? 'normal',
    names: (customer?.names ?? []).join('\n'),
    vatNumbers: (customer?.vatNumbers ?? []).join('\n'),
  };
}

export function withDraft(saved: ReviewForm, { rules, ...rest }: ReviewDraft): ReviewForm {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { ...saved, ...given, rules: { ...saved.rules, ...rules } };
}

/** Lists what would be saved, as it is and as it would be. */
export function listChanges(saved: ReviewForm, form: ReviewForm): readonly SettingChange[] {
  const rules = allRules
    .filter((rule) => saved.rules[rule] !== form.rules[rule])
    .map((rule) => ({
      name: ruleTexts[rule].title,
      from: formatWeight(saved.rules[rule]),
      to: formatWeight(form.rules[rule]),
    }));
  const rest = [
    {
      name: messages.due,
      from: messages.dueText(saved.dueHours.trim()),
      to: messages.dueText(form.dueHours.trim()),
    },
    {
      name: messages.priority,
      from: messages.priorities[saved.priority],
      to: messages.priorities[form.priority],
    },
    { name: messages.names, from: toOneLine(saved.names), to: toOneLine(form.names) },
    { name: messages.vatNumbers, from: toOneLine(saved.vatNumbers), to: toOneLine(form.vatNumbers) },
  ];
  return [...rules, ...rest.filter(({ from, to }) => from !== to)];
}

function toOneLine(text: string): string {
  return toLines(text).join(', ') || messages.none;
}

function toLines(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

interface Settings {
  readonly rules: Weights;
  readonly dueHours: number | null;
  readonly priority: Priority | null;
  readonly customer: { readonly names: string[]; readonly vatNumbers: string[] } | null;
}

export type FormErrors = Readonly<Partial<Record<'dueHours' | 'names' | 'vatNumbers', string>>>;

export function findFormErrors({ dueHours, names, vatNumbers }: ReviewForm): FormErrors {
  const typed = dueHours.trim();
  const hours = Number(typed);
  const isWhole = Number.isInteger(hours) && hours >= dueHoursRange.least && hours <= dueHoursRange.most;
  const [allNames, allNumbers] = [toLines(names), toLines(vatNumbers)];
  return {
    ...(typed !== '' && !isWhole && { dueHours: messages.dueWrong }),
    ...((allNames.length > mostNames || allNames.some((name) => name.length > 200)) && {
      names: messages.namesWrong,
    }),
    ...((allNumbers.length > mostNames || allNumbers.some((one) => one.length > 64)) && {
      vatNumbers: messages.vatNumbersWrong,
    }),
  };
}

const mostNames = 20;

/** Returns what is sent. A rule with its usual weight is left out, so that it follows the usual weights later, too. */
export function toSettings({ rules, dueHours, priority, names, vatNumbers }: ReviewForm): Settings {
  const [allNames, allNumbers] = [toLines(names), toLines(vatNumbers)];
  const differing = allRules.filter((rule) => rules[rule] !== defaultWeights[rule]);
  return {
    rules: Object.fromEntries(differing.map((rule) => [rule, rules[rule]])),
    dueHours: dueHours.trim() === '' ? null : Number(dueHours.trim()),
    priority: priority === 'normal' ? null : priority,
    customer:
      allNames.length + allNumbers.length === 0
        ? null
        : { names: [...allNames], vatNumbers: [...allNumbers] },
  };
}
