import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Reads a catalogue file of test/fixtures, which looks like a team's own. */
export function readFixture(name: string): unknown {
  const path = fileURLToPath(new URL(`../../../../fixtures/catalogues/${name}.json`, import.meta.url));
  return JSON.parse(readFileSync(path, 'utf8'));
}
