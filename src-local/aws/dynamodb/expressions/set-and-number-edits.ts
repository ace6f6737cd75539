import type { AttributeValue } from '../values/attribute-value.ts';
import { addNumbers } from '../values/numbers.ts';
import { wrongDataType } from './update-value.ts';

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
  if ('SS' in value && 'SS' in operand) return orNothing('SS', difference(value.SS, operand.SS));
  if ('NS' in value && 'NS' in operand) return orNothing('NS', difference(value.NS, operand.NS));
  if ('BS' in value && 'BS' in operand) return orNothing('BS', difference(value.BS, operand.BS));
  throw wrongDataType();
}

function union(members: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...members, ...more])];
}

function difference(members: readonly string[], fewer: readonly string[]): string[] {
  const gone = new Set(fewer);
  return members.filter((member) => !gone.has(member));
}

function orNothing(type: 'SS' | 'NS' | 'BS', members: string[]): AttributeValue | undefined {
  return members.length > 0 ? ({ [type]: members } as unknown as AttributeValue) : undefined;
}
