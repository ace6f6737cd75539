import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import type { SampledItems } from '#shared/catalogue/review/finding.ts';
import type { Question, Reading } from '#shared/contract/explorer.ts';

export interface AskedAndRead {
  readonly question: Pick<Question, 'system' | 'pattern'>;
  readonly readings: readonly Pick<Reading, 'items'>[];
}

/** The items of a system's answers by table, each once however many answers hold it. */
export function sampledItems(system: SystemDeclaration, answers: readonly AskedAndRead[]): SampledItems {
  const tables = new Map<string, Map<string, Attributes>>();
  for (const { question, readings } of answers) {
    if (question.system !== system.id || findDeclared(system.patterns, question.pattern) === undefined)
      continue;
    const { tableKey, table, indexName } = locate(system, question.pattern);
    const items = tables.get(tableKey) ?? new Map<string, Attributes>();
    for (const { attributes } of readings.flatMap((reading) => reading.items)) {
      const keys = [table.partition.name, table.sort?.name ?? table.partition.name];
      const id = JSON.stringify(keys.map((name) => findDeclared(attributes, name)));
      // An index may hold less of an item than the table does.
      if (!items.has(id) || indexName === null) items.set(id, attributes);
    }
    if (items.size > 0) tables.set(tableKey, items);
  }
  return Object.fromEntries([...tables].map(([table, items]) => [table, [...items.values()]]));
}
