import { parsePath, parseSteps, type PathSyntax } from './document-path.ts';
import type { TokenReader } from './token-reader.ts';

/**
 * What operators and functions work on, as written.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html
 */
export type OperandSyntax =
  | { readonly kind: 'path'; readonly path: PathSyntax; grouped: boolean }
  | { readonly kind: 'value'; readonly placeholder: string; grouped: boolean }
  | FunctionSyntax;

export interface FunctionSyntax {
  readonly kind: 'function';
  readonly name: string;
  readonly operands: readonly OperandSyntax[];
  /** Stands in parentheses of its own; a second pair would be redundant. */
  grouped: boolean;
}

export function parseOperand(reader: TokenReader): OperandSyntax {
  if (!reader.accept('(')) return parseBareOperand(reader);
  const inner = reader.group(() => parseOperand(reader));
  reader.expect(')');
  return continued(reader, grouped(reader, inner));
}

export function parseBareOperand(reader: TokenReader): OperandSyntax {
  const { kind } = reader.current;
  if (kind === ':value') return { kind: 'value', placeholder: reader.take().text, grouped: false };
  if (kind === 'name' && reader.keyword === undefined && reader.following.text === '(') {
    return parseFunction(reader);
  }
  return { kind: 'path', path: parsePath(reader), grouped: false };
}

export function grouped<T extends { grouped: boolean }>(reader: TokenReader, inner: T): T {
  if (inner.grouped) reader.note('parentheses', 'The expression has redundant parentheses');
  inner.grouped = true;
  return inner;
}

/** Conditions, unlike updates, let a path go on after parentheses: `(pages[0]).text`. */
export function continued(reader: TokenReader, operand: OperandSyntax): OperandSyntax {
  if (operand.kind !== 'path' || reader.parameter === 'UpdateExpression' || !reader.isAt('.', '[')) {
    return operand;
  }
  return { kind: 'path', path: parseSteps(reader, operand.path), grouped: false };
}

function parseFunction(reader: TokenReader): FunctionSyntax {
  const name = reader.take().text;
  reader.countOperator();
  noteFunction(reader, name);
  reader.expect('(');
  const operands = reader.group(() => {
    const all = [parseOperand(reader)];
    while (reader.accept(',')) all.push(parseOperand(reader));
    return all;
  });
  reader.expect(')');
  return { kind: 'function', name, operands, grouped: false };
}

const conditionFunctions = new Set([
  'attribute_exists',
  'attribute_not_exists',
  'attribute_type',
  'begins_with',
  'contains',
  'size',
]);
const updateFunctions = new Set(['if_not_exists', 'list_append']);

function noteFunction(reader: TokenReader, name: string): void {
  const isUpdate = reader.parameter === 'UpdateExpression';
  if ((isUpdate ? updateFunctions : conditionFunctions).has(name)) return;
  const isElsewhere = (isUpdate ? conditionFunctions : updateFunctions).has(name);
  const place = isUpdate ? 'an update' : 'a condition';
  const problem = isElsewhere
    ? `The function is not allowed in ${place} expression`
    : 'Invalid function name';
  reader.note('function', problem, { function: name });
}
