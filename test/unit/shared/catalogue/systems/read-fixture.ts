import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A catalogue file of test/fixtures, as a team would give it. */
export function readFixture(name: string): unknown {
  const path = fileURLToPath(new URL(`../../../../fixtures/catalogues/${name}.json`, import.meta.url));
  return JSON.parse(readFileSync(path, 'utf8'));
}
