import { validationException, type AwsError } from '../../protocol/aws-error.ts';
import type { AttributeValue } from './attribute-value.ts';

/**
 * Levels of an item's attributes, the attribute itself being the first.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-attributes
 */
export const deepestLevel = 32;

/** Refuses a value that reaches below the deepest level when it stands at `level`. */
export function checkNesting(value: AttributeValue, level: number): void {
  if (level > deepestLevel) throw tooDeep();
  if ('L' in value) for (const member of value.L) checkNesting(member, level + 1);
  else if ('M' in value) for (const member of Object.values(value.M)) checkNesting(member, level + 1);
}

export function tooDeep(): AwsError {
  return validationException(
    'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
  );
}
