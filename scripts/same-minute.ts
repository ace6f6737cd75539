import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** This is a Wednesday with a morning behind it. SLUICE_E2E_NOW sets another time, or "real". */
const usually = '2026-11-18T12:10:00Z';
const movedClock = join(import.meta.dirname, '../test/setup/moved-clock.mjs');

/**
 * Sets the time for the process that reads the configuration and all processes below it. A world's past and its
 * contents depend on when it is opened, so a run at night would see a different one.
 */
export function beginAtTheSameMinute(): void {
  const { SLUICE_MOVED_MS: known, SLUICE_E2E_NOW: asked = usually, NODE_OPTIONS: options = '' } = process.env;
  if (known !== undefined || asked === 'real') return;
  process.env['SLUICE_MOVED_MS'] = String(Date.parse(asked) - Date.now());
  process.env['NODE_OPTIONS'] = `${options} --import ${pathToFileURL(movedClock).href}`;
}

/** Returns a script for pages, because they do not inherit the environment. */
export function clockOfPages(): string {
  const moved = process.env['SLUICE_MOVED_MS'] ?? '0';
  return `globalThis.sluiceMovedMs = ${moved};\n${readFileSync(movedClock, 'utf8')}`;
}
