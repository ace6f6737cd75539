import { describe, expect, it } from 'vitest';
import type { PatternDeclaration, SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { costTable } from '#shared/pricing/cost-table.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { printedWith } from '#shared/pricing/printed-with.ts';

const [book] = priceBooks;

describe('the cost table of a system', () => {
  it('takes declared units before sizes, and sizes where nothing is declared', () => {
    const { rows } = costTable(
      aSystem({
        declared: aPattern({ usage: { callsPerDay: 10, rru: 4, items: 1, bytes: 1 } }),
        sized: aPattern({ gives: 'many', usage: { callsPerDay: 10, items: 200, bytes: 160 } }),
        usual: aPattern({ gives: 'many', usage: { callsPerDay: 10, items: 100 } }),
        one: aPattern({ sort: { equals: 'NOTE#{noteId}' }, usage: { callsPerDay: 10 } }),
      }),
      { book, scale: 1 },
    );
    expect(rows.map(({ key, operation, rcuPerCall, basis }) => [key, operation, rcuPerCall, basis])).toEqual([
      ['declared', 'Query', 4, 'declared'],
      ['sized', 'Query', 4, 'from sizes'],
      ['usual', 'Query', 61.5, 'from sizes'],
      ['one', 'GetItem', 1, 'from sizes'],
    ]);
  });

  it('takes what receipts counted before anything else', () => {
    const system = aSystem({ read: aPattern({ usage: { callsPerDay: 1_000_000, rru: 4 } }) });
    const measured = { read: { rru: 10, calls: 4 }, constructor: { rru: 1, calls: 1 } };
    const [row] = costTable(system, { book, scale: 1, measured }).rows;
    expect(row).toMatchObject({ rcuPerCall: 2.5, basis: 'measured', usdPerDay: '0.3125' });
    const [unread] = costTable(system, { book, scale: 1, measured: { read: { rru: 0, calls: 0 } } }).rows;
    expect(unread).toMatchObject({ rcuPerCall: 4, basis: 'declared' });
  });

  it('does not make nothing of what nobody declared, until calls are given', () => {
    const system = aSystem({ known: aPattern({ usage: { callsPerDay: 8, rru: 1 } }), open: aPattern({}) });
    const table = costTable(system, { book, scale: 1 });
    expect(table.rows[1]).toMatchObject({
      callsPerDay: null,
      usdPerDay: null,
      notEstimated: 'not estimated: no calls a day declared',
    });
    expect(table).toMatchObject({ notEstimated: 1, callsPerDay: 8, usdPerDay: '0.000001' });

    const edited = costTable(system, { book, scale: 1, callsPerDay: { open: 16 } });
    expect(edited.rows[1]).toMatchObject({ callsPerDay: 16, edited: true, notEstimated: null });
    expect(edited).toMatchObject({ notEstimated: 0, callsPerDay: 24, usdPerDay: '0.000003' });
  });

  it('says "at least" where a call has no size', () => {
    const system = aSystem({ read: aPattern({ returns: ['Ghost'], usage: { callsPerDay: 1 } }) });
    expect(costTable(system, { book, scale: 1 }).rows[0]).toMatchObject({
      rcuPerCall: 0.5,
      basis: 'at least',
    });
  });

  it('counts calls a day at 1×, edited or not, and multiplies them', () => {
    const system = aSystem({ read: aPattern({ usage: { callsPerDay: 10, rru: 0.5 } }) });
    const table = costTable(system, { book, scale: 10, callsPerDay: { read: 20 } });
    expect(table.rows[0]).toMatchObject({ callsPerDay: 20, usdPerDay: '0.0000125' });
    expect(table).toMatchObject({ callsPerDay: 200, readUnitsPerDay: 100, writeUnitsPerDay: 0 });
  });

  it('counts writes, and never mistakes one for a pattern of the same name', () => {
    const system: SystemDeclaration = {
      ...aSystem({ note: aPattern({ usage: { callsPerDay: 8, rru: 1 } }) }),
      writes: { note: { title: 'Note written', about: '', callsPerDay: 1_000, wru: 3 } },
    };
    const table = costTable(system, { book, scale: 1, callsPerDay: { 'write:note': 2_000 } });
    expect(table.rows.map(({ key, callsPerDay }) => [key, callsPerDay])).toEqual([
      ['note', 8],
      ['write:note', 2_000],
    ]);
    expect(table.rows[1]).toMatchObject({
      operation: 'Write',
      on: null,
      wcuPerCall: 3,
      usdPerDay: '0.00375',
    });
    expect(table.writeUnitsPerDay).toBe(6_000);
  });

  it('compares with a print only what was printed: its own calls, its own units, at 1×', () => {
    const system: SystemDeclaration = {
      ...aSystem({ read: aPattern({ usage: { callsPerDay: 8_000_000, rru: 1, printed: '$1.00' } }) }),
      printed: { day: '$1.00', source: 'a review' },
    };
    expect(costTable(system, { book, scale: 1 }).printed).toMatchObject({
      differs: false,
      rowsThatDiffer: [],
    });
    expect(costTable(system, { book, scale: 10 }).printed).toBeNull();
    expect(costTable(system, { book, scale: 1, callsPerDay: { read: 1 } }).printed).toBeNull();
    const measured = { read: { rru: 3, calls: 1 } };
    expect(costTable(system, { book, scale: 1, measured }).printed).toBeNull();
    expect(printedWith(system, priceBooks)).toBe(book);
  });

  it('knows of no book where nothing is printed', () => {
    expect(printedWith(aSystem({ read: aPattern({}) }), priceBooks)).toBeNull();
  });

  it('is not misled by a pattern called as something that every object has', () => {
    const system = aSystem({ constructor: aPattern({}), toString: aPattern({ returns: ['valueOf'] }) });
    const { rows } = costTable(system, { book, scale: 1, callsPerDay: {}, measured: {} });
    expect(rows.map(({ callsPerDay }) => callsPerDay)).toEqual([null, null]);
  });
});

function aPattern(more: Partial<PatternDeclaration>): PatternDeclaration {
  return {
    number: 'AP1',
    asks: 'Which note is this?',
    title: 'Note',
    on: 'main',
    partition: 'BOOK#{bookId}',
    returns: ['Note', 'Sketch'],
    gives: 'one',
    ...more,
  };
}

function aSystem(patterns: Readonly<Record<string, PatternDeclaration>>): SystemDeclaration {
  return {
    id: 'notes',
    name: 'Notes',
    about: '',
    tables: {
      main: {
        name: 'notes-{stage}',
        partition: { name: 'PK', type: 'S' },
        sort: { name: 'SK', type: 'S' },
      },
    },
    entities: {
      Note: { table: 'main', keys: {}, attributes: {}, bytes: 300 },
      Sketch: { table: 'main', keys: {}, attributes: {}, bytes: 5_000 },
    },
    patterns,
  };
}
