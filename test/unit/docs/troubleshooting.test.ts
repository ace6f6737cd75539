import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync('docs/troubleshooting.md', 'utf8');
const seen = page.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.split(' | ')[0] ?? ''] : []));

/** Quoted messages are split at their ellipses, because the ellipses stand for names that vary. */
const fragments = seen
  .flatMap((cell) => [...cell.matchAll(/"([^"]+)"/g)].map(([, text]) => text ?? ''))
  .flatMap((text) => text.split('…'))
  .map((text) => text.trim())
  .filter((text) => text.length > 3);

test('the messages it quotes are the console’s messages', () => {
  expect(fragments.length).toBeGreaterThan(15);
  const sources = ['shared', 'src-main', 'src-renderer', 'src-local'].map(readSource).join('\n');
  expect(fragments.filter((text) => !sources.includes(text))).toEqual([]);
});

function readSource(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}
