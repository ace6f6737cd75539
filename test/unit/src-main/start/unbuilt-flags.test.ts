import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseFlags, usage } from '#main/start/flags.ts';
import type { Flags } from '#main/start/flags.ts';
import { catalogueProblem, unbuiltNotices } from '#main/start/unbuilt-flags.ts';
import { aHome } from '#test/builders/a-home.ts';

function flagsOf(...argv: string[]): Flags {
  const parsed = parseFlags(argv);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.flags;
}

const words = 'is not built yet and has no effect';

it('says of each flag that does nothing yet that it does nothing, and of no other', () => {
  expect(unbuiltNotices(flagsOf('--seed', '7', '--catalogue', 'c.json'))).toEqual([`--seed ${words}.`]);
  expect(unbuiltNotices(flagsOf('--web', '--connection', 'staging'))).toEqual([]);
});

it('says it in the help in the same words', () => {
  const lines = usage.split('\n').filter((line) => line.includes(words));
  expect(lines.map((line) => line.trim().split(' ', 1)[0])).toEqual(['--seed']);
});

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
