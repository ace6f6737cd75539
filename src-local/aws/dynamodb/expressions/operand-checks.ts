import { getAttributeType, type AttributeType, type AttributeValue } from '../values/attribute-value.ts';
import { compareOrdered } from '../values/compare.ts';
import { formatPath, samePath } from './document-path.ts';
import { knownType, type Operand } from './operand.ts';
import { refusal, type ExpressionParameter } from './token-reader.ts';

/**
 * Refuses a function call that is invalid for any item.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html#Expressions.OperatorsAndFunctions.Functions
 */
export function checkFunction(
  parameter: ExpressionParameter,
  name: string,
  operands: readonly Operand[],
): void {
  checkSizes(parameter, operands);
  checkCount(parameter, name, operands.length, name === 'size' || name.includes('exists') ? 1 : 2);
  checkDistinct(parameter, name, operands);
  const [first, second] = operands;
  if (name.startsWith('attribute_') && first?.kind !== 'path') {
    throw refusal(parameter, 'Operator or function requires a document path', {
      'operator or function': name,
    });
  }
  if (name === 'begins_with') checkTypes(parameter, name, operands, ['S', 'B']);
  if (name === 'attribute_type' && second) checkTypeName(parameter, second);
}

export function checkComparison(
  parameter: ExpressionParameter,
  operator: string,
  operands: readonly Operand[],
): void {
  checkSizes(parameter, operands);
  checkDistinct(parameter, operator, operands);
  if (operator.startsWith('<') && operator !== '<>') checkTypes(parameter, operator, operands, ordered);
  if (operator.startsWith('>') || operator === 'BETWEEN') {
    checkTypes(parameter, operator, operands, ordered);
  }
  const [, low, high] = operands;
  if (operator === 'BETWEEN' && low?.kind === 'value' && high?.kind === 'value') {
    checkBounds(parameter, low.value, high.value);
  }
}

export function checkCount(
  parameter: ExpressionParameter,
  name: string,
  given: number,
  expected: number,
): void {
  if (given === expected) return;
  throw refusal(parameter, 'Incorrect number of operands for operator or function', {
    'operator or function': name,
    'number of operands': given,
  });
}

export function wrongOperandType(parameter: ExpressionParameter, operator: string, type: string): Error {
  return refusal(parameter, 'Incorrect operand type for operator or function', {
    'operator or function': operator,
    'operand type': type,
  });
}

const ordered: readonly AttributeType[] = ['S', 'N', 'B'];
const sized: readonly AttributeType[] = ['S', 'B', 'SS', 'NS', 'BS', 'L', 'M'];

function checkSizes(parameter: ExpressionParameter, operands: readonly Operand[]): void {
  for (const operand of operands) {
    if (operand.kind !== 'size') continue;
    checkSizes(parameter, operand.operands);
    checkCount(parameter, 'size', operand.operands.length, 1);
    checkTypes(parameter, 'size', operand.operands, sized);
  }
}

function checkTypes(
  parameter: ExpressionParameter,
  operator: string,
  operands: readonly Operand[],
  allowed: readonly AttributeType[],
): void {
  for (const operand of operands) {
    const type = knownType(operand);
    if (type && !allowed.includes(type)) throw wrongOperandType(parameter, operator, type);
  }
}

function checkDistinct(parameter: ExpressionParameter, operator: string, operands: readonly Operand[]): void {
  const [first, ...others] = operands;
  if (first?.kind !== 'path') return;
  if (!others.some((other) => other.kind === 'path' && samePath(first.path, other.path))) return;
  throw refusal(
    parameter,
    'The first operand must be distinct from the remaining operands for this operator or function',
    { operator, 'first operand': formatPath(first.path) },
  );
}

function checkTypeName(parameter: ExpressionParameter, operand: Operand): void {
  const type = knownType(operand) ?? '{NS,SS,L,BS,N,M,B,BOOL,NULL,S}';
  if (operand.kind !== 'value' || !('S' in operand.value)) {
    throw wrongOperandType(parameter, 'attribute_type', type);
  }
  if (typeNames.has(operand.value.S)) return;
  throw refusal(parameter, 'Invalid attribute type name found', {
    type: operand.value.S,
    'valid types': `{${[...typeNames].join(',')}}`,
  });
}

const typeNames: ReadonlySet<string> = new Set<AttributeType>([
  'B',
  'NULL',
  'SS',
  'BOOL',
  'L',
  'BS',
  'N',
  'NS',
  'S',
  'M',
]);

function checkBounds(parameter: ExpressionParameter, low: AttributeValue, high: AttributeValue): void {
  const bounds = { 'lower bound operand': boundText(low), 'upper bound operand': boundText(high) };
  if (getAttributeType(low) !== getAttributeType(high)) {
    const problem = 'The BETWEEN operator requires same data type for lower and upper bounds';
    throw refusal(parameter, problem, bounds);
  }
  if ((compareOrdered(low, high) ?? 0) > 0) {
    const problem = 'The BETWEEN operator requires upper bound to be greater than or equal to lower bound';
    throw refusal(parameter, problem, bounds);
  }
}

function boundText(value: AttributeValue): string {
  return `AttributeValue: {${getAttributeType(value)}:${Object.values(value).join('')}}`;
}
