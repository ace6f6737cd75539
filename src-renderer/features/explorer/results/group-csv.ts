import type { GroupRow } from '#shared/catalogue/results/group-and-sum.ts';

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
