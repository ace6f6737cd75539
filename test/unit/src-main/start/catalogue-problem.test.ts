import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { catalogueProblem } from '#main/start/catalogue-problem.ts';
import { parseFlags } from '#main/start/flags.ts';
import type { Flags } from '#main/start/flags.ts';
import { aHome } from '#test/builders/a-home.ts';

function flagsOf(...argv: string[]): Flags {
  const parsed = parseFlags(argv);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.flags;
}

it('refuses a catalogue that is not there, or is a folder', () => {
  const home = aHome();
  const file = join(home, 'catalogue.json');
  expect(catalogueProblem(flagsOf('--catalogue', file))).toBe(
    `--catalogue expects a file; there is none at "${file}".`,
  );
  expect(catalogueProblem(flagsOf('--catalogue', home))).toContain(home);
  expect(catalogueProblem(flagsOf('--catalogue='))).toContain('there is none at ""');
  writeFileSync(file, '{}');
  expect(catalogueProblem(flagsOf('--catalogue', file))).toBeUndefined();
  expect(catalogueProblem(flagsOf())).toBeUndefined();
});
