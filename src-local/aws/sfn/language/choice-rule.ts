import { comparators } from './comparators.ts';
import { runtimeError, StateError } from './errors.ts';
import { findPath } from './reference-path.ts';
import type { ChoiceRule, Comparison, TopChoiceRule } from './state.ts';

/**
 * The state that the first matching rule leads to; undefined where none matches.
 * https://docs.aws.amazon.com/step-functions/latest/dg/state-choice.html
 */
export function choose(rules: readonly TopChoiceRule[], data: unknown, context: unknown): string | undefined {
  return rules.find((rule) => holds(rule, data, context))?.Next;
}

function holds(rule: ChoiceRule, data: unknown, context: unknown): boolean {
  if ('And' in rule) return rule.And.every((part) => holds(part, data, context));
  if ('Or' in rule) return rule.Or.some((part) => holds(part, data, context));
  if ('Not' in rule) return !holds(rule.Not, data, context);
  return compares(rule, data, context);
}

function compares({ Variable, comparator, operand }: Comparison, data: unknown, context: unknown): boolean {
  const value = findPath(Variable, data, context);
  if (comparator === 'IsPresent') return (value !== undefined) === operand;
  if (value === undefined) throw noValue(Variable);
  const direct = comparators.get(comparator);
  if (direct) return direct(value, operand);
  const compare = comparators.get(comparator.slice(0, -'Path'.length));
  const other = findPath(String(operand), data, context);
  if (!compare || other === undefined) throw noValue(String(operand));
  return compare(value, other);
}

function noValue(path: string): StateError {
  return new StateError(
    runtimeError,
    `Invalid path '${path}': The choice state's condition path references an invalid value.`,
  );
}
