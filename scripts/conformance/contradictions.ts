import { formatCell, type Column } from './written-comparison.ts';

/** Lists where the written comparison and the present run disagree about an implementation. */
export function contradictions(page: string, columns: readonly Column[]): string[] {
  const written = cellsIn(page);
  const problems: string[] = [];
  for (const { name, results } of columns) {
    for (const result of results ?? []) {
      const recorded = written.get(result.id)?.get(name);
      const seen = formatCell(result);
      // A service that an implementation does not have has no column there.
      if (recorded === undefined && result.outcome === 'not-run') continue;
      if (recorded !== seen) {
        problems.push(`${result.id}: ${name} is written down as “${recorded ?? 'missing'}” and is “${seen}”`);
      }
    }
  }
  return problems;
}

/** Maps assertions to implementations to cells. */
function cellsIn(page: string): Map<string, Map<string, string>> {
  const cells = new Map<string, Map<string, string>>();
  let names: readonly string[] = [];
  for (const line of page.split('\n')) {
    if (!line.startsWith('| ')) continue;
    const [first = '', ...rest] = line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim());
    if (first === 'assertion') names = rest;
    const id = /^`([^`]+)`$/.exec(first)?.[1];
    if (id !== undefined) cells.set(id, new Map(names.map((name, at) => [name, rest[at] ?? ''])));
  }
  return cells;
}
