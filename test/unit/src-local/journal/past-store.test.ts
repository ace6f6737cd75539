import * as fc from 'fast-check';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { openJournal, type ClosableStore } from '#local/journal/journal-file.ts';
import type { Told } from '#local/journal/told.ts';
import {
  aFolder,
  findGeneration,
  readJournal,
  journalPath,
  openTold,
  toTold,
  type Tellers,
} from './past-stores.ts';

describe('a store on top of a past', () => {
  it('contains it, and creates it on first use', () => {
    const cats = vi.fn<() => [string, unknown][]>(() => [['a', { name: 'Ada' }]]);
    const store = openTold(aFolder(), { cats });
    expect([...store.names()]).toEqual(['cats']);
    expect(cats).not.toHaveBeenCalled();
    expect(store.collection('cats').get('a')).toEqual({ name: 'Ada' });
    expect(store.collection('cats').size).toBe(1);
    expect(store.collection('cats').has('b')).toBe(false);
    expect(cats).toHaveBeenCalledOnce();
    store.close();
  });

  it('stores what changes, and nothing of the past itself', () => {
    const folder = aFolder();
    const tellers: Tellers = {
      cats: () => [
        ['a', { name: 'Ada' }],
        ['b', { name: 'Bo' }],
        ['c', { name: 'Cy' }],
      ],
    };
    const store = openTold(folder, tellers);
    const cats = store.collection<{ name: string }>('cats');
    const bo = cats.get('b') ?? { name: '' };
    bo.name = 'Bob';
    cats.set('b', bo);
    cats.delete('a');
    cats.set('d', { name: 'Di' });
    store.close();
    expect(readJournal(folder)).not.toContain('Ada');
    expect(readJournal(folder)).not.toContain('Cy');

    const again = openTold(folder, tellers);
    expect([...again.collection('cats').entries()]).toEqual([
      ['b', { name: 'Bob' }],
      ['c', { name: 'Cy' }],
      ['d', { name: 'Di' }],
    ]);
    again.close();
  });

  it('does not bring back a collection that was dropped, even unread', () => {
    const folder = aFolder();
    const tellers: Tellers = { read: () => [['a', 1]], unread: () => [['a', 1]], remade: () => [['a', 1]] };
    const store = openTold(folder, tellers);
    store.collection('read').get('a');
    for (const name of Object.keys(tellers)) store.drop(name);
    store.collection('remade').set('b', 2);
    store.close();
    for (let opening = 0; opening < 2; opening += 1) {
      const again = openTold(folder, tellers);
      expect([...again.names()]).toEqual(['remade']);
      expect([...again.collection('read').keys(), ...again.collection('unread').keys()]).toEqual([]);
      expect([...again.collection('remade').entries()]).toEqual([['b', 2]]);
      again.close();
    }
  });

  it('cannot be given a past after it was read', () => {
    const store = openJournal(aFolder());
    store.collection('cats').get('a');
    expect(() => store.tell(toTold({ cats: () => [] }))).toThrow('cats was asked for untold');
    store.close();
  });

  it('writes only the difference when it is rewritten', () => {
    const folder = aFolder();
    const many: Tellers = {
      cats: () => Array.from({ length: 2_000 }, (_, n) => [`${n}`, { name: 'told '.repeat(10), n }]),
    };
    const store = openTold(folder, many, 20_000);
    // The loop makes the journal long enough to be rewritten, with few entries that still matter.
    for (let round = 0; round < 400; round += 1) {
      store.collection('cats').set('7', { name: 'x'.repeat(100), round });
      store.flush();
    }
    store.close();
    expect(findGeneration(folder)).toBeGreaterThan(0);
    expect(statSync(journalPath(folder)).size).toBeLessThan(22_000);
    const again = openTold(folder, many);
    expect(again.collection('cats').size).toBe(2_000);
    expect(again.collection('cats').get('7')).toMatchObject({ round: 399 });
    expect(again.collection('cats').get('8')).toMatchObject({ n: 8 });
    again.close();
  });

  it('cut off at any byte, opens with whole turns on top of the past', () => {
    const folder = aFolder();
    const tellers: Tellers = { left: () => [['told', 0]], right: () => [['told', 0]] };
    const store = openTold(folder, tellers);
    for (let i = 0; i < 4; i += 1) {
      store.collection('left').set(`${i}`, i);
      store.collection('right').set(`${i}`, i);
      if (i === 2) store.drop('left');
      store.flush();
    }
    store.close();
    const bytes = readFileSync(journalPath(folder));
    for (let length = 0; length <= bytes.length; length += 1) {
      writeFileSync(journalPath(folder), bytes.subarray(0, length));
      // A killed process leaves no note of a clean stop.
      rmSync(`${folder}/closed`, { force: true });
      const cut = openTold(folder, tellers);
      const whole = bytes.subarray(0, length).toString('latin1').split('\n').length - 1;
      expect(cut.collection('right').size).toBe(whole + 1);
      expect(cut.collection('left').size).toBe(whole < 3 ? whole + 1 : whole - 3);
      cut.close();
    }
  });

  it('is after any changes, rewrites and openings what a plain map would be, in the same order', () => {
    const step = fc.record({
      collection: fc.constantFrom('told', 'untold', '__proto__'),
      what: fc.constantFrom('set', 'set', 'set', 'delete', 'delete', 'drop', 'flush', 'reopen'),
      key: fc.constantFrom('1', '2', '3', 'new', '__proto__'),
      value: fc.nat(),
    });
    const tellers: Told = new Map([
      [
        'told',
        (): [string, unknown][] => [
          ['1', 'one'],
          ['2', 'two'],
          ['3', 'three'],
        ],
      ],
      ['__proto__', (): [string, unknown][] => [['__proto__', 'proto']]],
    ]);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const folder = aFolder();
        const open = (): ClosableStore => {
          const opened = openJournal(folder, { rewriteFrom: 60 });
          opened.tell(tellers);
          return opened;
        };
        let store = open();
        const model = new Map<string, Map<string, unknown>>(
          [...tellers].map(([name, tell]) => [name, new Map<string, unknown>(tell())]),
        );
        for (const { collection, what, key, value } of steps) {
          const expected = model.get(collection) ?? new Map<string, unknown>();
          model.set(collection, expected);
          if (what === 'set') {
            store.collection(collection).set(key, value);
            expected.set(key, value);
          } else if (what === 'delete') {
            expect(store.collection(collection).delete(key)).toBe(expected.delete(key));
          } else if (what === 'drop') {
            store.drop(collection);
            expected.clear();
          } else {
            store.flush();
            if (what === 'reopen') {
              store.close();
              store = open();
            }
          }
        }
        store.close();
        store = open();
        for (const [name, expected] of model) {
          expect([...store.collection(name).entries()]).toEqual([...expected]);
        }
        store.close();
        rmSync(folder, { recursive: true });
      }),
      { numRuns: 150 },
    );
  });

  it('forgets the past when it is cleared, and can be given another', () => {
    const folder = aFolder();
    const store = openTold(folder, { cats: () => [['a', 1]], dogs: () => [['a', 1]] });
    store.collection('cats').set('b', 2);
    store.drop('dogs');
    store.clear();
    expect([...store.names()]).toEqual([]);
    store.tell(toTold({ dogs: () => [['z', 3]] }));
    expect([...store.collection('dogs').entries()]).toEqual([['z', 3]]);
    store.close();
    const again = openTold(folder, { dogs: () => [['z', 3]] });
    expect([...again.names()]).toEqual(['dogs']);
    again.close();
  });
});
