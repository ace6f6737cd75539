import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Bench } from '#scripts/bench-figure.ts';

const dir = 'out/renderer';

/** Measures what a first visit downloads before it can draw: the page's script and all its static imports. */
export const bench: Bench = () => {
  const html = readFileSync(join(dir, 'index.html'), 'utf8');
  const entries = [...html.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+\.js)"/g)].map(
    (match) => match[1] ?? '',
  );
  const files = closure(entries);
  const bytes = files.reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(dir, file)), { level: 9 }).length,
    0,
  );
  return Promise.resolve([
    {
      name: 'renderer.initial-js',
      value: Math.round(bytes / 102.4) / 10,
      unit: 'KB gzip',
      better: 'lower',
      n: files.length,
      note: 'the entry and its static imports; charts load later',
      bar: 250,
    },
  ]);
};

function closure(entries: readonly string[]): string[] {
  const seen = new Set<string>();
  const pending = [...entries];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const code = readFileSync(join(dir, file), 'utf8');
    // Only static imports count, because `import("…")` loads later.
    for (const [, name] of code.matchAll(
      /(?:^|[;}\s])(?:import|export)\s*(?:[^"'()]*?from\s*)?["']\.\/([^"']+\.js)["']/g,
    )) {
      pending.push(`assets/${name}`);
    }
  }
  return [...seen];
}
