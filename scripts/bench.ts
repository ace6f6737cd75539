import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Bench, Figure } from './bench-figure.ts';
import { buildIfStale } from './build-if-stale.ts';

/** `npm run bench [-- WORD]` writes one JSON object per figure to standard output, and the table to standard error. */
const [word = ''] = process.argv.slice(2);
const folder = 'test/bench';

buildIfStale('production');
buildIfStale('test');

const figures: Figure[] = [];
for (const file of readdirSync(folder).toSorted()) {
  if (!file.endsWith('.bench.ts') || !file.includes(word)) continue;
  const { bench } = (await import(pathToFileURL(join(folder, file)).href)) as { bench: Bench };
  for (const figure of await bench()) {
    const { name, value, unit, better, n, note } = figure;
    process.stdout.write(`${JSON.stringify({ name, value, unit, better, n, note })}\n`);
    figures.push(figure);
  }
}

const rows = figures.map(({ name, value, unit, n, bar, better, note }) => {
  const met = bar === undefined ? '' : (better === 'lower' ? value <= bar : value >= bar) ? 'met' : 'MISSED';
  const sign = better === 'lower' ? '≤' : '≥';
  return [name, `${value} ${unit}`, bar === undefined ? '' : `${sign} ${bar} ${unit}`, met, String(n), note];
});
printTable([['figure', 'value', 'bar', '', 'n', 'note'], ...rows]);

function printTable(table: readonly (readonly string[])[]): void {
  const widths =
    table[0]?.map((_cell, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of table) {
    process.stderr.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
}
