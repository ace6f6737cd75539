import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pid } from 'node:process';
import { keepFolder } from '../home/home-folder.ts';

export interface HeldLock {
  /** Asked before each call: whoever has lost it must do nothing more. */
  isOurs(): boolean;
  release(): void;
}

export class LockLost extends Error {
  override readonly name = 'LockLost';
}

type Lock = HeldLock | { readonly heldBy: number };

/** One console runs a job, of all that share a home folder. What a killed one left behind is taken over. */
export function lockJob(path: string, token: string): Lock {
  keepFolder(dirname(path));
  const own = JSON.stringify({ pid, startedAt: startOf(pid), token });
  const draft = `${path}.${token}.new`;
  try {
    // Written first and then given its name, so that nobody ever reads a half.
    writeFileSync(draft, own, { mode: 0o600 });
    for (;;) {
      try {
        linkSync(draft, path);
        return heldLock(path, own);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      const text = textOf(path);
      if (text === undefined) continue;
      const holder = holderIn(text);
      if (holder !== undefined && lives(holder)) return { heldBy: holder.pid };
      takeAway(path, text, token);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The process that runs this job now; undefined: none does. */
export function holderOf(path: string): number | undefined {
  const holder = holderIn(textOf(path) ?? '');
  return holder !== undefined && lives(holder) ? holder.pid : undefined;
}

function heldLock(path: string, own: string): HeldLock {
  return {
    isOurs: () => textOf(path) === own,
    release() {
      try {
        if (textOf(path) === own) rmSync(path, { force: true });
      } catch {
        // What cannot be removed is taken over once this process has ended.
      }
    },
  };
}

/**
 * Only the one that was looked at: of two consoles that find the same old lock the slower would take away the new
 * one of the quicker. It puts it back, and who cannot have it back notices before its next call.
 */
function takeAway(path: string, text: string, token: string): void {
  const aside = `${path}.${token}.old`;
  try {
    renameSync(path, aside);
    if (textOf(aside) !== text) linkSync(aside, path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
}

function holderIn(text: string): Holder | undefined {
  try {
    const { pid: process, startedAt } = JSON.parse(text) as Partial<Holder>;
    return typeof process === 'number' ? { pid: process, startedAt: startedAt ?? '' } : undefined;
  } catch {
    // No lock of ours looks like that, so nobody holds it.
    return undefined;
  }
}

function lives({ pid: holder, startedAt }: Holder): boolean {
  try {
    process.kill(holder, 0);
  } catch (error) {
    // It may be another user's: then it lives, and may not be asked.
    if (codeOf(error) !== 'EPERM') return false;
  }
  // In a container the next process often has the number of the last: then the moment of its start tells.
  return startOf(holder) === startedAt;
}

/** In clock ticks since the machine started, where the system says so. */
function startOf(process: number): string {
  const stat = textOf(`/proc/${process}/stat`) ?? '';
  // The name before the last bracket may hold spaces; the start is the 20th word after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' || codeOf(error) === 'ESRCH')
      return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
