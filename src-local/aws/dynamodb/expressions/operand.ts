import { typeOf, type AttributeType, type AttributeValue, type Item } from '../values/attribute-value.ts';
import { binaryLength } from '../values/binary.ts';
import { bindPath, valueAt, type DocumentPath } from './document-path.ts';
import type { BindingContext } from './names-and-values.ts';
import type { OperandSyntax } from './operand-syntax.ts';
import { refusal } from './refusal.ts';

/** What a condition works on. */
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
      // Reading has refused any other function in this place.
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
  if (operand.kind === 'value') return typeOf(operand.value);
  return operand.kind === 'size' ? 'N' : undefined;
}

/** Undefined where the item has nothing there. */
export function evaluateOperand(operand: Operand, item: Readonly<Item>): AttributeValue | undefined {
  switch (operand.kind) {
    case 'path':
      return valueAt(item, operand.path);
    case 'value':
      return operand.value;
    default: {
      const [of] = operand.operands;
      const value = of && evaluateOperand(of, item);
      const size = value && lengthOf(value);
      return size === undefined ? undefined : { N: String(size) };
    }
  }
}

/** Strings count UTF-16 units, not bytes; numbers, booleans and null have no size. */
function lengthOf(value: AttributeValue): number | undefined {
  if ('S' in value) return value.S.length;
  if ('B' in value) return binaryLength(value.B);
  if ('SS' in value) return value.SS.length;
  if ('NS' in value) return value.NS.length;
  if ('BS' in value) return value.BS.length;
  if ('L' in value) return value.L.length;
  if ('M' in value) return Object.keys(value.M).length;
  return undefined;
}
