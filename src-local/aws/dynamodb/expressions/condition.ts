import { typeOf, type AttributeValue, type Item } from '../values/attribute-value.ts';
import { equalValues, orderedCompare } from '../values/compare.ts';
import { readCondition, type Condition } from './condition-binding.ts';
import type { Comparator } from './condition-syntax.ts';
import type { Substitutions } from './names-and-values.ts';
import { evaluateOperand, type Operand } from './operand.ts';

export type { Condition };

export function parseCondition(
  text: string,
  substitutions: Substitutions,
  parameter: 'ConditionExpression' | 'FilterExpression',
): Condition {
  return readCondition(parameter, text, substitutions);
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html */
export function holds(condition: Condition, item: Readonly<Item> | undefined): boolean {
  return isTrue(condition, item ?? noItem);
}

/** The top-level attributes that the condition names, each once. */
export function attributesOf(condition: Condition): string[] {
  const names = new Set<string>();
  collect(condition, names);
  return [...names];
}

const noItem: Readonly<Item> = {};

function isTrue(condition: Condition, item: Readonly<Item>): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.every((each) => isTrue(each, item));
    case 'or':
      return condition.conditions.some((each) => isTrue(each, item));
    case 'not':
      return !isTrue(condition.condition, item);
    case 'compare': {
      const [left, right] = condition.operands;
      return compares(condition.comparator, valueOf(left, item), valueOf(right, item));
    }
    case 'between': {
      const [operand, low, high] = condition.operands;
      const value = valueOf(operand, item);
      return compares('>=', value, valueOf(low, item)) && compares('<=', value, valueOf(high, item));
    }
    case 'in': {
      const [operand, ...candidates] = condition.operands;
      const value = valueOf(operand, item);
      return candidates.some((candidate) => compares('=', value, valueOf(candidate, item)));
    }
    default: {
      const [first, second] = condition.operands;
      return functionHolds(condition.name, valueOf(first, item), valueOf(second, item));
    }
  }
}

function valueOf(operand: Operand | undefined, item: Readonly<Item>): AttributeValue | undefined {
  return operand && evaluateOperand(operand, item);
}

/** What is not there is unequal to everything, and stands in no order. */
function compares(
  comparator: Comparator,
  left: AttributeValue | undefined,
  right: AttributeValue | undefined,
): boolean {
  if (left === undefined || right === undefined) return comparator === '<>';
  if (comparator === '=') return equalValues(left, right);
  if (comparator === '<>') return !equalValues(left, right);
  const order = orderedCompare(left, right);
  if (order === undefined) return false;
  switch (comparator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}

function functionHolds(
  name: string,
  first: AttributeValue | undefined,
  second: AttributeValue | undefined,
): boolean {
  if (name === 'attribute_exists') return first !== undefined;
  if (name === 'attribute_not_exists') return first === undefined;
  if (first === undefined || second === undefined) return false;
  if (name === 'attribute_type') return 'S' in second && typeOf(first) === second.S;
  if (name === 'begins_with') return beginsWith(first, second);
  return contains(first, second);
}

function beginsWith(value: AttributeValue, start: AttributeValue): boolean {
  if ('S' in value && 'S' in start) return value.S.startsWith(start.S);
  if (!('B' in value && 'B' in start)) return false;
  const bytes = Buffer.from(start.B, 'base64');
  return Buffer.from(value.B, 'base64').subarray(0, bytes.length).equals(bytes);
}

function contains(value: AttributeValue, part: AttributeValue): boolean {
  if ('L' in value) return value.L.some((member) => equalValues(member, part));
  if ('S' in part) {
    if ('S' in value) return value.S.includes(part.S);
    return 'SS' in value && value.SS.includes(part.S);
  }
  if ('N' in part) return 'NS' in value && value.NS.includes(part.N);
  if (!('B' in part)) return false;
  if ('BS' in value) return value.BS.includes(part.B);
  return 'B' in value && Buffer.from(value.B, 'base64').includes(Buffer.from(part.B, 'base64'));
}

function collect(condition: Condition, names: Set<string>): void {
  if (condition.kind === 'not') collect(condition.condition, names);
  else if ('conditions' in condition) for (const each of condition.conditions) collect(each, names);
  else for (const operand of condition.operands) collectOperand(operand, names);
}

function collectOperand(operand: Operand, names: Set<string>): void {
  if (operand.kind === 'path') names.add(operand.path[0]);
  else if (operand.kind === 'size') for (const inner of operand.operands) collectOperand(inner, names);
}
