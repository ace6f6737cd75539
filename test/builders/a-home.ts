import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a home folder for the test, which is removed when the test ends. */
export function aHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}
