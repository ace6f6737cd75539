import type { AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import type { ComparedAttribute, Comparison } from '#shared/catalogue/results/compare-items.ts';
import { noValue, plainText } from '#shared/catalogue/results/plain-value.ts';
import { exactText } from './exact-text.ts';

export const comparisonWords = {
  same: 'same',
  changed: 'differs',
  'only-left': 'only left',
  'only-right': 'only right',
  masked: 'masked, not compared',
} as const satisfies Record<Comparison, string>;

/** "2 differ, 1 is in one only, 5 are the same, 1 is masked and not compared" */
export function comparisonSummary(compared: readonly ComparedAttribute[]): string {
  const count = (...kinds: readonly Comparison[]) =>
    compared.filter(({ comparison }) => kinds.includes(comparison)).length;
  const changed = count('changed');
  const one = count('only-left', 'only-right');
  const same = count('same');
  const masked = count('masked');
  const parts = [
    ...(changed === 0 ? [] : [`${String(changed)} ${changed === 1 ? 'differs' : 'differ'}`]),
    ...(one === 0 ? [] : [`${String(one)} ${one === 1 ? 'is' : 'are'} in one only`]),
    ...(same === 0 ? [] : [`${String(same)} ${same === 1 ? 'is' : 'are'} the same`]),
    ...(masked === 0 ? [] : [`${String(masked)} ${masked === 1 ? 'is' : 'are'} masked and not compared`]),
  ];
  return parts.length === 0 ? 'Neither has an attribute.' : `${parts.join(', ')}.`;
}

/** What is masked stays in sight: that it is not compared is not that it is the same. */
export function onlyDifferences(compared: readonly ComparedAttribute[]): readonly ComparedAttribute[] {
  return compared.filter(({ comparison }) => comparison !== 'same');
}

export function comparedText(value: AttributeValue | null): string {
  if (value === null) return noValue;
  return 'N' in value ? exactText(value.N) : plainText(value);
}
