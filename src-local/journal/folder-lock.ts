import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { pid } from 'node:process';
import { threadId } from 'node:worker_threads';

/** A folder has one writer. A lock that a killed process left behind is taken over. */
export function lockFolder(folder: string, machine = thisMachine): () => void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lock');
  for (let attempt = 0; ; attempt += 1) {
    try {
      const file = openSync(path, 'wx');
      const startedAt = machine.readStart(pid);
      writeSync(file, JSON.stringify({ pid, startedAt, bootedAt: machine.readBoot(), thread: threadId }));
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (getErrorCode(error) !== 'EEXIST') throw error;
      const lock = readLock(path, machine);
      if (lock?.isHeld || attempt > 2) throw inUse(folder, path, lock?.holder);
      if (lock) takeAway(path, lock.text);
    }
  }
}

/** A thread of this process has ended without giving its folder back, and to others the process still lives. */
export function unlockAfter(folder: string, thread: number): void {
  const path = join(folder, 'lock');
  const lock = readLock(path, thisMachine);
  if (lock === undefined) return;
  const holder = holderIn(lock.text);
  const isOurs = holder?.pid === pid && holder.startedAt === readStartTicks(pid) && holder.thread === thread;
  if (isOurs) takeAway(path, lock.text);
}

function inUse(folder: string, path: string, holder: number | undefined): Error {
  return new Error(
    `${folder} is in use by process ${holder ?? 'unknown'}. Nothing was opened. ` +
      `End that process, or choose another folder; if it is long gone, remove ${path}.`,
  );
}

interface Lock {
  readonly text: string;
  readonly holder: number | undefined;
  readonly isHeld: boolean;
}

/** At most this much time passes between creating a lock and writing to it. */
const writingMs = 2_000;

/** Returns undefined if the lock is gone. */
function readLock(path: string, machine: Machine): Lock | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    const holder = holderIn(text);
    const isBeingWritten = holder === undefined && Date.now() - statSync(path).mtimeMs < writingMs;
    const isHeld = isBeingWritten || (holder !== undefined && isAlive(holder, machine));
    return { text, holder: holder?.pid, isHeld };
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Removes the lock only if it is still the one that was read: of two processes that find the same old lock, the
 * slower would otherwise remove the new lock of the quicker.
 */
function takeAway(path: string, text: string): void {
  const aside = `${path}.${pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') === text) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
  /** An older lock does not have it. */
  readonly bootedAt: number | undefined;
  readonly thread: number | undefined;
}

function holderIn(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null;
    if (typeof holder?.pid !== 'number') return undefined;
    const { pid: process, startedAt = '', bootedAt, thread } = holder;
    return { pid: process, startedAt, bootedAt, thread };
  } catch {
    return undefined;
  }
}

interface Machine {
  /** Returns the start of a process in clock ticks since the machine started; empty where the system does not tell it. */
  readonly readStart: (process: number) => string;
  /** Returns the start of the machine in seconds since 1970. */
  readonly readBoot: () => number;
}

const thisMachine: Machine = {
  readStart: readStartTicks,
  readBoot: () => Math.round(Date.now() / 1000 - uptime()),
};

/** A clock that is set moves the time at which the machine seems to have started. */
const sameBootSeconds = 300;

function isAlive({ pid: holder, startedAt, bootedAt }: Holder, machine: Machine): boolean {
  try {
    process.kill(holder, 0);
  } catch (error) {
    // The process may belong to another user: then it lives, and cannot be signalled.
    if (getErrorCode(error) !== 'EPERM') return false;
  }
  // In a container the next process often has the number of the last, so the start times are compared.
  const start = machine.readStart(holder);
  if (start !== '' || startedAt !== '' || bootedAt === undefined) return start === startedAt;
  // After a restart of the machine any other process may have the number.
  return Math.abs(machine.readBoot() - bootedAt) <= sameBootSeconds;
}

function readStartTicks(process: number): string {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'utf8');
    // The name before the last bracket may hold spaces; the start is the 20th word after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function getErrorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
