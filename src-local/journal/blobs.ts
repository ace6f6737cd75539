import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes too large for the journal, kept under the hash of their content. */
export interface Blobs {
  put(bytes: Uint8Array): string;
  get(id: string): Uint8Array | undefined;
  /** Called on opening, when it is known what is still referred to. */
  keepOnly(ids: ReadonlySet<string>): void;
}

export function blobsInMemory(): Blobs {
  const kept = new Map<string, Uint8Array>();
  return {
    put(bytes) {
      const id = idOf(bytes);
      // Not `slice`: that of a Buffer shares its memory with who gave it.
      kept.set(id, new Uint8Array(bytes));
      return id;
    },
    get: (id) => kept.get(id),
    keepOnly(ids) {
      for (const id of kept.keys()) if (!ids.has(id)) kept.delete(id);
    },
  };
}

export function blobsIn(folder: string): Blobs {
  mkdirSync(folder, { recursive: true });
  const fileOf = (id: string): string => join(folder, id);
  return {
    put(bytes) {
      const id = idOf(bytes);
      if (!existsSync(fileOf(id))) {
        // Renamed into place, so that a name never stands for half its content.
        writeFileSync(fileOf(`${id}.part`), bytes);
        renameSync(fileOf(`${id}.part`), fileOf(id));
      }
      return id;
    },
    get: (id) => (existsSync(fileOf(id)) ? readFileSync(fileOf(id)) : undefined),
    keepOnly(ids) {
      for (const name of readdirSync(folder)) if (!ids.has(name)) rmSync(fileOf(name));
    },
  };
}

function idOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
