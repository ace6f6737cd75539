import { randomBytes } from 'node:crypto';
import type { Result } from '#shared/contract/result.ts';
import { openPlaces, outlived } from '../../../aws/places.ts';

/** Where lists stand that are merged out of many readings. A page has a cursor that says nothing of it. */
interface KeptPlaces<Place> {
  /** `binding`: connection, person and question, all of which must be the same again. */
  keep(place: Place, binding: string): string;
  find(cursor: string, binding: string): Result<Place>;
}

const mostKept = 20;
const longest = 15 * 60_000;

export function keptPlaces<Place extends { readonly keptAt: number }>(now: () => number): KeptPlaces<Place> {
  const places = openPlaces<Place>(randomBytes(32), (kept) => kept.size > mostKept);
  return {
    keep: (place, binding) => places.keep({ ...place, keptAt: now() }, binding),
    find(cursor, binding) {
      const found = places.find(cursor, binding);
      return found.ok && now() - found.value.keptAt > longest ? outlived() : found;
    },
  };
}
