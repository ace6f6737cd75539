import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogueProblem, parseFlags, usage, type Flags } from '#main/start/flags.ts';
import { aHome } from '#test/builders/a-home.ts';

describe('flags', () => {
  it('default to any host, any port, the sandbox and an opened browser', () => {
    expect(parseFlags([])).toMatchObject({
      ok: true,
      flags: { host: 'any', port: 0, open: true, connection: undefined },
    });
  });

  it('are read as the outside surface names them', () => {
    const argv = [
      '--web',
      '--port',
      '4100',
      '--no-open',
      '--home',
      '/h',
      '--connection',
      'staging',
      '--seed',
      '7',
      '--tenants',
      '1000',
      '--catalogue',
      'c.json',
    ];
    expect(parseFlags(argv)).toEqual({
      ok: true,
      flags: {
        host: 'web',
        port: 4100,
        open: false,
        home: '/h',
        connection: 'staging',
        seed: 7,
        tenants: 1000,
        catalogue: 'c.json',
        help: false,
      },
    });
  });

  it.each([
    [['--read-only'], /Unknown option '--read-only'/],
    [['--prot', '1'], /Unknown option '--prot'/],
    [['prod'], /Unexpected argument "prod"/],
    [['--web', '--electron'], /not both/],
    [['--port', 'http'], /--port expects a whole number from 0 to 65535, got "http"/],
    [['--port', '70000'], /got "70000"/],
    [['--port', '-1'], /--port/],
    [['--port'], /--port/],
    [['--seed', '1.5'], /--seed expects a whole number/],
    [['--tenants', '3'], /--tenants expects a whole number from 4 to 10000, got "3"/],
    [['--tenants', 'many'], /--tenants/],
    [['--web=yes'], /--web/],
    [['--no-sandbox'], /Unknown option '--no-sandbox'/],
    [['--home='], /--home expects a folder, got nothing/],
    [['--home', ''], /--home expects a folder, got nothing/],
  ])('refuse %j with a clear message', (argv, problem) => {
    const parsed = parseFlags(argv);
    expect(parsed.ok).toBe(false);
    expect(!parsed.ok && parsed.problem).toMatch(problem);
  });

  it('are all in the usage text', () => {
    for (const flag of [
      '--web',
      '--electron',
      '--port',
      '--no-open',
      '--home',
      '--connection',
      '--seed',
      '--catalogue',
    ]) {
      expect(usage).toContain(flag);
    }
  });
});

function readFlags(...argv: string[]): Flags {
  const parsed = parseFlags(argv);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.flags;
}

it('refuses a catalogue that does not exist, or is a folder', () => {
  const home = aHome();
  const file = join(home, 'catalogue.json');
  expect(catalogueProblem(readFlags('--catalogue', file))).toBe(
    `--catalogue expects a file; there is none at "${file}".`,
  );
  expect(catalogueProblem(readFlags('--catalogue', home))).toContain(home);
  expect(catalogueProblem(readFlags('--catalogue='))).toContain('there is none at ""');
  writeFileSync(file, '{}');
  expect(catalogueProblem(readFlags('--catalogue', file))).toBeUndefined();
  expect(catalogueProblem(readFlags())).toBeUndefined();
});
