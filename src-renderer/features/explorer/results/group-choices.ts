import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { groupAndSum, type GroupRow } from '#shared/catalogue/items/group-and-sum.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { groupedDigits } from '#shared/domain/formatting.ts';
import { listKeysInOrder } from '../key-roles.tsx';

interface GroupChoices {
  /** The names to group by: attributes of the items first, those of their keys last. */
  readonly by: readonly string[];
  /** The names that hold a number in at least one item. */
  readonly sum: readonly string[];
  readonly firstBy: string | null;
  readonly firstSum: readonly string[];
}

/** Lists the attributes to group by and to sum, with a useful first choice. */
export function listGroupChoices(system: SystemDeclaration, items: readonly ReadItem[]): GroupChoices {
  const all = items.map(({ attributes }) => attributes);
  const keys = new Set(Object.values(system.tables).flatMap((table) => [...listKeysInOrder(table)]));
  const names = [...new Set(all.flatMap((attributes) => Object.keys(attributes)))];
  const isShort = (name: string) => all.every((attributes) => isPlain(attributes, name));
  const by = names.filter(isShort).toSorted((a, b) => Number(keys.has(a)) - Number(keys.has(b)));
  const sum = names.filter((name) => !keys.has(name) && all.some((attributes) => isNumber(attributes, name)));
  const firstSum = sum.filter((name) => isAmount(system, name));
  return {
    by,
    sum,
    firstBy: chooseFirst(
      by.filter((name) => !sum.includes(name) && !keys.has(name)),
      all,
    ),
    firstSum,
  };
}

/**
 * Returns the attribute with the most groups that still have several items. A group for each item says
 * nothing.
 */
function chooseFirst(names: readonly string[], all: readonly Attributes[]): string | null {
  const groups = names
    .map((name) => ({ name, count: groupAndSum(all, { by: [name], sum: [] }).length }))
    .filter(({ count }) => count > 1 && count < all.length)
    .toSorted((a, b) => b.count - a.count);
  return (groups.find(({ count }) => count <= all.length / 2) ?? groups.at(-1))?.name ?? names[0] ?? null;
}

/** A version is a number too, but its sum is meaningless. */
function isAmount(system: SystemDeclaration, name: string): boolean {
  const types = Object.values(system.entities).flatMap(
    ({ attributes }) => findDeclared(attributes, name)?.type ?? [],
  );
  return name !== 'version' && (types.length === 0 || types.includes('number'));
}

function isPlain(attributes: Attributes, name: string): boolean {
  const value = findDeclared(attributes, name);
  if (value === undefined) return true;
  return 'S' in value || 'N' in value || 'BOOL' in value || 'NULL' in value || 'MASKED' in value;
}

function isNumber(attributes: Attributes, name: string): boolean {
  const value = findDeclared(attributes, name);
  return value !== undefined && 'N' in value;
}

/** Formats for a spreadsheet: digits without separators, and attributes by their own names. */
export function toGroupCsv(
  by: readonly string[],
  sum: readonly string[],
  groups: readonly GroupRow[],
): readonly (readonly string[])[] {
  return [
    [...by, 'items', ...sum.map((name) => `sum of ${name}`)],
    ...groups.map(({ group, count, sums }) => [
      ...group,
      String(count),
      ...sums.map(({ total }) => total ?? ''),
    ]),
  ];
}

/** Formats exact digits for people, "1,500,000.25". A number with an exponent stays as it is. */
export function formatExact(digits: string): string {
  return /^-?\d+(\.\d+)?$/.test(digits) ? groupedDigits(digits.replace('-', '−')) : digits;
}
