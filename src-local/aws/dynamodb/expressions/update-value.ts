import { validationException } from '../../protocol/aws-error.ts';
import {
  getAttributeType,
  type AttributeType,
  type AttributeValue,
  type Item,
} from '../values/attribute-value.ts';
import { addNumbers, subtractNumbers } from '../values/numbers.ts';
import { bindPath, valueAt, type DocumentPath } from './document-path.ts';
import type { BindingContext } from './names-and-values.ts';
import { checkCount, wrongOperandType } from './operand-checks.ts';
import { bindValue, type OperandSyntax } from './operand.ts';
import { refusal } from './token-reader.ts';
import type { ArithmeticSyntax } from './update.ts';

/**
 * SET assigns one of these to an attribute.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html#Expressions.UpdateExpressions.SET
 */
export type UpdateValue =
  | { readonly kind: 'path'; readonly path: DocumentPath }
  | { readonly kind: 'value'; readonly value: AttributeValue }
  | { readonly kind: 'if_not_exists'; readonly path: DocumentPath; readonly otherwise: UpdateValue }
  | { readonly kind: 'list_append' | '+' | '-'; readonly operands: readonly UpdateValue[] };

export function bindUpdateValue(
  syntax: OperandSyntax | ArithmeticSyntax,
  context: BindingContext,
): UpdateValue {
  switch (syntax.kind) {
    case 'path':
      return { kind: 'path', path: bindPath(syntax.path, context) };
    case 'value':
      return { kind: 'value', value: bindValue(syntax.placeholder, context) };
    case '+':
    case '-': {
      const operands = syntax.operands.map((operand) => bindUpdateValue(operand, context));
      checkTypes(context, syntax.kind, operands, 'N');
      return { kind: syntax.kind, operands };
    }
    default:
      return bindFunction(syntax.name, syntax.operands, context);
  }
}

/** Operands see the item as it was before the update. */
export function evaluateUpdateValue(value: UpdateValue, item: Readonly<Item>): AttributeValue {
  switch (value.kind) {
    case 'path': {
      const found = valueAt(item, value.path);
      if (found) return found;
      throw validationException(
        'The provided expression refers to an attribute that does not exist in the item',
      );
    }
    case 'value':
      return value.value;
    case 'if_not_exists':
      return valueAt(item, value.path) ?? evaluateUpdateValue(value.otherwise, item);
    default: {
      const [first, second] = value.operands.map((operand) => evaluateUpdateValue(operand, item));
      if (first && second) return combineSets(value.kind, first, second);
      throw wrongDataType();
    }
  }
}

function wrongDataType(): Error {
  return validationException('An operand in the update expression has an incorrect data type');
}

function combineSets(
  kind: 'list_append' | '+' | '-',
  first: AttributeValue,
  second: AttributeValue,
): AttributeValue {
  if (kind === 'list_append') {
    if ('L' in first && 'L' in second) return { L: [...first.L, ...second.L] };
  } else if ('N' in first && 'N' in second) {
    return { N: kind === '+' ? addNumbers(first.N, second.N) : subtractNumbers(first.N, second.N) };
  }
  throw wrongDataType();
}

function bindFunction(name: string, syntax: readonly OperandSyntax[], context: BindingContext): UpdateValue {
  const operands = syntax.map((operand) => bindUpdateValue(operand, context));
  checkCount(context.parameter, name, operands.length, 2);
  if (name === 'list_append') {
    checkTypes(context, name, operands, 'L');
    return { kind: 'list_append', operands };
  }
  const [first, otherwise] = operands;
  if (first?.kind === 'path' && otherwise) return { kind: 'if_not_exists', path: first.path, otherwise };
  throw refusal(context.parameter, 'Operator or function requires a document path', {
    'operator or function': name,
  });
}

function checkTypes(
  { parameter }: BindingContext,
  operator: string,
  operands: readonly UpdateValue[],
  expected: AttributeType,
): void {
  for (const operand of operands) {
    const type = knownType(operand);
    if (type && type !== expected) throw wrongOperandType(parameter, operator, type);
  }
}

/** Its type, where that does not depend on the item. */
function knownType(value: UpdateValue): AttributeType | undefined {
  if (value.kind === 'value') return getAttributeType(value.value);
  return value.kind === 'list_append' ? 'L' : undefined;
}

/**
 * ADD: a number counts from zero, a set from nothing.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html#Expressions.UpdateExpressions.ADD
 */
export function addition(value: AttributeValue | undefined, operand: AttributeValue): AttributeValue {
  if (!value) return operand;
  if ('N' in value && 'N' in operand) return { N: addNumbers(value.N, operand.N) };
  if ('SS' in value && 'SS' in operand) return { SS: union(value.SS, operand.SS) };
  if ('NS' in value && 'NS' in operand) return { NS: union(value.NS, operand.NS) };
  if ('BS' in value && 'BS' in operand) return { BS: union(value.BS, operand.BS) };
  throw wrongDataType();
}

/**
 * DELETE: a set that would be empty goes altogether.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html#Expressions.UpdateExpressions.DELETE
 */
export function withoutMembers(
  value: AttributeValue | undefined,
  operand: AttributeValue,
): AttributeValue | undefined {
  if (!value) return undefined;
  if ('SS' in value && 'SS' in operand) return toSetUnlessEmpty('SS', difference(value.SS, operand.SS));
  if ('NS' in value && 'NS' in operand) return toSetUnlessEmpty('NS', difference(value.NS, operand.NS));
  if ('BS' in value && 'BS' in operand) return toSetUnlessEmpty('BS', difference(value.BS, operand.BS));
  throw wrongDataType();
}

function union(members: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...members, ...more])];
}

function difference(members: readonly string[], fewer: readonly string[]): string[] {
  const gone = new Set(fewer);
  return members.filter((member) => !gone.has(member));
}

function toSetUnlessEmpty(type: 'SS' | 'NS' | 'BS', members: string[]): AttributeValue | undefined {
  return members.length > 0 ? ({ [type]: members } as unknown as AttributeValue) : undefined;
}
