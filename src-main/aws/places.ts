import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { refused, type Result } from '#shared/contract/result.ts';

/** Stores the places in lists that are read page by page. A page gets an opaque cursor that fits one question. */
interface Places<Place> {
  /** `binding` covers all that must be the same again: connection, question and its keys. */
  keep(place: Place, binding: string): string;
  find(cursor: string, binding: string): Result<Place>;
}

/**
 * The service's own place stays here, under a random id. The cursor is that id and an HMAC of id and question, with
 * a key that ends with the process. While `isTooMuch` returns true, the oldest place is dropped.
 */
export function openPlaces<Place>(
  key: Uint8Array,
  isTooMuch: (kept: ReadonlyMap<string, Place>) => boolean,
): Places<Place> {
  /** The oldest place comes first. */
  const kept = new Map<string, Place>();

  const sealed = (id: string, binding: string): string =>
    id + createHmac('sha256', key).update(id).update('\n').update(binding).digest('base64url');

  return {
    keep(place, binding) {
      const id = randomBytes(idBytes).toString('base64url');
      kept.set(id, place);
      for (const oldest of kept.keys()) {
        if (oldest === id || !isTooMuch(kept)) break;
        kept.delete(oldest);
      }
      return sealed(id, binding);
    },
    find(cursor, binding) {
      const id = cursor.slice(0, idLength);
      const given = Buffer.from(cursor);
      const expected = Buffer.from(sealed(id, binding));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return foreign();
      const place = kept.get(id);
      if (place === undefined) return outlived();
      kept.delete(id);
      kept.set(id, place);
      return { ok: true, value: place };
    },
  };
}

const idBytes = 12;
const idLength = Buffer.alloc(idBytes).toString('base64url').length;

function foreign(): Result<never> {
  return refused({
    code: 'cursor-refused',
    message:
      'This place in the list belongs to another question, another connection or an earlier start of the console. Nothing was read. Ask again from the first page.',
  });
}

/** This is also used when the service itself no longer knows the place. */
export function outlived(): ReturnType<typeof refused> {
  return refused({
    code: 'cursor-refused',
    message: 'This place in the list has expired. Nothing was read. Ask again from the first page.',
  });
}

/** Remembers positions in lists that are merged out of many readings. The page's cursor does not reveal them. */
interface StoredPlaces<Place> {
  /** `binding` combines connection, person and question, all of which must be the same again. */
  keep(place: Place, binding: string): string;
  find(cursor: string, binding: string): Result<Place>;
}

const mostKept = 20;
const longest = 15 * 60_000;

export function storePlaces<Place extends { readonly keptAt: number }>(
  now: () => number,
): StoredPlaces<Place> {
  const places = openPlaces<Place>(randomBytes(32), (kept) => kept.size > mostKept);
  return {
    keep: (place, binding) => places.keep({ ...place, keptAt: now() }, binding),
    find(cursor, binding) {
      const found = places.find(cursor, binding);
      return found.ok && now() - found.value.keptAt > longest ? outlived() : found;
    },
  };
}
