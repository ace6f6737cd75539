import {
  findDeclared,
  type KeyAttribute,
  type PatternDeclaration,
  type SortCondition,
  type SystemDeclaration,
} from '../declaration.ts';
import { readValue } from '../keys/hole-value.ts';
import {
  parsePieces,
  plainTemplate,
  type Hole,
  type HoleKind,
  type HoleValue,
} from '../keys/key-template.ts';
import { locate, sortTemplates, type Located } from './locate.ts';

export interface ConditionPart {
  readonly text: string;
  /** The parameter whose value this text shows. */
  readonly hole?: string;
  /** False if the parameter is still missing or cannot have the typed value. */
  readonly filled: boolean;
}

interface DescribedCondition {
  readonly attribute: string;
  /** Continues the sentence after the attribute: "= TENANT#northwind", "begins with DOCUMENT#, newest first". */
  readonly says: string;
  /** The same text, split into parts. */
  readonly parts: readonly ConditionPart[];
}

/** Describes a pattern's key condition, even while its parameters are still being typed. */
export function describeConditions(
  system: SystemDeclaration,
  patternKey: string,
  params: Readonly<Record<string, HoleValue>>,
): readonly DescribedCondition[] {
  return describeLocated(locate(system, patternKey), params);
}

/** Does the same for a pattern that is already located. */
export function describeLocated(
  located: Located,
  params: Readonly<Record<string, HoleValue>>,
): readonly DescribedCondition[] {
  const { pattern, schema } = located;
  const partition = [fixed('= '), ...listParts(pattern.partition, params)];
  if (schema.sort === undefined) return [described(schema.partition, partition)];
  const sort = [...sortParts(pattern.sort, schema.sort, params), ...orderParts(located)];
  return [described(schema.partition, partition), described(schema.sort, sort)];
}

type Typed = Readonly<Record<string, HoleValue>>;

const words = {
  equals: ['= '],
  beginsWith: ['begins with '],
  between: ['between ', ' and '],
  before: ['before '],
  upTo: ['up to '],
  after: ['after '],
  from: ['from '],
} as const satisfies Record<string, readonly string[]>;

/** "Before" and "after" suit times, so plain numbers have words of their own. */
const numberWords = {
  ...words,
  before: ['less than '],
  upTo: ['at most '],
  after: ['more than '],
  from: ['at least '],
} as const satisfies Record<keyof typeof words, readonly string[]>;

function sortParts(sort: SortCondition | undefined, key: KeyAttribute, params: Typed): ConditionPart[] {
  if (sort === undefined) return [fixed('any')];
  const templates = sortTemplates(sort);
  const plainNumber = key.type === 'N' && templates.every((template) => template.endsWith(':number}'));
  const said: readonly string[] = (plainNumber ? numberWords : words)[findSortOperator(sort)];
  return templates.flatMap((template, index) => [fixed(said[index] ?? ''), ...listParts(template, params)]);
}

function findSortOperator(sort: SortCondition): keyof typeof words {
  if ('equals' in sort) return 'equals';
  if ('beginsWith' in sort) return 'beginsWith';
  if ('between' in sort) return 'between';
  if ('before' in sort) return 'before';
  if ('upTo' in sort) return 'upTo';
  return 'after' in sort ? 'after' : 'from';
}

function orderParts({ pattern }: Located): ConditionPart[] {
  return pattern.order === undefined ? [] : [fixed(`, ${pattern.order}`)];
}

function listParts(template: string, params: Typed): ConditionPart[] {
  return parsePieces(template).flatMap((piece) =>
    typeof piece === 'string' ? [fixed(piece)] : holeParts(piece, findDeclared(params, piece.name)),
  );
}

function holeParts({ name, kind }: Hole, value: HoleValue | undefined): ConditionPart[] {
  const typed = String(value ?? '').trim();
  if (typed === '') return [{ text: `{${name}}`, hole: name, filled: false }];
  const read = readValue(kind, typed);
  if (!read.ok) return [{ text: typed, hole: name, filled: false }];
  return [{ text: read.value, hole: name, filled: true }, ...asTime(kind, read.value)];
}

/** Adds a readable date, because epoch milliseconds are not readable. */
function asTime(kind: HoleKind, value: string): ConditionPart[] {
  if (kind !== 'epochMs' && kind !== 'epochSeconds') return [];
  const ms = Number(value) * (kind === 'epochMs' ? 1 : 1_000);
  return [fixed(` (${new Date(ms).toISOString()})`)];
}

function fixed(text: string): ConditionPart {
  return { text, filled: true };
}

function described({ name }: KeyAttribute, parts: readonly ConditionPart[]): DescribedCondition {
  return { attribute: name, says: parts.map(({ text }) => text).join(''), parts };
}

interface QueryTableRow {
  readonly pattern: string;
  readonly number: string;
  readonly asks: string;
  readonly operation: Located['operation'];
  /** The table or index: "main", "main.GSI1" */
  readonly on: string;
  /** The key condition: "PK=ORG#{orgId}, SK begins with EMP#" */
  readonly condition: string;
  readonly order: NonNullable<PatternDeclaration['order']> | null;
  readonly gives: PatternDeclaration['gives'];
}

/** Lists each question with the single request that answers it. */
export function queryTable(system: SystemDeclaration): readonly QueryTableRow[] {
  return Object.entries(system.patterns).map(([name, pattern]) => {
    const located = locate(system, name);
    return {
      pattern: name,
      number: pattern.number,
      asks: pattern.asks,
      operation: located.operation,
      on: pattern.on,
      condition: describeCondition(located),
      order: pattern.order ?? null,
      gives: pattern.gives,
    };
  });
}

function describeCondition({ pattern, schema }: Located): string {
  const partition = `${schema.partition.name}=${plainTemplate(pattern.partition)}`;
  if (pattern.sort === undefined || schema.sort === undefined) return partition;
  return `${partition}, ${schema.sort.name}${describeSort(pattern.sort)}`;
}

function describeSort(sort: SortCondition): string {
  if ('equals' in sort) return `=${plainTemplate(sort.equals)}`;
  if ('beginsWith' in sort) return ` begins with ${plainTemplate(sort.beginsWith)}`;
  if ('between' in sort) {
    return ` between ${plainTemplate(sort.between[0])} and ${plainTemplate(sort.between[1])}`;
  }
  if ('before' in sort) return ` < ${plainTemplate(sort.before)}`;
  if ('upTo' in sort) return ` <= ${plainTemplate(sort.upTo)}`;
  return 'after' in sort ? ` > ${plainTemplate(sort.after)}` : ` >= ${plainTemplate(sort.from)}`;
}
