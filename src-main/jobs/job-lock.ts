import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { dirname } from 'node:path';
import { pid } from 'node:process';
import { keepFolder } from '../home/home-folder.ts';

export interface HeldLock {
  /** This is checked before each call; a console that has lost the lock must do nothing more. */
  isOurs(): boolean;
  release(): void;
}

export class LockLost extends Error {
  override readonly name = 'LockLost';
}

type Lock = HeldLock | { readonly heldBy: number };

/** Lets only one of the consoles that share a home folder run a job. The lock of a killed console is taken over. */
export function lockJob(path: string, token: string, machine = thisMachine): Lock {
  keepFolder(dirname(path));
  const holding = { pid, startedAt: machine.readStart(pid), bootedAt: machine.readBoot() };
  const own = JSON.stringify({ ...holding, token });
  const draft = `${path}.${token}.new`;
  try {
    // The file is written first and then linked to its name, so that a half-written lock is never read.
    writeFileSync(draft, own, { mode: 0o600 });
    for (;;) {
      try {
        linkSync(draft, path);
        return heldLock(path, own);
      } catch (error) {
        if (getErrorCode(error) !== 'EEXIST') throw error;
      }
      const text = readTextIfThere(path);
      if (text === undefined) continue;
      const holder = holderIn(text);
      if (holder !== undefined && lives(holder, machine)) return { heldBy: holder.pid };
      takeAway(path, text, token);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Returns the process that runs this job now, or undefined if there is none. */
export function readLockHolder(path: string, machine = thisMachine): number | undefined {
  const holder = holderIn(readTextIfThere(path) ?? '');
  return holder !== undefined && lives(holder, machine) ? holder.pid : undefined;
}

function heldLock(path: string, own: string): HeldLock {
  return {
    isOurs: () => readTextIfThere(path) === own,
    release() {
      try {
        if (readTextIfThere(path) === own) rmSync(path, { force: true });
      } catch {
        // A lock that cannot be removed is taken over once this process has ended.
      }
    },
  };
}

/**
 * Takes away only the lock that was read: of two consoles that find the same old lock, the slower one could take the
 * new lock of the faster one. It then puts that lock back, and a console whose lock cannot be put back notices before
 * its next call.
 */
function takeAway(path: string, text: string, token: string): void {
  const aside = `${path}.${token}.old`;
  try {
    renameSync(path, aside);
    if (readTextIfThere(aside) !== text) linkSync(aside, path);
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT' && getErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    try {
      rmSync(aside, { force: true });
    } catch {
      // A folder that lay in its place is left aside with what is in it.
    }
  }
}

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
  /** A lock of an older console does not have it. */
  readonly bootedAt: number | undefined;
}

function holderIn(text: string): Holder | undefined {
  try {
    const { pid: process, startedAt, bootedAt } = JSON.parse(text) as Partial<Holder>;
    return typeof process === 'number' ? { pid: process, startedAt: startedAt ?? '', bootedAt } : undefined;
  } catch {
    // No lock of ours looks like this, so the job is not locked.
    return undefined;
  }
}

interface Machine {
  /** Returns the start of a process in clock ticks since the machine started; empty if the system does not report it. */
  readonly readStart: (process: number) => string;
  /** Returns the start of the machine in seconds since 1970. */
  readonly readBoot: () => number;
}

const thisMachine: Machine = {
  readStart: readProcessStart,
  readBoot: () => Math.round(Date.now() / 1000 - uptime()),
};

/** A clock that is set moves the time at which the machine seems to have started. */
const sameBootSeconds = 300;

function lives({ pid: holder, startedAt, bootedAt }: Holder, machine: Machine): boolean {
  try {
    process.kill(holder, 0);
  } catch (error) {
    // With EPERM the process belongs to another user, so it is running but may not be signalled.
    if (getErrorCode(error) !== 'EPERM') return false;
  }
  // In a container the next process often has the same id as the last, so the start time is compared.
  const start = machine.readStart(holder);
  if (start !== '' || startedAt !== '' || bootedAt === undefined) return start === startedAt;
  // After a restart of the machine any other process may have the number.
  return Math.abs(machine.readBoot() - bootedAt) <= sameBootSeconds;
}

function readProcessStart(process: number): string {
  const stat = readTextIfThere(`/proc/${process}/stat`) ?? '';
  // The name before the last bracket may hold spaces; the start is the 20th word after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function readTextIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // A folder is no lock of ours, so it is taken away like a damaged one.
    if (getErrorCode(error) === 'EISDIR') return '';
    if (
      getErrorCode(error) === 'ENOENT' ||
      getErrorCode(error) === 'ENOTDIR' ||
      getErrorCode(error) === 'ESRCH'
    )
      return undefined;
    throw error;
  }
}

function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
