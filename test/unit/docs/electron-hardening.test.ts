import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostileLinks } from '../src-main/electron/hostile-links.ts';
import { hostileUrls, kindsOfHostileUrls } from '../src-main/electron/hostile-urls.ts';

const page = readFileSync('docs/electron-hardening.md', 'utf8');
const rows = page.split('\n').filter((line) => /^\| [^|*]+ \| [^|]+ \| [^|]+ \|$/.test(line));
const cells = rows.slice(1).map((row) => row.split('|').map((cell) => cell.trim()));

function namesIn(cell = ''): string[] {
  return [...cell.matchAll(/`([\w./-]+\.(?:ts|json|yml)|(?:test|src|scripts)[\w./-]+)`/g)].map(
    ([, name]) => name ?? '',
  );
}

test('every requirement names code and a test that exist', () => {
  expect(cells.length).toBeGreaterThan(25);
  for (const [, requirement, where, by] of cells) {
    const code = namesIn(where);
    const tests = namesIn(by);
    if (by !== 'the same') expect(tests, requirement).not.toEqual([]);
    expect(code, requirement).not.toEqual([]);
    const lost = [
      ...code.filter((name) => !['src-main/electron', '.'].some((root) => existsSync(join(root, name)))),
      ...tests.filter(
        (name) =>
          !['test/unit/src-main/electron', 'test/unit', '.'].some((root) => existsSync(join(root, name))),
      ),
    ];
    expect(lost, requirement).toEqual([]);
  }
});

test('its figures equal those of the corpus', () => {
  expect(page).toContain(`${hostileUrls.length} addresses](`);
  expect(page).toContain(`of ${kindsOfHostileUrls.length} kinds`);
  expect(page).toContain(`${hostileLinks.length} links](`);
  expect(page).toContain(((hostileUrls.length + hostileLinks.length) * 16).toLocaleString('en'));
});
