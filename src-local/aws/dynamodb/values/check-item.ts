import { AwsError, validationException } from '../../protocol/aws-error.ts';
import {
  checkBinary,
  setMember,
  type AttributeType,
  type AttributeValue,
  type Item,
} from './attribute-value.ts';
import { canonicalNumber } from './numbers.ts';

/** Returns the item with its numbers in canonical form. `at` names the parameter: `Item`, `Key`. */
export function checkItem(value: unknown, at: string): Item {
  return checkMembers(value, at, 1);
}

export function checkValue(value: unknown): AttributeValue {
  return checkValueAt(value, 'value', 1);
}

const longestName = 65_535;

function checkMembers(value: unknown, at: string, level: number): Item {
  if (!isRecord(value)) throw wrongType(value, 'Map');
  const members: Item = {};
  for (const name of Object.keys(value)) {
    checkName(name);
    setMember(members, name, checkValueAt(value[name], `${at}.${name}.member`, level));
  }
  return members;
}

function checkName(name: string): void {
  if (name === '') throw invalid('Empty attribute name');
  if (name.length * 3 > longestName && Buffer.byteLength(name) > longestName) {
    throw invalid(`Attribute name is too large, must be less than ${longestName + 1} bytes`);
  }
}

/** If a value has several types, a fault in the first is reported before their number, as on AWS. */
function checkValueAt(value: unknown, at: string, level: number): AttributeValue {
  if (level > deepestLevel) throw tooDeep();
  if (value === null || value === undefined) {
    const path = at.charAt(0).toLowerCase() + at.slice(1);
    throw validationException(
      `1 validation error detected: Value null at '${path}' failed to satisfy constraint: Member must not be null`,
    );
  }
  if (!isRecord(value)) throw wrongType(value, 'AttributeValue');
  let checked: AttributeValue | undefined;
  let types = 0;
  for (const type of Object.keys(value)) {
    const content = value[type];
    if (content === null || content === undefined) continue;
    types += 1;
    const next = checkContent(type, content, at, level);
    checked ??= next;
  }
  if (!checked) {
    throw validationException(
      'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes',
    );
  }
  if (types > 1) {
    throw validationException(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    );
  }
  return checked;
}

function checkContent(type: string, content: unknown, at: string, level: number): AttributeValue | undefined {
  switch (type as AttributeType) {
    case 'S':
      return { S: text(content) };
    case 'N':
      return { N: canonicalNumber(text(content)) };
    case 'B':
      return { B: checkBinary(text(content)) };
    case 'BOOL':
      return { BOOL: flag(content) };
    case 'NULL':
      if (flag(content)) return { NULL: true };
      throw invalid('Null attribute value types must have the value of true');
    case 'SS':
    case 'NS':
    case 'BS':
      return checkSet(type as 'SS' | 'NS' | 'BS', list(content).map(text));
    case 'L':
      return { L: list(content).map((member) => checkValueAt(member, at, level + 1)) };
    case 'M':
      return { M: checkMembers(content, at, level + 1) };
    default:
      return undefined;
  }
}

function text(content: unknown): string {
  if (typeof content === 'string') return content;
  throw wrongType(content, 'String');
}

function flag(content: unknown): boolean {
  if (typeof content === 'boolean') return content;
  throw wrongType(content, 'Boolean');
}

function list(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  throw wrongType(content, 'List');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrongType(value: unknown, expected: string): AwsError {
  if (Array.isArray(value)) return new AwsError('SerializationException', 'Unexpected start of list');
  if (typeof value === 'object' && value !== null) {
    return new AwsError('SerializationException', 'Start of structure or map found where not expected');
  }
  const given = value === null || value === undefined ? 'NULL_VALUE' : `${typeof value}_VALUE`;
  return new AwsError('SerializationException', `${given.toUpperCase()} cannot be converted to ${expected}`);
}

function invalid(problem: string): AwsError {
  return validationException(`One or more parameter values were invalid: ${problem}`);
}

/**
 * A set has members, and none twice. The odd spelling of the refusals is AWS's.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html#HowItWorks.DataTypes.SetTypes
 */
function checkSet(type: 'SS' | 'NS' | 'BS', given: readonly string[]): AttributeValue {
  if (given.length === 0) throw validationException(`${invalidValues} ${emptySet[type]}`);
  switch (type) {
    case 'SS':
      if (hasDuplicates(given)) {
        throw validationException(
          `${invalidValues} Input collection [${given.join(', ')}] contains duplicates.`,
        );
      }
      return { SS: given };
    case 'NS': {
      const members = given.map(canonicalNumber);
      if (hasDuplicates(members)) throw validationException('Input collection contains duplicates');
      return { NS: members };
    }
    default: {
      const members = given.map(checkBinary);
      if (hasDuplicates(members)) {
        const all = members.join(', ');
        throw validationException(
          `${invalidValues} Input collection [${all}]of type BS contains duplicates.`,
        );
      }
      return { BS: members };
    }
  }
}

const invalidValues = 'One or more parameter values were invalid:';

const emptySet = {
  SS: 'An string set  may not be empty',
  NS: 'An number set  may not be empty',
  BS: 'Binary sets should not be empty',
};

function hasDuplicates(members: readonly string[]): boolean {
  return new Set(members).size !== members.length;
}

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

function tooDeep(): AwsError {
  return validationException(
    'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
  );
}
