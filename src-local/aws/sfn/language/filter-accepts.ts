import type { FilterOperand, FilterOperator, JsonPath, PathFilter } from './path-syntax.ts';
import { sameJson } from './same-json.ts';

/** What a path gives; undefined for nothing. */
type Follow = (path: JsonPath) => unknown;

export function filterAccepts(filter: PathFilter, follow: Follow): boolean {
  switch (filter.kind) {
    case 'and':
      return filterAccepts(filter.left, follow) && filterAccepts(filter.right, follow);
    case 'or':
      return filterAccepts(filter.left, follow) || filterAccepts(filter.right, follow);
    case 'not':
      return !filterAccepts(filter.of, follow);
    case 'exists':
      return follow(filter.path) !== undefined;
    default:
      return compare(filter.operator, valueOf(filter.left, follow), valueOf(filter.right, follow));
  }
}

function valueOf(operand: FilterOperand, follow: Follow): unknown {
  return 'path' in operand ? follow(operand.path) : operand.literal;
}

function compare(operator: FilterOperator, left: unknown, right: unknown): boolean {
  if (operator === '==') return equal(left, right);
  if (operator === '!=') return !equal(left, right);
  const isOrdered =
    (typeof left === 'number' && typeof right === 'number') ||
    (typeof left === 'string' && typeof right === 'string');
  if (!isOrdered) return false;
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** AWS's path library sees a number in a text that stands across from one. */
function equal(left: unknown, right: unknown): boolean {
  if (left === undefined || right === undefined) return false;
  if (typeof left === 'number' && typeof right === 'string')
    return decimal.test(right) && left === Number(right);
  if (typeof left === 'string' && typeof right === 'number') return left === String(right);
  return sameJson(left, right);
}
