import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lockFolder } from '#local/journal/folder-lock.ts';

describe('the lock on a folder', () => {
  it('has one holder, and is free again when that one is done', () => {
    const folder = aFolder();
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`is in use by process ${process.pid}`);
    unlock();
    lockFolder(folder)();
  });

  it('is taken over from a process that is gone, or that had our number before us', () => {
    const folder = aFolder();
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' }));
    lockFolder(folder)();
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.pid, startedAt: 'long ago' }));
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  describe('where the system tells no start of a process', () => {
    const bootedAt = 1_795_000_000;
    const machine = (change = 0) => ({ readStart: () => '', readBoot: () => bootedAt + change });

    it('is held by a living process, also if the clock is set a little', () => {
      const folder = aFolder();
      lockFolder(folder, machine());
      expect(() => lockFolder(folder, machine())).toThrow('is in use');
      expect(() => lockFolder(folder, machine(120))).toThrow('is in use');
    });

    it.each([86_400, -86_400])('is taken over if the machine has started again (%i s)', (change) => {
      const folder = aFolder();
      lockFolder(folder, machine());
      lockFolder(folder, machine(change))();
      expect(readdirSync(folder)).toEqual([]);
    });

    it('is held by an older lock, which has no such time', () => {
      const folder = aFolder();
      writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.pid, startedAt: '', thread: 0 }));
      expect(() => lockFolder(folder, machine())).toThrow('is in use');
    });
  });

  it('is held although the clock is set, where the system tells the start of its process', () => {
    const folder = aFolder();
    const machine = (boot: number) => ({ readStart: () => '4711', readBoot: () => boot });
    lockFolder(folder, machine(0));
    expect(() => lockFolder(folder, machine(86_400))).toThrow('is in use');
  });

  it.each(['', '{"pi', 'null'])('written as %j is respected while another may be writing it', (text) => {
    const folder = aFolder();
    const path = join(folder, 'lock');
    writeFileSync(path, text);
    expect(() => lockFolder(folder)).toThrow('is in use by process unknown');
    const aMinuteAgo = Date.now() / 1000 - 60;
    utimesSync(path, aMinuteAgo, aMinuteAgo);
    lockFolder(folder)();
  });
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'locked-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
