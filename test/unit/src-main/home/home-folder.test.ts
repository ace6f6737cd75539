import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { openLedgerLines } from '#main/dead-letters/ledger-file.ts';
import { defaultHome, keepFolder, openHomeFolder } from '#main/home/home-folder.ts';
import { aHome } from '#test/builders/a-home.ts';

it('is made on first start, private to its owner', () => {
  const path = join(aHome(), 'new', 'home');
  expect(openHomeFolder(path)).toEqual({ ok: true, path });
  expect(existsSync(path)).toBe(true);
  // Windows keeps permissions elsewhere, and closes a user's own folder to others.
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0);
});

it('says which folder cannot be used and how to name another', () => {
  const file = join(aHome(), 'taken');
  writeFileSync(file, '');
  const home = openHomeFolder(join(file, 'home'));
  expect(home).toMatchObject({ ok: false });
  expect(!home.ok && home.problem).toMatch(/taken.*--home DIR/);
});

it('defaults to each platform’s usual place', () => {
  expect(defaultHome('linux', { XDG_CONFIG_HOME: '/x' })).toBe('/x/sluice');
  expect(defaultHome('linux', {})).toMatch(/\.config\/sluice$/);
  expect(defaultHome('darwin', {})).toMatch(/Application Support\/Sluice$/);
  expect(defaultHome('win32', { APPDATA: '/a' })).toBe('/a/Sluice');
});

it('syncs the entry of each new folder, and of no existing one', () => {
  const home = aHome();
  const kept: string[] = [];
  const keep = (folder: string): void => void kept.push(folder);
  keepFolder(join(home, 'discarded', 'old'), keep);
  expect(kept).toEqual([join(home, 'discarded'), home]);
  keepFolder(join(home, 'discarded', 'old'), keep);
  expect(kept).toHaveLength(2);
});

it('is there for the first line of a discard', async () => {
  const file = join(aHome(), 'discarded', 'plan.jsonl');
  const lines = await openLedgerLines(file, 0);
  await lines.append('a line\n');
  await lines.close();
  expect(existsSync(file)).toBe(true);
});

it('keeps the file as it was where a full disk takes only a part of the next content', () => {
  // Windows sets no such limit.
  if (process.platform === 'win32') return;
  const file = join(aHome(), 'preferences.json');
  writeFileSync(file, 'before');
  // A process may have a limit for its files, at which a write takes a part first and fails only the next time.
  const script = `
    const { replaceFile } = await import(${JSON.stringify(resolve('src-main/home/home-folder.ts'))});
    try { replaceFile(${JSON.stringify(file)}, 'x'.repeat(9_000)); } catch (error) { process.stdout.write(error.code); }
  `;
  const told = spawnSync(
    'sh',
    [
      '-c',
      'trap "" XFSZ; ulimit -f 8; exec "$0" --import tsx --input-type=module -e "$1"',
      process.execPath,
      script,
    ],
    { encoding: 'utf8' },
  );
  expect([told.stdout, told.stderr]).toEqual(['EFBIG', '']);
  expect(readFileSync(file, 'utf8')).toBe('before');
  expect(readdirSync(dirname(file))).toEqual(['preferences.json']);
});
