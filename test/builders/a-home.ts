import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A home folder of the test's own, gone when the test is. */
export function aHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}
