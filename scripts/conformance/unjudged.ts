import type { Judgement } from './judgement.ts';
import type { Column } from './written-comparison.ts';

/** Lists differences without an explanation, and explanations of differences that no longer exist. */
export function unjudged(columns: readonly Column[], judgements: readonly Judgement[]): string[] {
  const problems: string[] = [];
  for (const { name, results } of columns.slice(1)) {
    if (!results) continue;
    const judged = new Set<string>();
    for (const { ids } of judgements.filter(({ implementation }) => implementation === name)) {
      for (const id of ids) {
        if (judged.has(id)) problems.push(`${name}: ${id} is judged twice`);
        judged.add(id);
      }
    }
    for (const { id, outcome, why } of results) {
      const differs = outcome === 'differs';
      if (differs && !judged.has(id))
        problems.push(`${name} differs without a judgement: ${id}: ${why ?? ''}`);
      if (!differs && judged.has(id)) problems.push(`${name} does not differ any more: ${id}`);
      judged.delete(id);
    }
    for (const id of judged) problems.push(`${name} is judged for what is not in the suite: ${id}`);
  }
  return problems;
}
