import { describe, expect, it } from 'vitest';
import { openShelf } from '#main/features/explorer/readings-shelf.ts';
import type { HeldRow, ReadingsShelf, ShelfLimits } from '#main/features/explorer/readings-shelf.ts';

function aShelf(limits?: Partial<ShelfLimits>): ReadingsShelf {
  let seed = 0;
  const random = (size: number) => new Uint8Array(size).fill((seed += 1));
  return openShelf(random, { readings: 20, rows: 20_000, bytes: 1_000_000, ...limits });
}

function aRow(id: string, bytes = 100): HeldRow {
  return { system: 'clinic', table: 'main', key: { PK: { S: id } }, entity: null, masked: {}, bytes };
}

function aPage(ids: readonly string[], cursor: string | null = null, askedWith?: string) {
  const rows = ids.map((id) => aRow(id));
  return { connection: 'staging', system: 'clinic', pattern: 'all', askedWith, cursor, rows };
}

describe('a reading', () => {
  it('continues with the cursor it gave', () => {
    const shelf = aShelf();
    const first = shelf.keep(aPage(['a', 'b'], 'c1'));
    const second = shelf.keep(aPage(['c'], 'c2', 'c1'));
    const third = shelf.keep(aPage(['d'], null, 'c2'));
    expect([second.reading, third.reading]).toEqual([first.reading, first.reading]);
    expect(shelf.reading('staging', first.reading)?.rows.size).toBe(4);
  });

  it('starts over without a cursor, with one of another question, and with an unknown one', () => {
    const shelf = aShelf();
    const first = shelf.keep(aPage(['a'], 'c1')).reading;
    const others = [
      shelf.keep(aPage(['a'], 'c1')),
      shelf.keep({ ...aPage(['a'], null, 'c1'), pattern: 'some' }),
      shelf.keep({ ...aPage(['a'], null, 'c1'), connection: 'production' }),
      shelf.keep(aPage(['a'], null, 'forged')),
    ];
    expect(new Set([first, ...others.map(({ reading }) => reading)]).size).toBe(5);
  });

  it('names an item by one handle, however its key is written, and another item by another', () => {
    const shelf = aShelf();
    const key = { SK: { S: 'b' }, PK: { S: 'a' } };
    const turned = { PK: { S: 'a' }, SK: { S: 'b' } };
    const rows = [
      { ...aRow(''), key },
      { ...aRow(''), key: turned },
      { ...aRow(''), key, table: 'files' },
      { ...aRow(''), key: { PK: { S: 'a' }, SK: { N: 'b' } } },
    ];
    const { handles, reading } = shelf.keep({ ...aPage([]), rows });
    expect(handles[0]).toBe(handles[1]);
    expect(new Set(handles).size).toBe(3);
    expect(shelf.reading('staging', reading)?.rows.size).toBe(3);
  });

  it('uses handles that reveal nothing of the key', () => {
    const { handles } = aShelf().keep(aPage(['PATIENT#ann']));
    expect(handles[0]).toMatch(/^[\w-]{20}$/);
    const other = openShelf((size) => new Uint8Array(size).fill(99)).keep(aPage(['PATIENT#ann']));
    expect(other.handles).not.toEqual(handles);
  });

  it('is found on its own connection only', () => {
    const shelf = aShelf();
    const { reading, handles } = shelf.keep(aPage(['a']));
    const handle = handles[0] ?? '';
    expect(shelf.row('staging', handle)?.key).toEqual({ PK: { S: 'a' } });
    expect(shelf.row('production', handle)).toBeUndefined();
    expect(shelf.reading('production', reading)).toBeUndefined();
    expect(shelf.row('staging', 'forged')).toBeUndefined();
  });

  it('is dropped for more readings, the least recently used first', () => {
    const shelf = aShelf({ readings: 2 });
    const first = shelf.keep(aPage(['a'], 'c1')).reading;
    const second = shelf.keep(aPage(['b'])).reading;
    shelf.keep(aPage(['c'], null, 'c1'));
    const third = shelf.keep(aPage(['d'])).reading;
    const held = [first, second, third].map((id) => shelf.reading('staging', id) !== undefined);
    expect(held).toEqual([true, false, true]);
  });

  it.each([
    ['rows', { rows: 3 }],
    ['bytes', { bytes: 300 }],
  ])('is dropped row by row for more %s', (_, limits) => {
    const shelf = aShelf(limits);
    const first = shelf.keep(aPage(['a', 'b'])).reading;
    const { reading, handles } = shelf.keep(aPage(['c', 'd']));
    expect(shelf.reading('staging', first)?.rows.size).toBe(1);
    const long = shelf.keep(aPage(['e', 'f', 'g', 'h']));
    expect(shelf.reading('staging', reading)).toBeUndefined();
    expect(shelf.row('staging', handles[0] ?? '')).toBeUndefined();
    expect([...(shelf.reading('staging', long.reading)?.rows.keys() ?? [])]).toEqual(long.handles.slice(1));
  });

  it('read twice counts once', () => {
    const shelf = aShelf({ rows: 3 });
    const { reading } = shelf.keep(aPage(['a', 'b', 'c'], 'c1'));
    shelf.keep(aPage(['a', 'b', 'c'], null, 'c1'));
    expect(shelf.reading('staging', reading)?.rows.size).toBe(3);
  });
});
