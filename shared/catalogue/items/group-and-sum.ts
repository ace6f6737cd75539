import { addExact, compareExact, isKept, parseExact } from '../../domain/exact-number.ts';
import { findDeclared } from '../declaration.ts';
import { toIdentity, noValue, plainText, type Attributes, type AttributeValue } from './attribute-value.ts';

interface Grouping {
  /** The attributes to group by. With none, everything forms one group. */
  readonly by: readonly string[];
  readonly sum: readonly string[];
}

export interface GroupRow {
  /** One text for each attribute that the rows are grouped by. */
  readonly group: readonly string[];
  readonly count: number;
  readonly sums: readonly GroupSum[];
}

export interface GroupSum {
  readonly attribute: string;
  /** The exact total, or null if no item of the group has a number there. */
  readonly total: string | null;
  /** The number of items that the total includes. */
  readonly counted: number;
}

interface Group {
  readonly values: readonly (AttributeValue | undefined)[];
  readonly items: Attributes[];
}

/** Works on items that were already read: it reads nothing more and rounds nothing. */
export function groupAndSum(items: readonly Attributes[], { by, sum }: Grouping): readonly GroupRow[] {
  const groups = new Map<string, Group>();
  for (const item of items) {
    const values = by.map((name) => findDeclared(item, name));
    const key = JSON.stringify(values.map(toGroupKey));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { values, items: [item] });
    else group.items.push(item);
  }
  return [...groups.values()].toSorted(inOrder).map((group) => ({
    group: group.values.map(toGroupText),
    count: group.items.length,
    sums: sum.map((attribute) => sumAttribute(attribute, group.items)),
  }));
}

/** All masked values form one group, because separating them would reveal something about them. */
function toGroupKey(value: AttributeValue | undefined): string {
  if (value === undefined) return 'none';
  return toIdentity(value) ?? 'masked';
}

function toGroupText(value: AttributeValue | undefined): string {
  if (value === undefined) return noValue;
  return toIdentity(value) === null ? '(masked)' : plainText(value);
}

function sumAttribute(attribute: string, items: readonly Attributes[]): GroupSum {
  let total: string | null = null;
  let counted = 0;
  for (const item of items) {
    const value = findDeclared(item, attribute);
    if (value === undefined || !('N' in value) || !isKept(value.N)) continue;
    total = addExact(total ?? '0', value.N);
    counted += 1;
  }
  return { attribute, total, counted };
}

/** Sorts by value and numbers numerically. Missing values come last. */
function inOrder(a: Group, b: Group): number {
  for (const [index, left] of a.values.entries()) {
    const order = compareValues(left, b.values[index]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareValues(a: AttributeValue | undefined, b: AttributeValue | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const [number, other] = [isNumber(a), isNumber(b)];
  // Numbers come before other values. Comparing the two kinds sometimes as numbers and sometimes as text would give no
  // consistent order.
  if (number !== other) return number ? -1 : 1;
  if ('N' in a && 'N' in b && number) return compareExact(a.N, b.N);
  const [left, right] = [toGroupText(a), toGroupText(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function isNumber(value: AttributeValue): boolean {
  return 'N' in value && parseExact(value.N) !== null;
}
