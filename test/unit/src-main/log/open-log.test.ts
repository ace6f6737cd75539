import {
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { CannotStart } from '#main/home/home-folder.ts';
import { openLog, openLogFile } from '#main/log/open-log.ts';
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
  // Windows has no such bits and shows the owner's for everyone, but there the profile's permissions protect
  // the file.
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

function recordStderr(): string[] {
  const said: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (said.push(String(text)), true));
  return said;
}

it('continues without the log if the disk is full, and says so once', () => {
  const said = recordStderr();
  const log = openLogFile(aHome(), () => {
    throw new Error('ENOSPC: no space left on device, write');
  });
  log.write('one\n');
  log.write('two\n');
  expect(said).toEqual([`The log ${log.file} cannot be written: ENOSPC: no space left on device, write.\n`]);
  log.close();
});

it('does not try for ever if nothing is written', () => {
  const said = recordStderr();
  const log = openLogFile(aHome(), () => 0);
  log.write('one\n');
  expect(said).toHaveLength(1);
  log.close();
});

it('writes a line in as many pieces as the disk accepts', () => {
  const log = openLogFile(aHome(), (descriptor, bytes, offset) => writeSync(descriptor, bytes, offset, 1));
  log.write('zwölf\n');
  expect(readFileSync(log.file, 'utf8')).toBe('zwölf\n');
  log.close();
});

it('starts a new line after one that was cut short', () => {
  recordStderr();
  let room = 3;
  const log = openLogFile(aHome(), (descriptor, bytes, offset) => {
    if (room === 0) throw new Error('full');
    const taken = writeSync(descriptor, bytes, offset, Math.min(room, bytes.length - offset));
    room -= taken;
    return taken;
  });
  log.write('first\n');
  log.write('lost\n');
  room = 100;
  log.write('second\n');
  log.write('third\n');
  expect(readFileSync(log.file, 'utf8')).toBe('fir\nsecond\nthird\n');
  log.close();
});

it('writes nothing more once it is closed: the descriptor may belong to another file by then', () => {
  const said = recordStderr();
  const log = openLogFile(aHome());
  log.close();
  log.write('late\n');
  log.close();
  expect(readFileSync(log.file, 'utf8')).toBe('');
  expect(said).toEqual([]);
});

it('refuses to start if the log folder is a file, and says what to do', () => {
  const home = aHome();
  writeFileSync(join(home, 'log'), '');
  expect(() => openLog(home)).toThrow(CannotStart);
  expect(() => openLog(home)).toThrow(/The log .*sluice\.log cannot be opened: EEXIST.*--home DIR/);
});

it('keeps appending if the last log cannot be set aside', () => {
  const home = aHome();
  const file = join(home, 'log', 'sluice.log');
  // Renaming a file over a folder fails on every system, as renaming an open file does on Windows.
  mkdirSync(`${file}.1`, { recursive: true });
  writeFileSync(file, '');
  truncateSync(file, 11 * 1_048_576);
  const log = openLog(home);
  log.info({}, 'console opened');
  log.close();
  const lines = readFileSync(file, 'utf8')
    .slice(11 * 1_048_576)
    .trim()
    .split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'the log is long and could not be set aside',
    'console opened',
  ]);
});
