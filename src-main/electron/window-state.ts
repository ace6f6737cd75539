import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '#main/home/replace-file.ts';
import type { Log } from '#main/log/open-log.ts';

const windowStateSchema = z.strictObject({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof windowStateSchema>;

/** The furniture of a window is never worth an error message: what cannot be read is forgotten. */
export function readWindowState(home: string, log: Log): WindowState | undefined {
  const file = join(home, fileName);
  try {
    return windowStateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (!isMissing(error)) log.warn({ file, err: error }, 'ignored a malformed window.json');
    return undefined;
  }
}

export function saveWindowState(home: string, state: WindowState, log: Log): void {
  try {
    replaceFile(join(home, fileName), `${JSON.stringify(state)}\n`);
  } catch (error) {
    log.warn({ err: error }, 'could not save window.json');
  }
}

const fileName = 'window.json';

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
