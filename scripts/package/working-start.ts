import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Judges a start by the files in its home folder, because no debugger can look into a package. The page came up if it
 * read from the sandbox, whose thread is loaded from the archive and which keeps its state in `local`.
 */
export function startProblems(home: string): readonly string[] {
  const file = join(home, 'log', 'sluice.log');
  if (!existsSync(file)) return ['the console left no log'];
  const lines = readFileSync(file, 'utf8').split('\n').flatMap(parseLine);
  const errors = lines.filter(({ level }) => level >= errorLevel);
  return [
    ...(lines.some(({ msg }) => msg === 'console opened') ? [] : ['the console did not open']),
    ...(existsSync(join(home, 'local')) ? [] : ['the page read nothing from the sandbox']),
    ...errors.map(({ msg }) => `the log has an error: ${msg}`),
  ];
}

const errorLevel = 50;

interface Line {
  readonly level: number;
  readonly msg: string;
}

/** Skips a line that is not JSON, because the last one may be half written. */
function parseLine(text: string): Line[] {
  try {
    const { level, msg } = JSON.parse(text) as Partial<Line>;
    return level === undefined ? [] : [{ level, msg: msg ?? '' }];
  } catch {
    return [];
  }
}
