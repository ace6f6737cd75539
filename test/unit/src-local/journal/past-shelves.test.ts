import * as fc from 'fast-check';
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openJournal, type ClosableStore } from '#local/journal/journal-file.ts';
import { Later, type Entry, type Tell, type Told } from '#local/journal/told.ts';
import { aFolder, readJournal } from './past-stores.ts';

const told: Entry[] = ['', 'a', 'b', 'c'].flatMap((shelf) =>
  ['1', '2', '3'].map((number): Entry => [shelf + number, new Later(() => ({ told: number }), { number })]),
);

describe('a collection whose past comes in shelves', () => {
  it('opens only the shelves that are used', () => {
    const { store, opened } = open(aFolder());
    const cats = store.collection('cats');
    expect(opened).toEqual([]);
    cats.get('1');
    expect(opened).toEqual([undefined]);
    cats.set('b9', 1);
    expect(cats.has('a1')).toBe(true);
    expect(opened).toEqual([undefined, 'b', 'a']);
    expect(cats.shelves?.closed()).toEqual(['c']);
    expect([...(cats.shelves?.shown('c') ?? [])]).toEqual(
      ['1', '2', '3'].map((number) => [`c${number}`, { number }]),
    );
    expect([...(cats.shelves?.shown('b') ?? [])].map(([key]) => key)).toEqual(['b1', 'b2', 'b3', 'b9']);
    expect(cats.size).toBe(told.length + 1);
    store.close();
  });

  it('lists the writes to closed shelves', () => {
    const folder = aFolder();
    const first = open(folder);
    const cats = first.store.collection('cats');
    for (const key of ['a1', 'b8', 'b9', '2']) cats.set(key, key);
    cats.delete('b9');
    cats.delete('c1');
    first.store.close();

    const { store, opened } = open(folder);
    const again = store.collection('cats');
    expect([...(again.shelves?.written() ?? [])]).toEqual([
      ['a', 'a1', 'a1'],
      ['b', 'b8', 'b8'],
    ]);
    expect([...again.written()].map(([key]) => key)).toEqual(['2', 'a1', 'b8']);
    expect(opened).toEqual([undefined]);
    expect(again.has('c1')).toBe(false);
    store.close();
  });

  it('lists entries of a shelf that is not among the names', () => {
    const folder = aFolder();
    const first = open(folder);
    first.store.collection('cats').set('d1', 'written');
    first.store.close();

    const { store } = open(folder);
    const cats = store.collection('cats');
    expect(cats.shelves?.closed()).toEqual(['a', 'b', 'c', 'd']);
    expect([...cats.entries()]).toContainEqual(['d1', 'written']);
    expect(cats.size).toBe(told.length + 1);
    store.close();
  });

  it('is after any changes, rewrites and openings what a plain map would be', () => {
    const key = fc.constantFrom('1', '2', '9', 'a1', 'a2', 'a9', 'b1', 'b2', 'b9', 'c1', 'd1');
    const what = fc.constantFrom('set', 'set', 'set', 'delete', 'delete', 'drop', 'look', 'flush', 'reopen');
    const step = fc.record({ what, key, value: fc.nat() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const folder = aFolder();
        let { store } = open(folder, 60);
        let expected = new Map<string, unknown>(told.map(([name, value]) => [name, made(value)]));
        for (const { what: doing, key: name, value } of steps) {
          const cats = store.collection('cats');
          if (doing === 'set') {
            cats.set(name, value);
            expected.set(name, value);
          } else if (doing === 'delete') expect(cats.delete(name)).toBe(expected.delete(name));
          else if (doing === 'look') expect(cats.get(name)).toEqual(expected.get(name));
          else if (doing === 'drop' && value % 4 === 0) {
            store.drop('cats');
            expected = new Map();
          } else {
            store.flush();
            if (doing === 'reopen') {
              store.close();
              ({ store } = open(folder, 60));
            }
          }
        }
        store.close();
        ({ store } = open(folder));
        expect(sorted(store.collection('cats').entries())).toEqual(sorted(expected));
        store.close();
        rmSync(folder, { recursive: true });
      }),
      { numRuns: 150 },
    );
  });

  it('is not created when the journal is rewritten', () => {
    const folder = aFolder();
    const first = open(folder);
    first.store.collection('cats').set('a1', 'kept');
    first.store.close();
    const { store, opened } = open(folder, 60);
    for (let round = 0; round < 40; round += 1) {
      store.collection('dogs').set('x', round);
      store.flush();
    }
    expect(opened).toEqual([undefined]);
    store.close();
    expect(readJournal(folder)).toContain('"kept"');
    const again = open(folder);
    expect(again.store.collection('cats').get('a1')).toBe('kept');
    again.store.close();
  });
});

function open(
  folder: string,
  rewriteFrom = 1_000_000,
): { store: ClosableStore; opened: (string | undefined)[] } {
  const opened: (string | undefined)[] = [];
  const store = openJournal(folder, { rewriteFrom });
  store.tell(tellInShelves(opened));
  return { store, opened };
}

/** Assigns each key to a shelf by its first letter. Shelf d has no past entries and is not among the names. */
function tellInShelves(opened: (string | undefined)[]): Told {
  const shelfOf = (key: string): string | undefined => /^[a-d]/.exec(key)?.[0];
  const tell: Tell = Object.assign(() => told, {
    shelves: {
      names: () => ['a', 'b', 'c'],
      shelfOf,
      tell(shelf: string | undefined) {
        opened.push(shelf);
        return told.filter(([key]) => shelfOf(key) === shelf);
      },
      holding: () => ['a', 'b', 'c'],
      sizeOf: () => ({ entries: 3, bytes: 30 }),
    },
  });
  return new Map([['cats', tell]]);
}

function made(value: unknown): unknown {
  return value instanceof Later ? value.make() : value;
}

function sorted(entries: Iterable<readonly [string, unknown]>): (readonly [string, unknown])[] {
  return [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
