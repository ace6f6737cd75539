import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { baseKey } from './item-labels.ts';

export type Pair = readonly [left: string, right: string];

/**
 * The two that somebody most likely wants beside each other: those that were selected; else the latest version
 * and the newest before it; else the first two of a kind.
 */
export function defaultPair(
  system: SystemDeclaration,
  items: readonly ReadItem[],
  selected: readonly string[] = [],
): Pair | null {
  const [first, second] = selected.filter((handle) => items.some((item) => item.handle === handle));
  if (first !== undefined && second !== undefined) return [first, second];
  return versions(system, items) ?? ofOneKind(items);
}

/** DOCUMENT#LATEST beside DOCUMENT#2025-06-30, not beside DOCUMENT#2024-12-31. */
function versions(system: SystemDeclaration, items: readonly ReadItem[]): Pair | null {
  const keyed = items.map((item) => ({ handle: item.handle, ...baseKey(system, item) }));
  for (const latest of keyed) {
    if (latest.sort?.endsWith('#LATEST') !== true) continue;
    const lead = latest.sort.slice(0, -'LATEST'.length);
    const [newest] = keyed
      .filter(({ handle, partition, sort }) => {
        return handle !== latest.handle && partition === latest.partition && sort?.startsWith(lead) === true;
      })
      .toSorted((a, b) => ((a.sort ?? '') < (b.sort ?? '') ? 1 : -1));
    if (newest !== undefined) return [newest.handle, latest.handle];
  }
  return null;
}

function ofOneKind(items: readonly ReadItem[]): Pair | null {
  for (const [place, one] of items.entries()) {
    const other = items.slice(place + 1).find(({ entity }) => entity === one.entity);
    if (other !== undefined) return [one.handle, other.handle];
  }
  const [first, second] = items;
  return first === undefined || second === undefined ? null : [first.handle, second.handle];
}
