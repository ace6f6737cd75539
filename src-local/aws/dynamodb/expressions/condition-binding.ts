import { parseConditionSyntax, type Comparator, type ConditionSyntax } from './condition-syntax.ts';
import type { BindingContext, Substitutions } from './names-and-values.ts';
import { checkComparison, checkFunction } from './operand-checks.ts';
import { bindOperand, type Operand } from './operand.ts';
import { remembered } from './remembered.ts';

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
  ConditionExpression: remembered((text) => parseConditionSyntax('ConditionExpression', text)),
  FilterExpression: remembered((text) => parseConditionSyntax('FilterExpression', text)),
  KeyConditionExpression: remembered((text) => parseConditionSyntax('KeyConditionExpression', text)),
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
