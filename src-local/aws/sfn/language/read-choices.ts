import { comparators, pathComparators } from './comparators.ts';
import type { DefinitionProblems } from './definition-problems.ts';
import { isReferencePath, isText, isTimestamp, type FieldCheck } from './field-checks.ts';
import { isRecord } from './is-record.ts';
import type { ChoiceRule, TopChoiceRule } from './state.ts';

/** Deeper than anybody writes; the rules are walked by functions that call themselves. */
const deepest = 50;

/** The rules of a Choice state, its comparators taken apart. https://docs.aws.amazon.com/step-functions/latest/dg/state-choice.html */
export function readChoices(value: unknown, at: string, problems: DefinitionProblems): TopChoiceRule[] {
  if (!Array.isArray(value) || value.length === 0) {
    problems.schema('Expected a non-empty array of choice rules', at);
    return [];
  }
  return value.flatMap((rule: unknown, index) => {
    const place = `${at}[${index}]`;
    if (isRecord(rule) && typeof rule['Next'] !== 'string') {
      problems.schema('These fields are required: [Next]', place);
    }
    const read = readRule(rule, place, problems, 0);
    return read && isRecord(rule) ? [{ ...read, Next: String(rule['Next']) }] : [];
  });
}

function readRule(
  value: unknown,
  at: string,
  problems: DefinitionProblems,
  depth: number,
): ChoiceRule | undefined {
  if (!isRecord(value) || depth > deepest) {
    problems.schema(isRecord(value) ? 'Nested too deeply' : 'Expected value of type Object', at);
    return undefined;
  }
  const { Next: next, Comment: comment, ...rule } = value;
  if (next !== undefined && depth > 0) problems.schema("Only a top-level rule has the field 'Next'", at);
  if (comment !== undefined) isText(comment, `${at}/Comment`, problems);
  const { Variable: variable, ...others } = rule;
  const [name, ...more] = Object.keys(others);
  if (name === undefined || more.length > 0) {
    const found = Object.keys(others).join(', ');
    problems.schema(`Expected exactly one comparison operator, found [${found}]`, at);
    return undefined;
  }
  if (['And', 'Or', 'Not'].includes(name)) {
    if (variable !== undefined) problems.schema(`'Variable' does not go with '${name}'`, at);
    return readBoolean(name, others[name], `${at}/${name}`, problems, depth);
  }
  return readComparison(name, others[name], variable, at, problems);
}

function readBoolean(
  name: string,
  value: unknown,
  at: string,
  problems: DefinitionProblems,
  depth: number,
): ChoiceRule | undefined {
  if (name === 'Not') {
    const inner = readRule(value, at, problems, depth + 1);
    return inner && { Not: inner };
  }
  if (!Array.isArray(value) || value.length === 0) {
    problems.schema('Expected a non-empty array of choice rules', at);
    return undefined;
  }
  const rules = value.flatMap((rule, index) => readRule(rule, `${at}[${index}]`, problems, depth + 1) ?? []);
  return name === 'And' ? { And: rules } : { Or: rules };
}

function readComparison(
  comparator: string,
  operand: unknown,
  variable: unknown,
  at: string,
  problems: DefinitionProblems,
): ChoiceRule | undefined {
  const check = operandCheck(comparator);
  if (!check) {
    if (comparator === 'Assign') problems.unsupported("The field 'Assign'", at);
    else problems.schema(`The field "${comparator}" is not supported by Step Functions`, at);
    return undefined;
  }
  check(operand, `${at}/${comparator}`, problems);
  if (variable === undefined) problems.schema('These fields are required: [Variable]', at);
  else isReferencePath(variable, `${at}/Variable`, problems);
  return { Variable: String(variable), comparator, operand };
}

function operandCheck(comparator: string): FieldCheck | undefined {
  if (comparator.endsWith('Path') && pathComparators.has(comparator.slice(0, -'Path'.length))) {
    return isReferencePath;
  }
  if (comparator !== 'IsPresent' && !comparators.has(comparator)) return undefined;
  if (comparator.startsWith('Is') || comparator.startsWith('Boolean')) return ofType('boolean');
  if (comparator.startsWith('Timestamp')) return isTimestamp;
  return ofType(comparator.startsWith('Numeric') ? 'number' : 'string');
}

function ofType(type: 'boolean' | 'number' | 'string'): FieldCheck {
  return (value, at, problems) => {
    if (typeof value === type) return;
    problems.schema(`Expected value of type ${type.charAt(0).toUpperCase()}${type.slice(1)}`, at);
  };
}
