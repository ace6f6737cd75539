import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import type { HomeFile, LossReason } from '#shared/contract/home.ts';
import { findKind, type HomeFileKindName } from './home-files.ts';
import { listSetAside, setAside, type StoreAccess } from './lost-files.ts';

/** Says what is wrong with a file, by the code that reads it; null where it is whole. */
export type ExamineFile = (file: string) => { readonly reason: LossReason; readonly says: string } | null;

/**
 * Says how each kind is examined. `set-aside`: the console sets it aside when it cannot be read. `stays`: people or an
 * own way of repair look after it. `not-read`: nothing reads it back.
 */
export type HomeReaders = Readonly<
  Record<
    HomeFileKindName,
    { readonly care: 'set-aside' | 'stays'; readonly examine: ExamineFile } | { readonly care: 'not-read' }
  >
>;

/** Reads every file of a home folder, and changes nothing. The kinds come in their order, damaged files first in each. */
export async function examineHome(home: string, readers: HomeReaders): Promise<readonly HomeFile[]> {
  const files: HomeFile[] = [];
  for (const { path, stats } of listFiles(home)) {
    files.push(examineFile(home, { path, stats }, readers));
    // A home may have thousands of files, and the console goes on meanwhile.
    await pause();
  }
  return files;
}

function examineFile(
  home: string,
  { path, stats }: { readonly path: string; readonly stats: Stats },
  readers: HomeReaders,
): HomeFile {
  const kind = findKind(path);
  const known = { path, kind: kind?.kind ?? 'unknown', bytes: stats.isFile() ? stats.size : 0 };
  if (kind === undefined) return { ...known, state: 'unknown', problem: null };
  const reader = readers[kind.kind];
  if (reader.care === 'not-read') return { ...known, state: 'not-read', problem: null };
  const found = reader.examine(join(home, path));
  if (found === null) return { ...known, state: 'whole', problem: null };
  return { ...known, state: 'damaged', problem: { says: found.says, means: kind.means, next: kind.next } };
}

/** Lists what was set aside earlier as files of their own, because something is lost for as long as they lie there. */
export function listLostFiles(home: string): readonly HomeFile[] {
  return listSetAside(home).map(({ path, aside, at, reason }) => {
    const kind = findKind(path);
    return {
      path: aside,
      kind: kind?.kind ?? 'unknown',
      bytes: lstatSync(join(home, aside), { throwIfNoEntry: false })?.size ?? 0,
      state: 'set-aside',
      problem: {
        says: `${path} was set aside on ${at.slice(0, 16).replace('T', ' ')} UTC: ${describeReason(reason)}.`,
        means: kind?.means ?? 'What it held is not used.',
        next: `${kind?.next ?? ''} The file is never deleted: repair it and move it back, or delete it.`.trim(),
      },
    };
  });
}

export function describeReason(reason: LossReason): string {
  return {
    empty: 'it was empty',
    damaged: 'it was damaged, or written by another version of Sluice',
    cut: 'it was cut short',
    folder: 'a folder was in its place',
    unreadable: 'it could not be read',
  }[reason];
}

/** Sets every damaged file aside that the console alone writes, so that a person learns of it at the start. */
export async function sweepHome(
  readers: HomeReaders,
  parts: StoreAccess & { readonly isClosed: () => boolean },
): Promise<void> {
  for (const { path } of listFiles(parts.home)) {
    if (parts.isClosed()) return;
    const kind = findKind(path);
    const reader = kind && readers[kind.kind];
    if (reader?.care !== 'set-aside') continue;
    try {
      const found = reader.examine(join(parts.home, path));
      if (found !== null) setAside(join(parts.home, path), found.reason, parts);
    } catch (error) {
      parts.log.warn({ err: error, path }, 'a file of the home folder was not examined');
    }
    await pause();
  }
}

/** Lists the files of a home without what was set aside. A folder where a file belongs is listed like a file. */
function listFiles(home: string): readonly { readonly path: string; readonly stats: Stats }[] {
  const found: { readonly path: string; readonly stats: Stats }[] = [];
  const look = (folder: string): void => {
    for (const name of namesIn(folder).toSorted()) {
      const file = join(folder, name);
      const stats = lstatSync(file, { throwIfNoEntry: false });
      const path = relative(home, file).split(sep).join('/');
      if (stats === undefined || path === 'lost') continue;
      // The sandbox's folder is a kind of its own where it was set aside.
      if (stats.isDirectory() && (path === 'local' || findKind(path) === undefined)) look(file);
      else found.push({ path, stats });
    }
  };
  look(home);
  return found;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder that cannot be read has nothing that the console could use; the parts that need it say so.
    return [];
  }
}
