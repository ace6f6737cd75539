import { createHash } from 'node:crypto';

interface Edge {
  readonly from: string;
  /** Only paths of this repository count; a package is as the lock file says. */
  readonly to: string | undefined;
}

/**
 * Hashes each file together with every file that it imports, however far away and for types alone. The hash changes
 * when one of them does, is renamed, or is found elsewhere.
 */
export function hashClosures(
  files: readonly string[],
  imports: readonly Edge[],
  seed: string,
  read: (file: string) => string,
): ReadonlyMap<string, string> {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) {
    // Without a target the import is written in `from`, and a file that appears there adds an edge.
    if (to !== undefined && !to.includes(':')) next.set(from, [...(next.get(from) ?? []), to]);
  }
  const own = new Map<string, string>();
  const hashOwn = (file: string): string => {
    const known = own.get(file);
    if (known !== undefined) return known;
    const made = sha256(`${file}\n${read(file)}`);
    own.set(file, made);
    return made;
  };
  return new Map(
    files.map((file) => {
      // A set keeps growing while it is walked, so this reaches every import.
      const reached = new Set([file]);
      for (const one of reached) for (const to of next.get(one) ?? []) reached.add(to);
      return [file, sha256([seed, file, ...[...reached].toSorted().map(hashOwn)].join('\n'))];
    }),
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
