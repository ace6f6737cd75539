import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * For its owner alone. A folder that is new may have its files whole on disk, and yet be in no folder itself, should
 * the power fail.
 */
export function keepFolder(folder: string, keep: (folder: string) => void = keepEntries): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    keep(dirname(made));
    if (made === first || made === dirname(made)) return;
  }
}

/** A file that is new may be whole on disk and yet in no folder there, should the power fail. */
export function keepEntries(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Not every system lets a folder be opened, and those keep its entries by themselves.
  }
}
