import type { SpendRow, SpentOn } from '#shared/contract/spend.ts';
import { serviceOf } from '#shared/pricing/console-spend.ts';

/** Added up by what `keyOf` says is the same, dearest first; of those that are the same the first gives the names. */
export function addedUp<T extends SpentOn>(rows: readonly T[], keyOf: (row: T) => string): T[] {
  const sums = new Map<string, T>();
  for (const row of rows) {
    const key = keyOf(row);
    const before = sums.get(key);
    sums.set(key, before === undefined ? row : { ...before, ...sumOf(before, row) });
  }
  return [...sums.values()].toSorted(
    (a, b) => b.rru - a.rru || b.calls - a.calls || (keyOf(a) < keyOf(b) ? -1 : 1),
  );
}

export function byScreen(rows: readonly SpendRow[]): SpendRow[] {
  return addedUp(rows, ({ screen, pattern, index }) => `${screen}\n${pattern}\n${index}`);
}

type PatternRow = Omit<SpendRow, 'screen'>;

export function byPattern(rows: readonly SpendRow[]): PatternRow[] {
  return addedUp(
    rows.map(({ screen: _screen, ...row }): PatternRow => row),
    ({ pattern, index }) => `${pattern}\n${index}`,
  );
}

/** What a chart of days needs: patterns of tables are charged alike. */
export function byService(rows: readonly SpendRow[]): SpentOn[] {
  return addedUp(
    rows.map(({ pattern, calls, rru, items }) => ({ pattern: serviceOf(pattern), calls, rru, items })),
    ({ pattern }) => pattern,
  );
}

function sumOf(a: SpentOn, b: SpentOn): Omit<SpentOn, 'pattern'> {
  return { calls: a.calls + b.calls, rru: a.rru + b.rru, items: a.items + b.items };
}
