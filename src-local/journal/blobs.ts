import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotKeep } from './journal-file.ts';

/** Stores bytes that are too large for the journal under the hash of their content. */
export interface Blobs {
  put(bytes: Uint8Array): string;
  get(id: string): Uint8Array | undefined;
  /** Call it only once the journal says that nothing refers to them any more. */
  drop(id: string): void;
  /** Called on opening, when the remaining references are known. */
  keepOnly(ids: ReadonlySet<string>): void;
}

export function blobsInMemory(): Blobs {
  const kept = new Map<string, Uint8Array>();
  return {
    put(bytes) {
      const id = computeId(bytes);
      // The `slice` of a Buffer shares its memory with the caller.
      if (!kept.has(id)) kept.set(id, new Uint8Array(bytes));
      return id;
    },
    get: (id) => kept.get(id),
    drop(id) {
      kept.delete(id);
    },
    keepOnly(ids) {
      for (const id of kept.keys()) if (!ids.has(id)) kept.delete(id);
    },
  };
}

export function blobsIn(folder: string): Blobs {
  mkdirSync(folder, { recursive: true });
  const fileOf = (id: string): string => join(folder, id);
  const remove = (name: string): void => rmSync(fileOf(name), { force: true });
  return {
    put(bytes) {
      const id = computeId(bytes);
      if (existsSync(fileOf(id))) return id;
      const part = `${id}.part`;
      try {
        // The file is renamed into place, so that a name never stands for half its content.
        writeFileSync(fileOf(part), bytes);
        renameSync(fileOf(part), fileOf(id));
      } catch (error) {
        remove(part);
        throw new CannotKeep(folder, error);
      }
      return id;
    },
    get: (id) => (existsSync(fileOf(id)) ? readFileSync(fileOf(id)) : undefined),
    drop: remove,
    keepOnly(ids) {
      for (const name of readdirSync(folder)) if (!ids.has(name)) remove(name);
    },
  };
}

function computeId(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
