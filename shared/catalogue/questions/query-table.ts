import type { PatternDeclaration, SortCondition, SystemDeclaration } from '../declaration.ts';
import { plainTemplate } from '../templates/key-words.ts';
import { locate } from './locate.ts';
import type { Located } from './locate.ts';

export interface QueryTableRow {
  readonly pattern: string;
  readonly number: string;
  readonly asks: string;
  readonly operation: Located['operation'];
  /** "main", "main.GSI1" */
  readonly on: string;
  /** "PK=ORG#{orgId}, SK begins with EMP#" */
  readonly condition: string;
  readonly order: NonNullable<PatternDeclaration['order']> | null;
  readonly gives: PatternDeclaration['gives'];
}

/** Each question beside the one request that answers it. */
export function queryTable(system: SystemDeclaration): readonly QueryTableRow[] {
  return Object.entries(system.patterns).map(([name, pattern]) => {
    const located = locate(system, name);
    return {
      pattern: name,
      number: pattern.number,
      asks: pattern.asks,
      operation: located.operation,
      on: pattern.on,
      condition: conditionOf(located),
      order: pattern.order ?? null,
      gives: pattern.gives,
    };
  });
}

function conditionOf({ pattern, schema }: Located): string {
  const partition = `${schema.partition.name}=${plainTemplate(pattern.partition)}`;
  if (pattern.sort === undefined || schema.sort === undefined) return partition;
  return `${partition}, ${schema.sort.name}${sortWords(pattern.sort)}`;
}

function sortWords(sort: SortCondition): string {
  if ('equals' in sort) return `=${plainTemplate(sort.equals)}`;
  if ('beginsWith' in sort) return ` begins with ${plainTemplate(sort.beginsWith)}`;
  if ('between' in sort) {
    return ` between ${plainTemplate(sort.between[0])} and ${plainTemplate(sort.between[1])}`;
  }
  if ('before' in sort) return ` < ${plainTemplate(sort.before)}`;
  if ('upTo' in sort) return ` <= ${plainTemplate(sort.upTo)}`;
  return 'after' in sort ? ` > ${plainTemplate(sort.after)}` : ` >= ${plainTemplate(sort.from)}`;
}
