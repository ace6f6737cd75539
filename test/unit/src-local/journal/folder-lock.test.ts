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
