import {
  measureBinary,
  getAttributeType,
  type AttributeType,
  type AttributeValue,
  type Item,
} from '../values/attribute-value.ts';
import {
  bindPath,
  parsePath,
  parseSteps,
  valueAt,
  type DocumentPath,
  type PathSyntax,
} from './document-path.ts';
import type { BindingContext } from './names-and-values.ts';
import { refusal, type TokenReader } from './token-reader.ts';

export type Operand =
  | { readonly kind: 'path'; readonly path: DocumentPath }
  | { readonly kind: 'value'; readonly value: AttributeValue }
  | { readonly kind: 'size'; readonly operands: readonly Operand[] };

export function bindOperand(syntax: OperandSyntax, context: BindingContext): Operand {
  switch (syntax.kind) {
    case 'path':
      return { kind: 'path', path: bindPath(syntax.path, context) };
    case 'value':
      return { kind: 'value', value: bindValue(syntax.placeholder, context) };
    default:
      // The parser has already refused any other function here.
      return { kind: 'size', operands: syntax.operands.map((operand) => bindOperand(operand, context)) };
  }
}

export function bindValue(placeholder: string, { substitutions, parameter }: BindingContext): AttributeValue {
  const value = substitutions.value(placeholder);
  if (value) return value;
  throw refusal(parameter, 'An expression attribute value used in expression is not defined', {
    'attribute value': placeholder,
  });
}

/** Its type, where that does not depend on the item. */
export function knownType(operand: Operand): AttributeType | undefined {
  if (operand.kind === 'value') return getAttributeType(operand.value);
  return operand.kind === 'size' ? 'N' : undefined;
}

/** Returns undefined if the item has no value there. */
export function evaluateOperand(operand: Operand, item: Readonly<Item>): AttributeValue | undefined {
  switch (operand.kind) {
    case 'path':
      return valueAt(item, operand.path);
    case 'value':
      return operand.value;
    default: {
      const [of] = operand.operands;
      const value = of && evaluateOperand(of, item);
      const size = value && measureLength(value);
      return size === undefined ? undefined : { N: String(size) };
    }
  }
}

/** Strings count UTF-16 units, not bytes; numbers, booleans and null have no size. */
function measureLength(value: AttributeValue): number | undefined {
  if ('S' in value) return value.S.length;
  if ('B' in value) return measureBinary(value.B);
  if ('SS' in value) return value.SS.length;
  if ('NS' in value) return value.NS.length;
  if ('BS' in value) return value.BS.length;
  if ('L' in value) return value.L.length;
  if ('M' in value) return Object.keys(value.M).length;
  return undefined;
}

/**
 * The operand of an operator or function as it was written, before names and values are filled in.
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
  return continueOperand(reader, grouped(reader, inner));
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
export function continueOperand(reader: TokenReader, operand: OperandSyntax): OperandSyntax {
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
