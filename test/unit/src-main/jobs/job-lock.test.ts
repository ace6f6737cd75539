import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLockHolder, lockJob } from '#main/jobs/job-lock.ts';
import { aHome } from '#test/builders/a-home.ts';

const dead = JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1', token: 'dead' });

describe('the lock of a job', () => {
  it('is held by one console, and names its holder', () => {
    const path = join(aHome(), 'jobs', 'plan-1.lock');
    const lock = lockJob(path, 'a');
    expect(lockJob(path, 'b')).toEqual({ heldBy: process.pid });
    expect(readLockHolder(path)).toBe(process.pid);
    if (!('release' in lock)) throw new Error('It was not given');
    expect(lock.isOurs()).toBe(true);
    lock.release();
    expect(existsSync(path)).toBe(false);
    expect(readLockHolder(path)).toBeUndefined();
    expect('release' in lockJob(path, 'b')).toBe(true);
  });

  it.each([
    ['a process that is no more', dead],
    [
      'an earlier process with the number of one that lives',
      JSON.stringify({ pid: process.pid, startedAt: '1' }),
    ],
    ['no one: it is not our lock', 'what is this'],
  ])('is taken over from %s', (_, text) => {
    const path = join(aHome(), 'plan-1.lock');
    writeFileSync(path, text);
    expect(readLockHolder(path)).toBeUndefined();
    expect('release' in lockJob(path, 'b')).toBe(true);
    expect(readLockHolder(path)).toBe(process.pid);
    expect(readdirSync(dirname(path))).toEqual(['plan-1.lock']);
  });

  describe('where the system reports no start of a process', () => {
    const bootedAt = 1_795_000_000;
    const machine = (change = 0) => ({ readStart: () => '', readBoot: () => bootedAt + change });

    it.each([
      ['is kept by a living process', 0],
      ['is kept while the clock is set a little', 120],
    ])('%s', (_, change) => {
      const path = join(aHome(), 'plan-1.lock');
      lockJob(path, 'a', machine());
      expect(lockJob(path, 'b', machine(change))).toEqual({ heldBy: process.pid });
      expect(readLockHolder(path, machine(change))).toBe(process.pid);
    });

    it.each([86_400, -86_400])('is taken over if the machine has started again (%i s)', (change) => {
      const path = join(aHome(), 'plan-1.lock');
      const old = lockJob(path, 'a', machine());
      expect(readLockHolder(path, machine(change))).toBeUndefined();
      expect('release' in lockJob(path, 'b', machine(change))).toBe(true);
      expect(readLockHolder(path, machine(change))).toBe(process.pid);
      if (!('release' in old)) throw new Error('It was not given');
      expect(old.isOurs()).toBe(false);
    });

    it('is kept by the lock of an older console, which has no such time', () => {
      const path = join(aHome(), 'plan-1.lock');
      writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: '', token: 'old' }));
      expect(readLockHolder(path, machine())).toBe(process.pid);
    });
  });

  it('is kept although the clock is set, where the system reports the start of its process', () => {
    const path = join(aHome(), 'plan-1.lock');
    const machine = (bootedAt: number) => ({ readStart: () => '4711', readBoot: () => bootedAt });
    lockJob(path, 'a', machine(0));
    expect(readLockHolder(path, machine(86_400))).toBe(process.pid);
  });

  it('notices that it was taken away, and then takes nothing away itself', () => {
    const path = join(aHome(), 'plan-1.lock');
    const lock = lockJob(path, 'a');
    if (!('release' in lock)) throw new Error('It was not given');
    writeFileSync(path, dead);
    expect(lock.isOurs()).toBe(false);
    lock.release();
    expect(existsSync(path)).toBe(true);
  });
});
