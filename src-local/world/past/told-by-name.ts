import type { Entry, Tell, Told } from '../../journal/told.ts';

/** Many collections, each found by its name: all the names are worked out only for who wants to know them. */
export function toldByName(names: () => Iterable<string>, find: (name: string) => Tell | undefined): Told {
  return {
    get: find,
    has: (name) => find(name) !== undefined,
    keys: names,
    *[Symbol.iterator]() {
      for (const name of names()) {
        const tell = find(name);
        if (tell) yield [name, tell];
      }
    },
  };
}

/** A collection may be told of in several parts. */
export function toldTogether(parts: readonly Told[]): Told {
  return toldByName(
    () => new Set(parts.flatMap((part) => [...part.keys()])),
    (name) => {
      const several = parts.flatMap((part) => part.get(name) ?? []);
      return several.length < 2 ? several[0] : () => inTurn(several);
    },
  );
}

function* inTurn(tellers: readonly Tell[]): Generator<Entry> {
  for (const tell of tellers) yield* tell();
}
