import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** A reader, or a crash, sees the old content or the new, never a half. */
export function replaceFile(file: string, content: string): void {
  const draft = `${file}.${process.pid}.new`;
  const descriptor = openSync(draft, 'w', 0o600);
  try {
    writeSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
}
