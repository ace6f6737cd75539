import { statSync } from 'node:fs';
import type { Flags } from './flags.ts';

/** What is wrong inside the file is said in the Explorer; without a file there is nothing to say it of. */
export function catalogueProblem({ catalogue }: Flags): string | undefined {
  if (catalogue === undefined || statSync(catalogue, { throwIfNoEntry: false })?.isFile() === true)
    return undefined;
  return `--catalogue expects a file; there is none at "${catalogue}".`;
}
