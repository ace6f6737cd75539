import { describe, expect, it, vi } from 'vitest';
import { Later } from '#local/journal/told.ts';
import { aFolder, readJournal, openTold, type Tellers } from './past-stores.ts';

describe('a past value that is created later', () => {
  it('makes a value when it is read, once, and shows something of it before', () => {
    const folder = aFolder();
    const made: string[] = [];
    const later = (name: string): Later =>
      new Later(
        () => {
          made.push(name);
          return { name, lives: 9 };
        },
        { name },
      );
    const tellers: Tellers = {
      cats: () => ['a', 'b', 'c', 'd'].map((name) => [name, later(name)]),
    };
    const store = openTold(folder, tellers, 1);
    const cats = store.collection<{ name: string; lives: number }>('cats');
    expect([...cats.shown()].map(([, shown]) => shown)).toEqual(
      ['a', 'b', 'c', 'd'].map((name) => ({ name })),
    );
    cats.delete('a');
    cats.set('b', { name: 'b', lives: 8 });
    expect([...cats.written()]).toEqual([['b', { name: 'b', lives: 8 }]]);
    store.flush();
    expect(made).toEqual([]);
    expect([cats.get('c'), cats.get('c')]).toEqual([
      { name: 'c', lives: 9 },
      { name: 'c', lives: 9 },
    ]);
    expect(made).toEqual(['c']);
    expect([...cats.values()].map(({ lives }) => lives)).toEqual([8, 9, 9]);
    expect([...cats.entries()].map(([key]) => key)).toEqual(['b', 'c', 'd']);
    expect(made).toEqual(['c', 'd']);
    store.close();
    expect(readJournal(folder)).not.toContain('"lives":9');
  });

  it('says what was written without creating the rest', () => {
    const folder = aFolder();
    const cats = vi.fn<() => [string, unknown][]>(() => [
      ['a', 1],
      ['b', 2],
    ]);
    const store = openTold(folder, { cats });
    for (const [key, value] of [
      ['b', 3],
      ['c', 4],
      ['d', 5],
    ] as const)
      store.collection('cats').set(key, value);
    store.collection('cats').delete('c');
    store.collection('dogs').set('x', 1);
    store.close();
    cats.mockClear();
    const again = openTold(folder, { cats });
    expect([...again.collection('cats').written()]).toEqual([
      ['b', 3],
      ['d', 5],
    ]);
    expect([...again.collection('dogs').written()]).toEqual([['x', 1]]);
    expect(cats).not.toHaveBeenCalled();
    again.close();
  });
});
