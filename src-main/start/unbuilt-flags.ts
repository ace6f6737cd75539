import { statSync } from 'node:fs';
import { notBuilt } from './flags.ts';
import type { Flags } from './flags.ts';

/** What a person should know about the flags that are taken but do nothing yet. */
export function unbuiltNotices({ seed }: Flags): string[] {
  return seed === undefined ? [] : [`--seed ${notBuilt}.`];
}

/** What is wrong inside the file is said in the Explorer; without a file there is nothing to say it of. */
export function catalogueProblem({ catalogue }: Flags): string | undefined {
  if (catalogue === undefined || statSync(catalogue, { throwIfNoEntry: false })?.isFile() === true)
    return undefined;
  return `--catalogue expects a file; there is none at "${catalogue}".`;
}
