import type { AttributeValue as SdkValue } from '@aws-sdk/client-dynamodb';
import {
  findDeclared,
  type KeyAttribute,
  type SortCondition,
  type SystemDeclaration,
  type TableDeclaration,
} from '#shared/catalogue/declaration.ts';
import type { Attributes, AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { keyBytes } from '#shared/catalogue/keys/hole-value.ts';
import { keyNames } from '#shared/catalogue/keys/key-places.ts';
import { fillTemplate, type Params } from '#shared/catalogue/keys/key-template.ts';
import { describeLocated } from '#shared/catalogue/questions/describe-conditions.ts';
import { locate, sortTemplates, type Located } from '#shared/catalogue/questions/locate.ts';
import type { Reading } from '#shared/contract/explorer.ts';
import { refused, type Result } from '#shared/contract/result.ts';
import type { Target } from '../aws-trouble.ts';
import type { TableNames } from '../table-names.ts';
import type { AskedPattern, ReadOptions } from './reading.ts';

/** This is an access pattern on one connection: everything that is the same however it is asked. */
interface CompiledPattern {
  readonly system: SystemDeclaration;
  /** This is the full name, such as "extraction.documentsByStatus". */
  readonly name: string;
  readonly located: Located;
  /** It is null when the connection has no name for the table. */
  readonly target: Target | null;
  /** These attributes are asked for; undefined asks for the whole item. */
  readonly attributes: readonly string[] | undefined;
  readonly isBackwards: boolean;
  readonly fillKey: (params: Params, report: ReportProblem) => FilledKey;
  /** Cuts a whole item to the part that this question shows. */
  readonly cut: (whole: Attributes) => Attributes;
}

/** This is an access pattern with its parameters, resolved before anything is sent. */
export interface Question extends CompiledPattern {
  readonly target: Target;
  readonly keys: readonly [FilledKey, ...FilledKey[]];
  readonly consistent: boolean;
  readonly pageSize: number | undefined;
  readonly asked: Reading['asked'];
}

/** Compiles each pattern with its first question. Undefined means that the system has no such pattern. */
export type Patterns = (system: SystemDeclaration, pattern: string) => CompiledPattern | undefined;

export function openPatterns(tableNames: (system: SystemDeclaration) => TableNames): Patterns {
  const systems = new WeakMap<SystemDeclaration, Map<string, CompiledPattern>>();
  return (system, pattern) => {
    const patterns = systems.get(system) ?? new Map<string, CompiledPattern>();
    systems.set(system, patterns);
    const before = patterns.get(pattern);
    if (before !== undefined || findDeclared(system.patterns, pattern) === undefined) return before;
    const compiled = compilePattern(system, pattern, tableNames(system));
    patterns.set(pattern, compiled);
    return compiled;
  };
}

function compilePattern(system: SystemDeclaration, name: string, names: TableNames): CompiledPattern {
  const located = locate(system, name);
  const { operation, tableKey, indexName, pattern } = located;
  const table = findDeclared(names, tableKey) ?? null;
  const attributes = shownAttributes(located);
  return {
    system,
    name: `${system.id}.${name}`,
    located,
    target: table === null ? null : { operation, table, index: indexName },
    attributes,
    isBackwards: pattern.order === 'newest first' || pattern.order === 'last to first',
    fillKey: keyFiller(located),
    cut: cutter(located, attributes),
  };
}

export function buildQuestion(
  { system, pattern, params }: AskedPattern,
  patterns: Patterns,
  { consistent = false, pageSize, cursor }: ReadOptions,
): Result<Question> {
  const compiled = patterns(system, pattern);
  if (compiled === undefined) {
    const message = `${system.name} has no access pattern "${pattern}". Nothing was read. Choose one of its questions.`;
    return refused({ code: 'not-found', message, what: `${system.id}.${pattern}` });
  }
  const { located, target } = compiled;
  const wrong = [...shapeProblems(located, params.length), ...optionProblems(located, consistent, pageSize)];
  const filled = fillQuestion(compiled, params);
  if (!filled.ok) wrong.push(...filled.problems);
  const [first, ...others] = filled.ok ? filled.keys : [];
  if (wrong.length > 0 || first === undefined) return invalid(located, wrong);
  if (cursor !== undefined && located.operation !== 'Query') {
    const message = `"${located.pattern.asks}" has only one page. Nothing was read.`;
    return refused({ code: 'cursor-refused', message });
  }
  if (target === null) return nameless(system, located.tableKey);
  return {
    ok: true,
    value: {
      ...compiled,
      target,
      keys: [first, ...others],
      consistent,
      pageSize: pageSize ?? located.pattern.pageSize,
      asked: {
        ...target,
        // Only the Explorer shows the words, so they are made when it asks for them.
        get conditions() {
          return buildConditions(located, params);
        },
      },
    },
  };
}

/** Describes the conditions in words for people. */
function buildConditions(
  located: Located,
  [first = {}, ...others]: AskedPattern['params'],
): Reading['asked']['conditions'] {
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return describeLocated(located, first).map(({ attribute, says }) => ({
    attribute,
    says: `${says}${more}`,
  }));
}

function shapeProblems({ pattern }: Located, count: number): FillProblem[] {
  if (count === 0) return [{ path: 'params', problem: 'has no parameters in it' }];
  if (count === 1 || pattern.each === true) return [];
  return [{ path: 'params', problem: `has ${count} sets of parameters; this question takes one` }];
}

function optionProblems(
  { indexName }: Located,
  consistent: boolean,
  pageSize: number | undefined,
): FillProblem[] {
  const problems: FillProblem[] = [];
  if (consistent && indexName !== null) {
    const problem = `is not available on the index "${indexName}": DynamoDB reads consistently only from the table`;
    problems.push({ path: 'consistent', problem });
  }
  if (pageSize !== undefined && !(Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= 1_000)) {
    problems.push({ path: 'pageSize', problem: 'is not a whole number from 1 to 1,000' });
  }
  return problems;
}

function invalid({ pattern }: Located, issues: readonly FillProblem[]): Result<never> {
  const first = issues[0];
  const told = first === undefined ? '' : `: ${first.path} ${first.problem}`;
  const message = `"${pattern.asks}" cannot be asked like this${told}. Nothing was read.`;
  return refused({ code: 'invalid-input', message, issues: [...issues] });
}

function nameless(system: SystemDeclaration, tableKey: string): Result<never> {
  const message = `This connection has no name for the table "${tableKey}" of ${system.name}. Nothing was read. Give it a "stage", or the table's name, in connections.json.`;
  return refused({ code: 'not-found', message, what: `${system.id}.${tableKey}` });
}

/** These are the declaration's names for conditions on a sort key. */
export type SortWord = SortCondition extends infer C ? (C extends C ? keyof C : never) : never;

/** These are a pattern's key templates, filled with the parameters. */
export interface FilledKey {
  readonly partition: { readonly name: string; readonly value: AttributeValue };
  readonly sort: {
    readonly name: string;
    readonly word: SortWord;
    readonly values: readonly AttributeValue[];
  } | null;
}

type ReportProblem = (parameter: string, problem: string) => void;

interface FillProblem {
  /** This is the path of the parameter, such as "params.0.batchId". */
  readonly path: string;
  readonly problem: string;
}

type FilledQuestion =
  | { readonly ok: true; readonly keys: readonly FilledKey[] }
  | { readonly ok: false; readonly problems: readonly FillProblem[] };

/** Reports every problem at once, but only the first of each parameter. */
function fillQuestion({ fillKey }: CompiledPattern, params: readonly Params[]): FilledQuestion {
  const problems = new Map<string, string>();
  const keys = params.map((one, at) =>
    fillKey(one, (parameter, problem) => {
      const path = `params.${at}.${parameter}`;
      if (!problems.has(path)) problems.set(path, problem);
    }),
  );
  if (problems.size === 0) return { ok: true, keys };
  return { ok: false, problems: [...problems].map(([path, problem]) => ({ path, problem })) };
}

/** Returns the base key of an item that is read by its whole key. */
export function wholeKey({ partition, sort }: FilledKey): Attributes {
  const [value] = sort?.values ?? [];
  const parts: [string, AttributeValue][] = [[partition.name, partition.value]];
  if (sort !== null && value !== undefined) parts.push([sort.name, value]);
  return Object.fromEntries(parts);
}

type FillValue = (params: Params, report: ReportProblem) => AttributeValue;

function keyFiller({ pattern, schema: { partition, sort } }: Located): CompiledPattern['fillKey'] {
  const fillPartition = valueFiller(pattern.partition, partition, keyBytes.partition);
  const [word] = Object.keys(pattern.sort ?? {});
  const fillSort =
    sort === undefined || word === undefined
      ? null
      : sortTemplates(pattern.sort).map((template) => valueFiller(template, sort, keyBytes.sort));
  return (params, report) => ({
    partition: { name: partition.name, value: fillPartition(params, report) },
    sort:
      fillSort && sort
        ? { name: sort.name, word: word as SortWord, values: fillSort.map((fill) => fill(params, report)) }
        : null,
  });
}

function valueFiller(template: string, { type }: KeyAttribute, most: number): FillValue {
  return (params, report) => {
    const result = fillTemplate(template, params, most);
    if (!result.ok) report(result.parameter, result.problem);
    const text = result.ok ? result.key : '';
    return type === 'N' ? { N: text } : { S: text };
  };
}

/**
 * Returns the attributes to read when a pattern shows only some: those, the keys that identify the item, and its
 * time to live. Undefined means all.
 */
function shownAttributes({ pattern, table, schema, indexName }: Located): readonly string[] | undefined {
  if (pattern.attributes === undefined) return undefined;
  const { timeToLive } = table;
  // An index refuses a request for an attribute that it does not hold.
  const held = indexName === null ? undefined : heldBy(table, indexName);
  const hasTimeToLive = timeToLive !== undefined && (held === undefined || held.has(timeToLive));
  return [
    ...new Set([
      ...keyNames(table),
      ...keyNames(schema),
      ...(hasTimeToLive ? [timeToLive] : []),
      ...pattern.attributes,
    ]),
  ];
}

function cutter(
  { table, indexName }: Located,
  attributes: CompiledPattern['attributes'],
): CompiledPattern['cut'] {
  const wanted = attributes && new Set(attributes);
  const held = indexName === null ? undefined : heldBy(table, indexName);
  if (wanted === undefined && held === undefined) return (whole) => whole;
  const isShown = (name: string): boolean => (wanted?.has(name) ?? true) && (held?.has(name) ?? true);
  return (whole) => Object.fromEntries(Object.entries(whole).filter(([name]) => isShown(name)));
}

/** Returns the attributes that an index holds; undefined when it holds all. */
function heldBy(table: TableDeclaration, indexName: string): ReadonlySet<string> | undefined {
  const index = findDeclared(table.indexes, indexName);
  if (index === undefined || index.projection === 'ALL') return undefined;
  const included = index.projection === 'KEYS_ONLY' ? [] : index.projection;
  return new Set([...keyNames(table), ...keyNames(index), ...included]);
}

type Names = Record<string, string>;

/**
 * Expressions use placeholders instead of names and values: a name may be a reserved word, contain a dot, or be
 * `__proto__`.
 */
interface KeyCondition {
  readonly KeyConditionExpression: string;
  readonly ExpressionAttributeNames: Names;
  readonly ExpressionAttributeValues: Record<string, SdkValue>;
}

export function buildKeyCondition({ partition, sort }: FilledKey): KeyCondition {
  const values = [partition.value, ...(sort?.values ?? [])];
  return {
    KeyConditionExpression: sort === null ? '#k0 = :v0' : `#k0 = :v0 AND ${sortExpressions[sort.word]}`,
    ExpressionAttributeNames: { '#k0': partition.name, ...(sort !== null && { '#k1': sort.name }) },
    ExpressionAttributeValues: Object.fromEntries(values.map((value, at) => [`:v${at}`, sdkValue(value)])),
  };
}

interface Projection {
  readonly ProjectionExpression: string;
  readonly ExpressionAttributeNames: Names;
}

/** Returns an empty projection when all attributes are wanted. */
export function buildProjection(attributes: readonly string[] | undefined): Partial<Projection> {
  if (attributes === undefined) return {};
  return {
    ProjectionExpression: attributes.map((_, at) => `#a${at}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name, at) => [`#a${at}`, name])),
  };
}

export function sdkKey(key: Attributes): Record<string, SdkValue> {
  return Object.fromEntries(Object.entries(key).map(([name, value]) => [name, sdkValue(value)]));
}

const sortExpressions = {
  equals: '#k1 = :v1',
  beginsWith: 'begins_with(#k1, :v1)',
  between: '#k1 BETWEEN :v1 AND :v2',
  before: '#k1 < :v1',
  upTo: '#k1 <= :v1',
  after: '#k1 > :v1',
  from: '#k1 >= :v1',
} as const;

/** DynamoDB only accepts text, numbers and bytes as keys. */
function sdkValue(value: AttributeValue): SdkValue {
  if ('S' in value) return { S: value.S };
  if ('N' in value) return { N: value.N };
  if ('B' in value) return { B: Buffer.from(value.B, 'base64') };
  throw new TypeError('A key is text, a number or bytes.');
}
