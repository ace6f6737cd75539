import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProblems } from '#scripts/package/working-start.ts';
import { aHome } from '#test/builders/a-home.ts';

const opened = '{"level":30,"msg":"console opened"}';

function aHomeAfter(log: readonly string[], sandbox = true): string {
  const home = aHome();
  mkdirSync(join(home, 'log'), { recursive: true });
  writeFileSync(join(home, 'log', 'sluice.log'), log.join('\n'));
  if (sandbox) mkdirSync(join(home, 'local'));
  return home;
}

test('a console that opened, and whose page has read from the sandbox, works', () => {
  expect(startProblems(aHomeAfter([opened, '{"level":40,"msg":"slow"}', '{"level":50,"ms']))).toEqual([]);
});

test.each([
  [['{"level":30,"msg":"other"}'], true, 'the console did not open'],
  [[opened], false, 'the page read nothing from the sandbox'],
  [[opened, '{"level":50,"msg":"the page has crashed"}'], true, 'the log has an error: the page has crashed'],
])('%j, sandbox %s: %s', (log, sandbox, problem) => {
  expect(startProblems(aHomeAfter(log, sandbox))).toEqual([problem]);
});

test('without a log the state is unknown', () => {
  expect(startProblems(aHome())).toEqual(['the console left no log']);
});
