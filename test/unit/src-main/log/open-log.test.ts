import { readFileSync, statSync, truncateSync, writeFileSync, mkdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLog } from '#main/log/open-log.ts';
import { aHome } from '#test/builders/a-home.ts';

it('writes structured lines without secrets into a file only its owner can read', async () => {
  const log = openLog(aHome());
  log.warn(
    { operation: 'a.b', reference: 'r1', headers: { cookie: 'S3CRET' } },
    'refused Bearer S3CRETTOKEN',
  );
  log.fatal({ err: new Error('AKIAIOSFODNN7EXAMPLE') }, 'the end');
  const text = readFileSync(log.file, 'utf8');
  expect(text).not.toMatch(/S3CRET|AKIAIOSFODNN7EXAMPLE/);
  const [first] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toMatchObject({
    operation: 'a.b',
    reference: 'r1',
    msg: 'refused Bearer [hidden]',
    level: 40,
  });
  // Windows has no such bits and shows the owner's for everybody; there the profile's own rights protect it.
  const others = process.platform === 'win32' ? 0o066 : 0;
  expect(statSync(log.file).mode & 0o077).toBe(others);
  log.close();
});

it('starts a new file when the old one has grown past 10 MB, and keeps the old one', () => {
  const home = aHome();
  mkdirSync(join(home, 'log'));
  const file = join(home, 'log', 'sluice.log');
  writeFileSync(file, '');
  truncateSync(file, 11 * 1_048_576);
  openLog(home).close();
  expect(existsSync(`${file}.1`)).toBe(true);
});
