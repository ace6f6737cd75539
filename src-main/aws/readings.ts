import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { refused, type Result } from '#shared/contract/result.ts';
import { seenKeys, type SeenKeys } from './seen-keys.ts';

/** One question that is read page by page. */
export interface PlaceInReading {
  readonly seen: SeenKeys;
  /** 0 for the first. */
  readonly page: number;
  /** Where this page begins; undefined for the first. */
  readonly startKey: Attributes | undefined;
}

/** Remembers where readings stand. A page gets a cursor that says nothing and fits one question. */
export interface Readings {
  begin(): PlaceInReading;
  /** `binding` is all that must be the same again: connection, question and its keys. */
  cursorAfter(place: PlaceInReading, lastKey: Attributes, binding: string): string;
  find(cursor: string, binding: string): Result<PlaceInReading>;
}

/**
 * The key where a query goes on holds people's data and would let a page read from anywhere: it stays here, under a
 * random id. The cursor is that id and an HMAC of id and question, by a key that ends with the process.
 */
export function openReadings(key: Uint8Array, { places = 500, keys = 200_000 } = {}): Readings {
  /** The one used longest ago comes first. */
  const kept = new Map<string, PlaceInReading>();

  const sealed = (id: string, binding: string): string =>
    id + createHmac('sha256', key).update(id).update('\n').update(binding).digest('base64url');

  return {
    begin: () => ({ seen: seenKeys(), page: 0, startKey: undefined }),
    cursorAfter({ seen, page }, startKey, binding) {
      const id = randomBytes(idBytes).toString('base64url');
      kept.set(id, { seen, page: page + 1, startKey });
      for (const oldest of kept.keys()) {
        if (oldest === id || (kept.size <= places && keysSeen(kept.values()) <= keys)) break;
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

/** Places of one reading share what was seen. */
function keysSeen(places: Iterable<PlaceInReading>): number {
  const readings = new Set(Array.from(places, ({ seen }) => seen));
  return [...readings].reduce((sum, seen) => sum + seen.count(), 0);
}

const idBytes = 12;
const idLength = Buffer.alloc(idBytes).toString('base64url').length;

function foreign(): Result<never> {
  return refused({
    code: 'cursor-refused',
    message:
      'This place in the list belongs to another question, another connection or an earlier start of the console. Nothing was read. Ask the question again from its beginning.',
  });
}

function outlived(): Result<never> {
  return refused({
    code: 'cursor-refused',
    message:
      'This place in the list was left too long ago and is no longer kept. Nothing was read. Ask the question again from its beginning.',
  });
}
