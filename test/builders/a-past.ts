import type { Past } from '#local/journal/told.ts';

/** Returns a past that holds these collections and is created again for each world. */
export function aPast(collections: Record<string, () => Iterable<readonly [string, unknown]>>): Past {
  return { version: '1', tell: () => new Map(Object.entries(collections)) };
}
