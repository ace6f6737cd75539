import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * For its owner alone. A folder that is new may have its files whole on disk, and yet be in no folder itself, should
 * the power fail.
 */
export function keepFolder(folder: string, keepEntries: (folder: string) => void = toDisk): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    keepEntries(dirname(made));
    if (made === first || made === dirname(made)) return;
  }
}

function toDisk(folder: string): void {
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
