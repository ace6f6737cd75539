import { readFileSync, writeSync } from 'node:fs';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openLineFile } from '#main/audit/line-file.ts';
import { aHome } from '#test/builders/a-home.ts';

vi.mock('node:fs', { spy: true });

describe('a line file', () => {
  it('writes on until the whole line is there', () => {
    const file = join(aHome(), 'audit', 'lines');
    const lines = openLineFile(file, (to, bytes) => writeSync(to, bytes.subarray(0, 3)));
    lines.append('one whole line');
    lines.append('and another');
    lines.close();
    expect(readFileSync(file, 'utf8')).toBe('one whole line\nand another\n');
  });

  it('cuts off the incomplete line that a full disk leaves, so that the next one is valid', () => {
    const file = join(aHome(), 'audit', 'lines');
    let room = 25;
    const lines = openLineFile(file, (to, bytes) => {
      if (room === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      const some = bytes.subarray(0, room);
      room -= some.length;
      return writeSync(to, some);
    });
    lines.append('the first one');
    expect(() => lines.append('this one does not fit any more')).toThrow('no space left');
    expect(readFileSync(file, 'utf8')).toBe('the first one\n');
    room = 1_000;
    lines.append('space again');
    lines.close();
    expect(readFileSync(file, 'utf8')).toBe('the first one\nspace again\n');
  });

  it('has each line on the disk before it returns', () => {
    const lines = openLineFile(join(aHome(), 'audit', 'lines'));
    const synced = vi.mocked(fs.fsyncSync);
    synced.mockClear();
    lines.append('a');
    expect(synced).toHaveBeenCalledTimes(1);
    lines.append('b');
    expect(synced).toHaveBeenCalledTimes(2);
    lines.close();
  });
});
