import { validationException, type AwsError } from '../../protocol/aws-error.ts';
import type { AttributeValue } from '../values/attribute-value.ts';
import { readCondition, type Comparator, type Condition } from './condition.ts';
import type { Substitutions } from './names-and-values.ts';
import type { Operand } from './operand.ts';

export interface KeyCondition {
  readonly name: string;
  readonly operator: '=' | '<' | '<=' | '>' | '>=' | 'BETWEEN' | 'begins_with';
  /** Two for BETWEEN, otherwise one. */
  readonly values: readonly AttributeValue[];
}

/**
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.KeyConditionExpressions.html
 * Which of the names is the partition key, and whether the sort key is allowed that operator, the table knows.
 */
export function parseKeyCondition(text: string, substitutions: Substitutions): KeyCondition[] {
  const parts: Condition[] = [];
  flatten(readCondition('KeyConditionExpression', text, substitutions), parts);
  const conditions = parts.map(keyCondition);
  if (new Set(conditions.map(({ name }) => name)).size < conditions.length) {
    throw validationException('KeyConditionExpressions must only contain one condition per key');
  }
  if (conditions.length > 2) throw validationException('Conditions can be of length 1 or 2 only');
  return conditions;
}

/** Operators that no key condition has are refused from the outside in. */
function flatten(condition: Condition, parts: Condition[]): void {
  if (condition.kind === 'and') for (const each of condition.conditions) flatten(each, parts);
  else {
    const operator = readOperator(condition);
    if (!allowed.has(operator)) {
      throw validationException(`Invalid operator used in KeyConditionExpression: ${operator}`);
    }
    parts.push(condition);
  }
}

const allowed: ReadonlySet<string> = new Set(['=', '<', '<=', '>', '>=', 'BETWEEN', 'begins_with']);
const turned: Readonly<Record<Comparator, KeyCondition['operator']>> = {
  '=': '=',
  '<>': '=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function readOperator(condition: Condition): string {
  if (condition.kind === 'compare') return condition.comparator;
  return condition.kind === 'function' ? condition.name : condition.kind.toUpperCase();
}

function keyCondition(condition: Condition): KeyCondition {
  if (!('operands' in condition)) throw invalid('No key attribute specified');
  const operator = readOperator(condition) as KeyCondition['operator'];
  const [first] = condition.operands;
  if (condition.kind !== 'compare' && first?.kind === 'value') {
    throw invalid(`${operator} operator must have the key attribute as its first operand`);
  }
  const { name, values } = splitSides(condition.operands);
  const isTurned = condition.kind === 'compare' && first?.kind === 'value';
  return { name, operator: isTurned ? turned[condition.comparator] : operator, values };
}

function splitSides(operands: readonly Operand[]): { name: string; values: AttributeValue[] } {
  let name: string | undefined;
  const values: AttributeValue[] = [];
  for (const operand of operands) {
    if (operand.kind === 'value') values.push(operand.value);
    else if (operand.kind === 'size') {
      throw validationException('KeyConditionExpressions cannot contain nested operations');
    } else if (name !== undefined) throw invalid('Multiple attribute names used in one condition');
    else if (operand.path.length > 1) {
      throw validationException('KeyConditionExpressions cannot have conditions on nested attributes');
    } else [name] = operand.path;
  }
  if (name === undefined) throw invalid('No key attribute specified');
  return { name, values };
}

function invalid(problem: string): AwsError {
  return validationException(`Invalid condition in KeyConditionExpression: ${problem}`);
}
