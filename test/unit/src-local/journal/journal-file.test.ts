import * as fc from 'fast-check';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findStateDamage, openJournal } from '#local/journal/journal-file.ts';

describe('a store in a folder', () => {
  it('opens with what was set, deleted and dropped', () => {
    const folder = aFolder();
    const store = openJournal(folder);
    const cats = store.collection<{ name: string }>('cats');
    cats.set('a', { name: 'Ada' });
    cats.set('b', { name: 'Bo' });
    store.flush();
    cats.delete('a');
    store.collection('dogs').set('x', 1);
    store.drop('dogs');
    store.close();

    const again = openJournal(folder);
    expect([...again.collection('cats').entries()]).toEqual([['b', { name: 'Bo' }]]);
    expect([...again.names()]).toEqual(['cats']);
    again.close();
  });

  it('keeps a turn of the event loop as one record, all or nothing', async () => {
    const folder = aFolder();
    const store = openJournal(folder);
    store.collection('a').set('1', 'one');
    store.collection('b').set('2', 'two');
    await Promise.resolve();
    expect(readLines(folder)).toHaveLength(1);
    store.close();
  });

  it('cut or damaged at its end after a clean stop, is not opened as if it were whole', () => {
    const folder = aFolder();
    const store = openJournal(folder);
    for (const key of ['a', 'b']) {
      store.collection('left').set(key, 1);
      store.flush();
    }
    store.close();
    const file = join(folder, 'state-0.journal');
    const bytes = readFileSync(file);
    for (const [damaged, says] of [
      [bytes.subarray(0, bytes.length / 2), 'cut short'],
      [Buffer.alloc(0), 'cut short'],
      [Buffer.from(bytes).fill(0, bytes.length - 4), 'is damaged at byte'],
    ] as const) {
      writeFileSync(file, damaged);
      expect(findStateDamage(file)).toContain(says);
      expect(() => openJournal(folder)).toThrow(says);
      expect(readFileSync(file)).toEqual(damaged);
    }
    writeFileSync(file, bytes);
    expect(findStateDamage(file)).toBeNull();
    const whole = openJournal(folder);
    expect(whole.collection('left').size).toBe(2);
    whole.close();
  });

  it('cut off at any byte, opens with whole records only', () => {
    const folder = aFolder();
    const store = openJournal(folder);
    for (let i = 0; i < 5; i += 1) {
      store.collection('left').set(`${i}`, 'é'.repeat(i));
      store.collection('right').set(`${i}`, i);
      store.flush();
    }
    store.close();
    const file = join(folder, 'state-0.journal');
    const bytes = readFileSync(file);
    for (let length = 0; length <= bytes.length; length += 1) {
      writeFileSync(file, bytes.subarray(0, length));
      // A killed process leaves no note of a clean stop.
      rmSync(join(folder, 'closed'), { force: true });
      const cut = openJournal(folder);
      const whole = bytes.subarray(0, length).toString('latin1').split('\n').length - 1;
      expect(cut.collection('left').size).toBe(whole);
      expect(cut.collection('right').size).toBe(whole);
      // A record written after a cut starts on a new line.
      cut.collection('after').set('x', 1);
      cut.close();
      const again = openJournal(folder);
      expect(again.collection('after').get('x')).toBe(1);
      expect(again.collection('left').size).toBe(whole);
      again.close();
    }
  });

  it('refuses a file that is damaged in its middle, and leaves it as it is', () => {
    const folder = aFolder();
    const store = openJournal(folder);
    for (const key of ['a', 'b', 'c']) {
      store.collection('x').set(key, key);
      store.flush();
    }
    store.close();
    const file = join(folder, 'state-0.journal');
    const bytes = readFileSync(file);
    bytes[15] = 0x7a;
    writeFileSync(file, bytes);
    expect(() => openJournal(folder)).toThrow('is damaged at byte 0');
    expect(readFileSync(file)).toEqual(bytes);
  });

  it('gives the same result after any sequence of changes as memory does', () => {
    const change = fc.record({
      collection: fc.constantFrom('a', 'b', '__proto__'),
      key: fc.constantFrom('1', '2', '__proto__', 'ü\n'),
      value: fc.option(fc.jsonValue(), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const folder = aFolder();
        const store = openJournal(folder);
        const model = new Map<string, Map<string, string>>();
        for (const { collection, key, value } of changes) {
          const expected = model.get(collection) ?? new Map<string, string>();
          model.set(collection, expected);
          if (value === undefined) {
            store.collection(collection).delete(key);
            expected.delete(key);
          } else {
            store.collection(collection).set(key, value);
            expected.set(key, JSON.stringify(value));
          }
          if (key === '2') store.flush();
        }
        store.close();
        const again = openJournal(folder);
        for (const [name, expected] of model) {
          const kept = [...again.collection(name).entries()].map(([key, value]) => [
            key,
            JSON.stringify(value),
          ]);
          expect(new Map(kept as [string, string][])).toEqual(expected);
        }
        again.close();
        rmSync(folder, { recursive: true });
      }),
      { numRuns: 60 },
    );
  });

  it('rewrites a journal that has grown past what lives in it', () => {
    const folder = aFolder();
    const store = openJournal(folder, { rewriteFrom: 2_000 });
    for (let i = 0; i < 300; i += 1) {
      store.collection('x').set('same', { i, padding: 'x'.repeat(50) });
      store.flush();
    }
    store.close();
    const journals = readdirSync(folder).filter((name) => name.startsWith('state'));
    expect(journals).toHaveLength(1);
    expect(journals[0]).not.toBe('state-0.journal');
    expect(readFileSync(join(folder, journals[0] ?? '')).length).toBeLessThan(8_000);
    const again = openJournal(folder);
    expect(again.collection('x').get('same')).toMatchObject({ i: 299 });
    again.close();
  });

  it('is empty after it was cleared, on disk too', () => {
    const folder = aFolder();
    const store = openJournal(folder);
    store.collection('x').set('a', 1);
    store.clear();
    store.close();
    const again = openJournal(folder);
    expect(again.collection('x').size).toBe(0);
    again.close();
  });
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function readLines(folder: string): string[] {
  return readFileSync(join(folder, 'state-0.journal'), 'utf8').trim().split('\n');
}
