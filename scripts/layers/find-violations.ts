import type { Import } from './read-imports.ts';
import type { Rule } from './rules.ts';

export function findViolations(imports: readonly Import[], rules: readonly Rule[]): string[] {
  return [
    ...imports
      .filter(({ to }) => to === undefined)
      .map(({ from, written }) => `${from} imports "${written}", which is not there`),
    ...imports.flatMap((one) => rules.filter((rule) => breaks(one, rule)).map((rule) => told(one, rule))),
    ...findCycles(imports).map((cycle) => `a circle, so one idea or a hidden third: ${cycle.join(' → ')}`),
  ];
}

function breaks({ from, to, names }: Import, rule: Rule): boolean {
  const match = rule.from.exec(from);
  if (match === null || to === undefined) return false;
  const { exceptNames } = rule;
  if (exceptNames && names.every((name) => exceptNames.includes(name))) return false;
  const except = rule.except?.replace('{1}', match[1] ?? '');
  return new RegExp(rule.never).test(to) && (except === undefined || !new RegExp(except).test(to));
}

function told({ from, to }: Import, { name, because }: Rule): string {
  return `${name}: ${from} → ${to ?? ''} (${because})`;
}

/** Ignores cycles of types alone, because types vanish before anything runs. */
function findCycles(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to, typeOnly } of imports) {
    if (to === undefined || typeOnly || to.includes(':')) continue;
    next.set(from, [...(next.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1) {
      cycles.push([...path.slice(start), file]);
      return;
    }
    if (done.has(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return cycles;
}
