import { mkdirSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { CannotStart } from '#main/home/cannot-start.ts';
import { openLogFile } from '#main/log/log-file.ts';
import { openLog } from '#main/log/open-log.ts';
import { aHome } from '#test/builders/a-home.ts';

function recordStderr(): string[] {
  const said: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (said.push(String(text)), true));
  return said;
}

it('goes on without the log where the disk is full, and says so once', () => {
  const said = recordStderr();
  const log = openLogFile(aHome(), () => {
    throw new Error('ENOSPC: no space left on device, write');
  });
  log.write('one\n');
  log.write('two\n');
  expect(said).toEqual([`The log ${log.file} cannot be written: ENOSPC: no space left on device, write.\n`]);
  log.close();
});

it('does not try for ever where nothing is taken', () => {
  const said = recordStderr();
  const log = openLogFile(aHome(), () => 0);
  log.write('one\n');
  expect(said).toHaveLength(1);
  log.close();
});

it('writes a line in as many pieces as the disk takes', () => {
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

it('takes nothing more once it is closed: the descriptor may belong to another file by then', () => {
  const said = recordStderr();
  const log = openLogFile(aHome());
  log.close();
  log.write('late\n');
  log.close();
  expect(readFileSync(log.file, 'utf8')).toBe('');
  expect(said).toEqual([]);
});

it('a log folder that is a file is a reason not to start, with the way out', () => {
  const home = aHome();
  writeFileSync(join(home, 'log'), '');
  expect(() => openLog(home)).toThrow(CannotStart);
  expect(() => openLog(home)).toThrow(/The log .*sluice\.log cannot be opened: EEXIST.*--home DIR/);
});

it('keeps appending where the last log cannot be set aside', () => {
  const home = aHome();
  const file = join(home, 'log', 'sluice.log');
  // Renaming a file over a folder fails everywhere, as renaming an open file does on Windows.
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
