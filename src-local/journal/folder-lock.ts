import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pid } from 'node:process';

/** One writer for a folder. A lock that a killed process left behind is taken over. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lock');
  for (let attempt = 0; ; attempt += 1) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, JSON.stringify({ pid, startedAt: startOf(pid) }));
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = holderIn(path);
      if (holder !== undefined || attempt > 2) throw inUse(folder, path, holder);
      rmSync(path, { force: true });
    }
  }
}

function inUse(folder: string, path: string, holder: number | undefined): Error {
  return new Error(
    `${folder} is in use by process ${holder ?? 'unknown'}. Nothing was opened. ` +
      `End that process, or choose another folder; if it is long gone, remove ${path}.`,
  );
}

/** The living process that holds the lock; undefined when it is gone or the lock is half written. */
function holderIn(path: string): number | undefined {
  try {
    const held = JSON.parse(readFileSync(path, 'utf8')) as { pid: number; startedAt: string };
    process.kill(held.pid, 0);
    // In a container the next process often has the number of the last: then the moment of its start tells.
    return startOf(held.pid) === held.startedAt ? held.pid : undefined;
  } catch {
    return undefined;
  }
}

/** In clock ticks since the machine started, where the system says so. */
function startOf(process: number): string {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'utf8');
    // The name before the last bracket may hold spaces; the start is the 20th word after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
