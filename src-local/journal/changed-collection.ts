import type { Change } from './store.ts';
import type { ClosedShelves } from './closed-shelves.ts';
import { Later } from './told.ts';

/** A collection in memory. One that was told remembers what has changed since, for only that is kept. */
export interface KeptMap {
  /** Of one that was told, some are `Later`. */
  readonly map: Map<string, unknown>;
  readonly since: SinceTold | undefined;
  /** Of one that is told in parts. */
  closed?: ClosedShelves;
}

interface SinceTold {
  /** What is there and was set since; true: it was not there before. */
  readonly set: Map<string, boolean>;
  /** What was told and taken away, even if something is there again under that key. */
  readonly gone: Set<string>;
}

export function plainMap(): KeptMap {
  return { map: new Map(), since: undefined };
}

export function toldMap(entries: Iterable<readonly [string, unknown]>): KeptMap {
  return { map: new Map(entries), since: { set: new Map(), gone: new Set() } };
}

export function valueIn({ map, since }: KeptMap, key: string): unknown {
  const value = map.get(key);
  if (!since || !(value instanceof Later)) return value;
  const made = value.make();
  map.set(key, made);
  return made;
}

export function entriesIn(kept: KeptMap): IterableIterator<[string, unknown]> {
  return kept.since ? madeEntries(kept) : kept.map.entries();
}

export function valuesIn(kept: KeptMap): IterableIterator<unknown> {
  return kept.since ? madeValues(kept) : kept.map.values();
}

function* madeEntries(kept: KeptMap): Generator<[string, unknown]> {
  for (const key of kept.map.keys()) yield [key, valueIn(kept, key)];
}

function* madeValues(kept: KeptMap): Generator {
  for (const key of kept.map.keys()) yield valueIn(kept, key);
}

/** Each value as far as it is there. */
export function* shownIn({ map }: KeptMap): Generator<[string, unknown]> {
  for (const [key, value] of map) yield [key, value instanceof Later ? value.shown : value];
}

export function setIn({ map, since }: KeptMap, key: string, value: unknown): void {
  if (since && !since.set.has(key)) since.set.set(key, !map.has(key));
  map.set(key, value);
}

export function deleteIn({ map, since }: KeptMap, key: string): boolean {
  if (!map.delete(key)) return false;
  if (since) {
    if (!since.set.get(key)) since.gone.add(key);
    since.set.delete(key);
  }
  return true;
}

/** What leads from what was told, or from nothing, to what is there, in the same order. */
export function* changesOf(name: string, kept: KeptMap): Generator<Change> {
  for (const key of kept.since?.gone ?? []) yield [name, key];
  for (const [key, value] of changedEntries(kept)) yield [name, key, value];
  if (kept.closed) yield* kept.closed.changes();
}

/** What was set since it was told, or ever. */
export function* writtenEntries(kept: KeptMap): Generator<[string, unknown]> {
  yield* changedEntries(kept);
  for (const [, key, value] of kept.closed?.written() ?? []) yield [key, value];
}

function* changedEntries({ map, since }: KeptMap): Generator<[string, unknown]> {
  for (const [key, value] of map) if (!since || since.set.has(key)) yield [key, value];
}

/** A change of an entry. */
export function applyTo(kept: KeptMap, [, key, ...value]: Change): void {
  if (key === undefined) return;
  if (value.length === 0) deleteIn(kept, key);
  else setIn(kept, key, value[0]);
}
