import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { nameItemsCollection } from '#local/aws/dynamodb/past-items.ts';
import type { Entry, Past, PastFacts, Tell, Told } from '#local/journal/told.ts';

/** Most tests begin with the same world. The others differ in seed and hour. */
const mostWorlds = 3;

/**
 * Computes the past of a world once for all tests of a process that begin with the same facts. Items of the
 * pipelines' table, which take the longest, are shared between worlds, because the engine replaces items and
 * never changes one in place.
 */
export function rememberPast(past: Past): Past {
  const worlds = new Map<string, Told>();
  return {
    ...past,
    tell(facts: PastFacts, version: string) {
      const name = JSON.stringify([facts, version]);
      const told = worlds.get(name) ?? shareItems(past.tell(facts, version));
      worlds.delete(name);
      worlds.set(name, told);
      for (const [oldest] of worlds) if (worlds.size > mostWorlds) worlds.delete(oldest);
      return told;
    },
  };
}

const sharedItems = nameItemsCollection(namesByConvention('sandbox').extraction.table);

function shareItems(told: Told): Told {
  const tell = told.get(sharedItems);
  if (tell?.shelves === undefined) return told;
  const { shelves } = tell;
  const shared: Tell = Object.assign(rememberEntries(tell), {
    shelves: { ...shelves, tell: (shelf: string | undefined) => entriesOfShelf(shelf)() },
  });
  const entries = new Map<string | undefined, () => readonly Entry[]>();
  function entriesOfShelf(shelf: string | undefined): () => readonly Entry[] {
    const known = entries.get(shelf) ?? rememberEntries(() => shelves.tell(shelf));
    entries.set(shelf, known);
    return known;
  }
  return {
    get: (name) => (name === sharedItems ? shared : told.get(name)),
    has: (name) => told.has(name),
    keys: () => told.keys(),
    *[Symbol.iterator]() {
      for (const [name, one] of told) yield [name, name === sharedItems ? shared : one];
    },
  };
}

function rememberEntries(tell: () => Iterable<Entry>): () => readonly Entry[] {
  let entries: readonly Entry[] | undefined;
  return () => (entries ??= [...tell()]);
}
