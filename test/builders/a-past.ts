import type { Past } from '#local/journal/told.ts';

/** A past that holds these collections, made anew for each world. */
export function aPast(collections: Record<string, () => Iterable<readonly [string, unknown]>>): Past {
  return { version: '1', tell: () => new Map(Object.entries(collections)) };
}
