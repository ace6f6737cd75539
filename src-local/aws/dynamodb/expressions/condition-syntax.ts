import {
  continued,
  grouped,
  parseBareOperand,
  parseOperand,
  type FunctionSyntax,
  type OperandSyntax,
} from './operand-syntax.ts';
import type { ExpressionParameter } from './refusal.ts';
import { TokenReader } from './token-reader.ts';

export type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** A condition as written, before anything is known of its #names and :values. */
export type ConditionSyntax =
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
export function parseConditionSyntax(parameter: ExpressionParameter, text: string): ConditionSyntax {
  const reader = new TokenReader(parameter, text, keywords);
  const condition = asCondition(reader, parseOr(reader));
  reader.finish();
  return condition;
}

const keywords = new Set(['AND', 'OR', 'NOT', 'BETWEEN', 'IN']);
const comparators: ReadonlySet<string> = new Set<Comparator>(['=', '<>', '<', '<=', '>', '>=']);
const mostCandidates = 100;

/** Inside of parentheses it shows only later whether they hold a condition or an operand. */
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
  return isOperand(inner) ? continued(reader, inner) : inner;
}

function isOperand(node: Node): node is OperandSyntax {
  return node.kind === 'path' || node.kind === 'value' || node.kind === 'function';
}

/** A path or a value alone says nothing; of functions, all but `size` do. */
function asCondition(reader: TokenReader, node: Node): ConditionSyntax {
  if (node.kind === 'path' || node.kind === 'value') throw reader.syntaxError();
  if (node.kind === 'function') {
    if (node.name === 'size') noteMisused(reader, node.name);
    node.operands.forEach((operand) => noteMisuse(reader, operand));
  }
  return node;
}

/** Only `size` has a value to work on. */
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
