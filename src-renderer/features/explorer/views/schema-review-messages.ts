import { describeCount } from '#renderer/ui/data-table/use-shown-rows.ts';
import {
  severities,
  type Finding,
  type ReviewRule,
  type SampledItems,
  type Severity,
} from '#shared/catalogue/review/finding.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { writeCost } from '#shared/pricing/request-costs.ts';
import { toLabel } from '../question/fields.ts';

export type SeverityFilter = Severity | 'all';

export const severityLabels = { high: 'High', medium: 'Medium', low: 'Low' } as const satisfies Record<
  Severity,
  string
>;

interface FindingGroup {
  readonly severity: Severity;
  readonly title: string;
  readonly of: readonly Finding[];
}

/** Groups findings by severity, the worst first. Empty groups are left out. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  return severities
    .map((severity) => ({
      severity,
      title: severityLabels[severity],
      of: findings.filter((finding) => finding.severity === severity),
    }))
    .filter(({ of }) => of.length > 0);
}

export function listSeverityOptions(
  findings: readonly Finding[],
): readonly { readonly value: SeverityFilter; readonly label: string }[] {
  const count = (severity: Severity) => findings.filter((one) => one.severity === severity).length;
  return [
    { value: 'all', label: `All ${String(findings.length)}` },
    ...severities.map((severity) => ({
      value: severity,
      label: `${severityLabels[severity]} ${String(count(severity))}`,
    })),
  ];
}

/** Sums up the findings in one sentence, including that none is high. */
export function describeVerdict(
  findings: readonly Finding[],
  shown: SeverityFilter,
): { readonly isGood: boolean; readonly words: string } {
  const high = findings.filter(({ severity }) => severity === 'high').length;
  if (findings.length === 0) return { isGood: true, words: 'No findings.' };
  if (shown !== 'all' && findings.every(({ severity }) => severity !== shown)) {
    return { isGood: true, words: `No ${shown} findings.` };
  }
  if (high === 0) return { isGood: true, words: 'No high findings.' };
  return {
    isGood: false,
    words: high === 1 ? '1 high finding. Fix it first.' : `${String(high)} high findings. Fix them first.`,
  };
}

/** "Acme HR, as declared and over 7 items read" */
export function describeReviewed(name: string, sampled: SampledItems): string {
  const items = Object.values(sampled).reduce((sum, { length }) => sum + length, 0);
  if (items === 0) return `${name}, as declared; no items were read yet`;
  return `${name}, as declared and over ${describeCount(items)} ${items === 1 ? 'item' : 'items'} read`;
}

interface SilentRule {
  readonly name: string;
  readonly needsItems: boolean;
}

/** Lists the rules without findings, because an empty result only counts if one can see what was checked. */
export function listSilentRules(
  rules: readonly ReviewRule[],
  findings: readonly Finding[],
): readonly SilentRule[] {
  const spoke = new Set(findings.map(({ rule }) => rule));
  return rules
    .filter(({ name }) => !spoke.has(name))
    .map(({ name, checkItems }) => ({ name, needsItems: checkItems !== undefined }));
}

/** Formats a finding for a ticket or a chat. */
export function formatFinding({ severity, rule, at, says, why, remedy, writes }: Finding): string {
  return [
    `${severityLabels[severity]}: ${says}`,
    `At ${at} (${rule})`,
    `Why: ${why}`,
    `Remedy: ${remedy}`,
    ...(writes === undefined ? [] : [`Price: ${formatRemedyPrice(writes)}`]),
  ].join('\n');
}

/** "at most $0.0098 a day in extra writes (on demand, us-east-1): 15,650 items written a day …" */
export function formatRemedyPrice({ wru, basis }: NonNullable<Finding['writes']>): string {
  const { text, book } = writeCost(wru, { tiny: 'words' });
  const money = text === '' ? `${grouped(wru)} write units` : text;
  return `at most ${money} a day in extra writes (${book}): ${basis}.`;
}

/** Says what a rule looks for; an unknown rule is shown by its name. */
export function describeRule(rule: string): string {
  return looksFor.get(rule) ?? `${toLabel(rule)}.`;
}

const looksFor: ReadonlyMap<string, string> = new Map([
  ['hot-partition-key', 'Partition keys with so few values that traffic concentrates on one.'],
  ['related-entities-apart', 'Items that are read together but stored in different partitions.'],
  ['pattern-without-index', 'Questions that no key or index answers.'],
  ['tenant-missing-from-key', 'Keys without a tenant, in a system with tenants.'],
  ['overloaded-prefix-collision', 'Entities that share a key and cannot be distinguished by it.'],
  ['random-id-in-time-order', 'Random ids where time order is promised.'],
  ['no-list-by-time', 'Lists in id order, where finding the newest means reading all.'],
  ['time-or-number-as-text', 'Times and numbers in a sort key that are compared as text.'],
  ['ttl-in-milliseconds', 'Times to live that are not in seconds, so nothing is ever deleted.'],
  ['index-not-sparse', 'Indexes that contain every item although only some are queried.'],
  ['item-near-400kb', "Items near DynamoDB's limit of 400 KB."],
  ['uncovered-projection', 'Questions that need attributes their index does not project.'],
  ['same-key-condition', 'Questions with the same key condition as another.'],
  ['index-no-pattern-uses', 'Indexes that are paid for but never queried.'],
  ['index-repeats-table-key', "Indexes that find only what the table's key finds too."],
]);
