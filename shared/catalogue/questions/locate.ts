import {
  findDeclared,
  type KeySchema,
  type PatternDeclaration,
  type SortCondition,
  type SystemDeclaration,
  type TableDeclaration,
} from '../declaration.ts';
import { listHoles, type Hole } from '../keys/key-template.ts';

/** A pattern with the table or index that answers it, and the DynamoDB operation that asks for it. */
export interface Located {
  readonly pattern: PatternDeclaration;
  readonly tableKey: string;
  readonly table: TableDeclaration;
  readonly indexName: string | null;
  readonly schema: KeySchema;
  readonly operation: 'GetItem' | 'Query' | 'BatchGetItem';
  /** The parameters of the pattern, without duplicates. */
  readonly holes: readonly Hole[];
}

/** Throws if the system has no such pattern. That is a bug, because names from outside are checked earlier. */
export function locate(system: SystemDeclaration, patternKey: string): Located {
  const pattern = findDeclared(system.patterns, patternKey);
  if (pattern === undefined) throw new Error(`The system "${system.id}" has no pattern "${patternKey}".`);
  const { tableKey, indexName } = parsePlace(pattern.on);
  const table = findDeclared(system.tables, tableKey);
  const schema = indexName === null ? table : findDeclared(table?.indexes, indexName);
  if (table === undefined || schema === undefined) {
    throw new Error(
      `The pattern "${patternKey}" of "${system.id}" is on "${pattern.on}", which is not there.`,
    );
  }
  const operation = findOperation(pattern, indexName === null ? table : undefined);
  return { pattern, tableKey, table, indexName, schema, operation, holes: holesOfPattern(pattern) };
}

/** Splits "main.GSI2" into the table and its index. Only an index's name may contain a dot. */
export function parsePlace(on: string): { readonly tableKey: string; readonly indexName: string | null } {
  const dot = on.indexOf('.');
  return dot === -1
    ? { tableKey: on, indexName: null }
    : { tableKey: on.slice(0, dot), indexName: on.slice(dot + 1) };
}

/** Returns the templates of a condition on the sort key: one, or the two ends of a range. */
export function sortTemplates(sort: SortCondition | undefined): readonly string[] {
  if (sort === undefined) return [];
  return 'between' in sort ? sort.between : Object.values<string>(sort);
}

function holesOfPattern({ partition, sort }: PatternDeclaration): readonly Hole[] {
  const holes = [partition, ...sortTemplates(sort)].flatMap((template) => listHoles(template));
  return [...new Map(holes.toReversed().map((hole) => [hole.name, hole])).values()].toReversed();
}

function findOperation(
  pattern: PatternDeclaration,
  table: TableDeclaration | undefined,
): Located['operation'] {
  if (pattern.each === true) return 'BatchGetItem';
  const whole = table !== undefined && isWholeKey(table, pattern.sort);
  return whole && pattern.gives === 'one' ? 'GetItem' : 'Query';
}

export function isWholeKey(schema: KeySchema, sort: SortCondition | undefined): boolean {
  return schema.sort === undefined ? sort === undefined : sort !== undefined && 'equals' in sort;
}
