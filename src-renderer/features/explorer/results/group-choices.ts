import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { groupAndSum, type GroupRow } from '#shared/catalogue/items/group-and-sum.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { groupedDigits } from '#shared/domain/formatting.ts';
import { keyOrder } from '../key-roles.tsx';

interface GroupChoices {
  /** Names that items can be grouped by: those of the items first, of their keys last. */
  readonly by: readonly string[];
  /** Names that hold a number in some item. */
  readonly sum: readonly string[];
  readonly firstBy: string | null;
  readonly firstSum: readonly string[];
}

/** Lists the attributes to group by and to sum, with a useful first choice. */
export function groupChoices(system: SystemDeclaration, items: readonly ReadItem[]): GroupChoices {
  const all = items.map(({ attributes }) => attributes);
  const keys = new Set(Object.values(system.tables).flatMap((table) => [...keyOrder(table)]));
  const names = [...new Set(all.flatMap((attributes) => Object.keys(attributes)))];
  const isShort = (name: string) => all.every((attributes) => isPlain(attributes, name));
  const by = names.filter(isShort).toSorted((a, b) => Number(keys.has(a)) - Number(keys.has(b)));
  const sum = names.filter((name) => !keys.has(name) && all.some((attributes) => isNumber(attributes, name)));
  const firstSum = sum.filter((name) => isAmount(system, name));
  return {
    by,
    sum,
    firstBy: firstChoice(
      by.filter((name) => !sum.includes(name) && !keys.has(name)),
      all,
    ),
    firstSum,
  };
}

/** The one that tells most of them apart and still brings several together; a group for each item says nothing. */
function firstChoice(names: readonly string[], all: readonly Attributes[]): string | null {
  const groups = names
    .map((name) => ({ name, count: groupAndSum(all, { by: [name], sum: [] }).length }))
    .filter(({ count }) => count > 1 && count < all.length)
    .toSorted((a, b) => b.count - a.count);
  return (groups.find(({ count }) => count <= all.length / 2) ?? groups.at(-1))?.name ?? names[0] ?? null;
}

/** A version is a number too, and its sum is nothing that anybody asks for. */
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

/** For a spreadsheet: digits without separators, attributes by their own names. */
export function groupCsv(
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

/** Exact digits as people read them, "1,500,000.25"; what is written with a power of ten stays so. */
export function exactText(digits: string): string {
  return /^-?\d+(\.\d+)?$/.test(digits) ? groupedDigits(digits.replace('-', '−')) : digits;
}
