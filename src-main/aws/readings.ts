import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { Result } from '#shared/contract/result.ts';
import { openPlaces } from './places.ts';
import { seenKeys, type SeenKeys } from './seen-keys.ts';

/** One question that is read page by page. */
export interface PlaceInReading {
  readonly seen: SeenKeys;
  /** 0 for the first. */
  readonly page: number;
  /** Where this page begins; undefined for the first. */
  readonly startKey: Attributes | undefined;
}

/** Remembers where readings stand. */
export interface Readings {
  begin(): PlaceInReading;
  /** `binding` is all that must be the same again: connection, question and its keys. */
  cursorAfter(place: PlaceInReading, lastKey: Attributes, binding: string): string;
  find(cursor: string, binding: string): Result<PlaceInReading>;
}

/** The key where a query goes on holds people's data and would let a page read from anywhere: it never leaves. */
export function openReadings(key: Uint8Array, { places = 500, keys = 200_000 } = {}): Readings {
  const kept = openPlaces<PlaceInReading>(key, (all) => all.size > places || keysSeen(all.values()) > keys);
  return {
    begin: () => ({ seen: seenKeys(), page: 0, startKey: undefined }),
    cursorAfter: ({ seen, page }, startKey, binding) =>
      kept.keep({ seen, page: page + 1, startKey }, binding),
    find: (cursor, binding) => kept.find(cursor, binding),
  };
}

/** Places of one reading share what was seen. */
function keysSeen(places: Iterable<PlaceInReading>): number {
  const readings = new Set(Array.from(places, ({ seen }) => seen));
  return [...readings].reduce((sum, seen) => sum + seen.count(), 0);
}
