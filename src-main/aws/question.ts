import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { describeConditions } from '#shared/catalogue/questions/describe-conditions.ts';
import { locate, type Located } from '#shared/catalogue/questions/locate.ts';
import type { Reading } from '#shared/contract/explorer.ts';
import { refused, type Result } from '#shared/contract/result.ts';
import type { Target } from './aws-trouble.ts';
import { fillQuestion, type FilledKey, type FillProblem } from './fill-question.ts';
import type { AskedPattern, ReadOptions } from './reading.ts';
import { shownAttributes } from './shown-attributes.ts';
import type { TableNames } from './table-names.ts';

/** A pattern that has been asked, as far as it can be told before anything is sent. */
export interface Question {
  readonly system: SystemDeclaration;
  /** "extraction.documentsByStatus" */
  readonly name: string;
  readonly located: Located;
  readonly keys: readonly [FilledKey, ...FilledKey[]];
  readonly target: Target;
  readonly consistent: boolean;
  readonly pageSize: number | undefined;
  /** All that may be asked for, or undefined for whatever is there. */
  readonly attributes: readonly string[] | undefined;
  readonly asked: Reading['asked'];
}

export function questionOf(
  { system, pattern, params }: AskedPattern,
  names: TableNames,
  { consistent = false, pageSize, cursor }: ReadOptions,
): Result<Question> {
  if (findDeclared(system.patterns, pattern) === undefined) {
    const message = `${system.name} has no access pattern "${pattern}". Nothing was read. Choose one of its questions.`;
    return refused({ code: 'not-found', message, what: `${system.id}.${pattern}` });
  }
  const located = locate(system, pattern);
  const { operation, tableKey, indexName } = located;
  const wrong = [...shapeProblems(located, params.length), ...optionProblems(located, consistent, pageSize)];
  const filled = fillQuestion(located, params);
  if (!filled.ok) wrong.push(...filled.problems);
  const [first, ...others] = filled.ok ? filled.keys : [];
  if (wrong.length > 0 || first === undefined) return invalid(located, wrong);
  if (cursor !== undefined && operation !== 'Query') {
    const message = `"${located.pattern.asks}" has one page, so there is nothing to go on with. Nothing was read.`;
    return refused({ code: 'cursor-refused', message });
  }
  const table = findDeclared(names, tableKey);
  if (table === null || table === undefined) return nameless(system, tableKey);
  return {
    ok: true,
    value: {
      system,
      name: `${system.id}.${pattern}`,
      located,
      keys: [first, ...others],
      target: { operation, table, index: indexName },
      consistent,
      pageSize: pageSize ?? located.pattern.pageSize,
      attributes: shownAttributes(located),
      asked: { operation, table, index: indexName, conditions: conditionsOf(system, pattern, params) },
    },
  };
}

/** In words, for people. */
function conditionsOf(
  system: SystemDeclaration,
  pattern: string,
  [first = {}, ...others]: AskedPattern['params'],
): Reading['asked']['conditions'] {
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return describeConditions(system, pattern, first).map(({ attribute, says }) => ({
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
    const problem = `cannot be had on the index "${indexName}": DynamoDB reads consistently from the table alone`;
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
  const message = `This connection does not say what the table "${tableKey}" of ${system.name} is called. Nothing was read. Give it a "stage", or the table's name, in connections.json.`;
  return refused({ code: 'not-found', message, what: `${system.id}.${tableKey}` });
}
