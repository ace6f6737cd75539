import { getAttributeType, type AttributeValue, type Item } from '../values/attribute-value.ts';
import { equalValues, compareOrdered } from '../values/compare.ts';
import { rememberResults, type BindingContext, type Substitutions } from './names-and-values.ts';
import { checkComparison, checkFunction } from './operand-checks.ts';
import {
  bindOperand,
  continueOperand,
  evaluateOperand,
  grouped,
  parseBareOperand,
  parseOperand,
  type FunctionSyntax,
  type Operand,
  type OperandSyntax,
} from './operand.ts';
import { TokenReader, type ExpressionParameter } from './token-reader.ts';

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

/** Lists the top-level attributes that the condition names, each once. */
export function listAttributes(condition: Condition): string[] {
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
      return compares(condition.comparator, evaluateIfGiven(left, item), evaluateIfGiven(right, item));
    }
    case 'between': {
      const [operand, low, high] = condition.operands;
      const value = evaluateIfGiven(operand, item);
      return (
        compares('>=', value, evaluateIfGiven(low, item)) &&
        compares('<=', value, evaluateIfGiven(high, item))
      );
    }
    case 'in': {
      const [operand, ...candidates] = condition.operands;
      const value = evaluateIfGiven(operand, item);
      return candidates.some((candidate) => compares('=', value, evaluateIfGiven(candidate, item)));
    }
    default: {
      const [first, second] = condition.operands;
      return functionHolds(condition.name, evaluateIfGiven(first, item), evaluateIfGiven(second, item));
    }
  }
}

function evaluateIfGiven(operand: Operand | undefined, item: Readonly<Item>): AttributeValue | undefined {
  return operand && evaluateOperand(operand, item);
}

/** A missing value is unequal to everything and has no order. */
function compares(
  comparator: Comparator,
  left: AttributeValue | undefined,
  right: AttributeValue | undefined,
): boolean {
  if (left === undefined || right === undefined) return comparator === '<>';
  if (comparator === '=') return equalValues(left, right);
  if (comparator === '<>') return !equalValues(left, right);
  const order = compareOrdered(left, right);
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
  if (name === 'attribute_type') return 'S' in second && getAttributeType(first) === second.S;
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

/**
 * A condition whose #names and :values are known.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ConditionExpressions.html
 */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'compare'; readonly comparator: Comparator; readonly operands: readonly Operand[] }
  | { readonly kind: 'between' | 'in'; readonly operands: readonly Operand[] }
  | { readonly kind: 'function'; readonly name: string; readonly operands: readonly Operand[] };

type ConditionParameter = 'ConditionExpression' | 'FilterExpression' | 'KeyConditionExpression';

export function readCondition(
  parameter: ConditionParameter,
  text: string,
  substitutions: Substitutions,
): Condition {
  return bind(readers[parameter](text), { substitutions, parameter });
}

const readers: Readonly<Record<ConditionParameter, (text: string) => ConditionSyntax>> = {
  ConditionExpression: rememberResults((text) => parseConditionSyntax('ConditionExpression', text)),
  FilterExpression: rememberResults((text) => parseConditionSyntax('FilterExpression', text)),
  KeyConditionExpression: rememberResults((text) => parseConditionSyntax('KeyConditionExpression', text)),
};

function bind(syntax: ConditionSyntax, context: BindingContext): Condition {
  switch (syntax.kind) {
    case 'and':
    case 'or':
      return { kind: syntax.kind, conditions: syntax.conditions.map((each) => bind(each, context)) };
    case 'not':
      return { kind: 'not', condition: bind(syntax.condition, context) };
    case 'compare': {
      const operands = syntax.operands.map((operand) => bindOperand(operand, context));
      checkComparison(context.parameter, syntax.comparator, operands);
      return { kind: 'compare', comparator: syntax.comparator, operands };
    }
    case 'between':
    case 'in': {
      const operands = syntax.operands.map((operand) => bindOperand(operand, context));
      checkComparison(context.parameter, syntax.kind.toUpperCase(), operands);
      return { kind: syntax.kind, operands };
    }
    default: {
      const operands = syntax.operands.map((operand) => bindOperand(operand, context));
      checkFunction(context.parameter, syntax.name, operands);
      return { kind: 'function', name: syntax.name, operands };
    }
  }
}

export type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** A condition as written, before anything is known of its #names and :values. */
type ConditionSyntax =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly ConditionSyntax[]; grouped: boolean }
  | { readonly kind: 'not'; readonly condition: ConditionSyntax; grouped: boolean }
  | {
      readonly kind: 'compare';
      readonly comparator: Comparator;
      readonly operands: readonly [OperandSyntax, OperandSyntax];
      grouped: boolean;
    }
  | {
      readonly kind: 'between';
      readonly operands: readonly [OperandSyntax, OperandSyntax, OperandSyntax];
      grouped: boolean;
    }
  | { readonly kind: 'in'; readonly operands: readonly [OperandSyntax, ...OperandSyntax[]]; grouped: boolean }
  | FunctionSyntax;

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html */
function parseConditionSyntax(parameter: ExpressionParameter, text: string): ConditionSyntax {
  const reader = new TokenReader(parameter, text, keywords);
  const condition = asCondition(reader, parseOr(reader));
  reader.finish();
  return condition;
}

const keywords = new Set(['AND', 'OR', 'NOT', 'BETWEEN', 'IN']);
const comparators: ReadonlySet<string> = new Set<Comparator>(['=', '<>', '<', '<=', '>', '>=']);
const mostCandidates = 100;

/** Whether parentheses hold a condition or an operand is known only later. */
type Node = ConditionSyntax | OperandSyntax;

function parseOr(reader: TokenReader): Node {
  return parseJoined(reader, 'OR', parseAnd);
}

function parseAnd(reader: TokenReader): Node {
  return parseJoined(reader, 'AND', parseNot);
}

function parseJoined(reader: TokenReader, word: 'AND' | 'OR', parse: (reader: TokenReader) => Node): Node {
  const first = parse(reader);
  if (reader.keyword !== word) return first;
  const conditions = [asCondition(reader, first)];
  while (reader.acceptKeyword(word)) {
    reader.countOperator();
    conditions.push(asCondition(reader, parse(reader)));
  }
  return { kind: word === 'AND' ? 'and' : 'or', conditions, grouped: false };
}

function parseNot(reader: TokenReader): Node {
  if (!reader.acceptKeyword('NOT')) return parseComparison(reader);
  reader.countOperator();
  return { kind: 'not', condition: asCondition(reader, parseNot(reader)), grouped: false };
}

function parseComparison(reader: TokenReader): Node {
  const left = parseUnit(reader);
  if (!isOperand(left)) return left;
  if (reader.current.kind === 'symbol' && comparators.has(reader.current.text)) {
    const comparator = reader.take().text as Comparator;
    reader.countOperator();
    const operands = [left, parseOperand(reader)] as const;
    operands.forEach((operand) => noteMisuse(reader, operand));
    return { kind: 'compare', comparator, operands, grouped: false };
  }
  if (reader.acceptKeyword('BETWEEN')) {
    reader.countOperator();
    const low = parseOperand(reader);
    if (!reader.acceptKeyword('AND')) throw reader.syntaxError();
    const operands = [left, low, parseOperand(reader)] as const;
    operands.forEach((operand) => noteMisuse(reader, operand));
    return { kind: 'between', operands, grouped: false };
  }
  return reader.acceptKeyword('IN') ? parseCandidates(reader, left) : left;
}

function parseCandidates(reader: TokenReader, operand: OperandSyntax): ConditionSyntax {
  reader.countOperator();
  reader.expect('(');
  const candidates = [parseOperand(reader)];
  while (reader.accept(',')) candidates.push(parseOperand(reader));
  reader.expect(')');
  [operand, ...candidates].forEach((each) => noteMisuse(reader, each));
  if (candidates.length > mostCandidates) {
    reader.note('operands', 'The IN operator is provided with too many operands', {
      'number of operands': candidates.length,
    });
  }
  return { kind: 'in', operands: [operand, ...candidates], grouped: false };
}

function parseUnit(reader: TokenReader): Node {
  if (!reader.accept('(')) return parseBareOperand(reader);
  const inner = grouped(
    reader,
    reader.group(() => parseOr(reader)),
  );
  reader.expect(')');
  return isOperand(inner) ? continueOperand(reader, inner) : inner;
}

function isOperand(node: Node): node is OperandSyntax {
  return node.kind === 'path' || node.kind === 'value' || node.kind === 'function';
}

/** A path or a value alone is not a condition; all functions except `size` are. */
function asCondition(reader: TokenReader, node: Node): ConditionSyntax {
  if (node.kind === 'path' || node.kind === 'value') throw reader.syntaxError();
  if (node.kind === 'function') {
    if (node.name === 'size') noteMisused(reader, node.name);
    node.operands.forEach((operand) => noteMisuse(reader, operand));
  }
  return node;
}

/** Only `size` returns a value that can be compared. */
function noteMisuse(reader: TokenReader, operand: OperandSyntax): void {
  if (operand.kind !== 'function') return;
  if (operand.name !== 'size') noteMisused(reader, operand.name);
  operand.operands.forEach((inner) => noteMisuse(reader, inner));
}

function noteMisused(reader: TokenReader, name: string): void {
  reader.note('misuse', 'The function is not allowed to be used this way in an expression', {
    function: name,
  });
}
