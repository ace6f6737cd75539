import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * A page can leave itself, or run text as code, in these ways. In a browser only its own code prevents them.
 */
const ways =
  /\bwindow\.open\b|\b(?:window|document|globalThis|self|top|parent)\.location\s*=|\blocation\.(?:href\s*=|assign|replace)\b|dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcDoc|<(?:iframe|embed|webview)\b|<object\s+data|_blank|formAction|\bnew Function\b|\beval\(/;

test('no screen has a way out of the console, or one to run data', () => {
  const sources = readdirSync('src-renderer', { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.tsx?$/.test(entry.name),
  );
  expect(sources.length).toBeGreaterThan(100);
  const found = sources
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => ways.test(readFileSync(file, 'utf8')));
  expect(found).toEqual([]);
});
