import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A Wednesday with a morning behind it. SLUICE_E2E_NOW takes another time, or "real". */
const usually = '2026-11-18T12:10:00Z';
const movedClock = join(import.meta.dirname, '../test/setup/moved-clock.mjs');

/**
 * For the process that reads the configuration: those that it starts inherit the time, and those that they start. A
 * world's past, and what it has to show, depends on when it is opened: a run at night would look at another one.
 */
export function beginAtTheSameMinute(): void {
  const { SLUICE_MOVED_MS: known, SLUICE_E2E_NOW: asked = usually, NODE_OPTIONS: options = '' } = process.env;
  if (known !== undefined || asked === 'real') return;
  process.env['SLUICE_MOVED_MS'] = String(Date.parse(asked) - Date.now());
  process.env['NODE_OPTIONS'] = `${options} --import ${pathToFileURL(movedClock).href}`;
}

/** A script for pages, which take no part in the environment. */
export function clockOfPages(): string {
  const moved = process.env['SLUICE_MOVED_MS'] ?? '0';
  return `globalThis.sluiceMovedMs = ${moved};\n${readFileSync(movedClock, 'utf8')}`;
}
