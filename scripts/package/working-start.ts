import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Judges a start by the files in its home folder, because no debugger can look into a package. The page came up if it
 * read from the sandbox, whose thread is loaded from the archive and which keeps its state in `local`.
 */
export function startProblems(home: string): readonly string[] {
  const lines = readLog(home);
  if (lines === undefined) return ['the console left no log'];
  const errors = lines.filter(({ level }) => level >= errorLevel);
  return [
    ...(lines.some(({ msg }) => msg === 'console opened') ? [] : ['the console did not open']),
    ...(existsSync(join(home, 'local')) ? [] : ['the page read nothing from the sandbox']),
    ...errors.map(({ msg }) => `the log has an error: ${msg}`),
  ];
}

const errorLevel = 50;

/** Reads what the console wrote so far; undefined before it has written anything. */
export function readLog(home: string): readonly Line[] | undefined {
  const file = join(home, 'log', 'sluice.log');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parseLine) : undefined;
}

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly operation?: string;
}

/** Skips a line that is not JSON, because the last one may be half written. */
function parseLine(text: string): Line[] {
  try {
    const { level, msg, operation } = JSON.parse(text) as Partial<Line>;
    if (level === undefined) return [];
    return [{ level, msg: msg ?? '', ...(operation === undefined ? {} : { operation }) }];
  } catch {
    return [];
  }
}
