import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { PatternDeclaration, SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { downloads } from '#shared/catalogue/systems/downloads-system.ts';
import { hr } from '#shared/catalogue/systems/hr-system.ts';
import {
  costTable,
  differsFromPrinted,
  printedFigure,
  printedWith,
  readUnits,
} from '#shared/pricing/cost-table.ts';
import { decimal, decimalText, moneyText, plus } from '#shared/pricing/decimal.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { usdFor } from '#shared/pricing/price-names.ts';
import { exactDollars, printedReads, printedWrites } from './printed-hr.ts';

const [book] = priceBooks;

describe('the cost table of a system', () => {
  it('prefers declared units to sizes, and uses sizes if nothing is declared', () => {
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

  it('prefers the counts of receipts to anything else', () => {
    const system = aSystem({ read: aPattern({ usage: { callsPerDay: 1_000_000, rru: 4 } }) });
    const measured = { read: { rru: 10, calls: 4 }, constructor: { rru: 1, calls: 1 } };
    const [row] = costTable(system, { book, scale: 1, measured }).rows;
    expect(row).toMatchObject({ rcuPerCall: 2.5, basis: 'measured', usdPerDay: '0.3125' });
    const [unread] = costTable(system, { book, scale: 1, measured: { read: { rru: 0, calls: 0 } } }).rows;
    expect(unread).toMatchObject({ rcuPerCall: 4, basis: 'declared' });
  });

  it('shows undeclared calls as unknown, not as zero, until calls are given', () => {
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

  it('says "at least" if a call has no size', () => {
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

  it('counts writes, and never confuses one with a pattern of the same name', () => {
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

  it('compares with a print only the printed figures: its own calls, its own units, at 1×', () => {
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

  it('names no price book if nothing is printed', () => {
    expect(printedWith(aSystem({ read: aPattern({}) }), priceBooks)).toBeNull();
  });

  it('is not confused by a pattern with a name that every object has', () => {
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

describe('a figure that a source prints', () => {
  it.each([
    ['$0.006', '0.006'],
    ['~$0.001', '0.001'],
    ['≈ $0.071/day', '0.071'],
    ['0.10', '0.10'],
    ['$1,234.50 a month', '1234.50'],
    ['free', null],
    [undefined, null],
  ])('%s has the digits %s', (printed, digits) => {
    expect(printedFigure(printed)).toBe(digits);
  });

  it.each([
    ['0.00625', '0.006', false],
    ['0.0125', '0.013', false],
    ['0.00075', '0.001', false],
    ['0.0025', '0.003', false],
    ['0.00375', '0.002', true],
    ['0.1', '0.10', false],
    ['0.104', '0.1', false],
    ['0.104', '0.10', false],
    ['0.105', '0.10', true],
  ])('%s against %s: differs %s', (usd, figure, differs) => {
    expect(differsFromPrinted(usd, figure)).toBe(differs);
  });
});

describe('read units, eventually consistent', () => {
  it.each([
    ['an item of 1 byte', { operation: 'GetItem', items: 1, bytes: 1 }, 0.5],
    ['an item that is not there', { operation: 'GetItem', items: 0, bytes: 0 }, 0.5],
    ['an item of 4 KB', { operation: 'GetItem', items: 1, bytes: 4_096 }, 0.5],
    ['an item of 4 KB and a byte', { operation: 'GetItem', items: 1, bytes: 4_097 }, 1],
    ['ten small items by key, rounded one by one', { operation: 'BatchGetItem', items: 10, bytes: 100 }, 5],
    ['ten small items in a query, rounded once', { operation: 'Query', items: 10, bytes: 100 }, 0.5],
    ['200 employees of 160 bytes', { operation: 'Query', items: 200, bytes: 160 }, 4],
    ['a query that finds nothing', { operation: 'Query', items: 0, bytes: 500 }, 0.5],
    ['a full page of 1 MB', { operation: 'Query', items: 1_024, bytes: 1_024 }, 128],
    ['one item more, which is another page', { operation: 'Query', items: 1_025, bytes: 1_024 }, 128.5],
    ['pages of 25 items, each rounded up', { operation: 'Query', items: 60, bytes: 100, pageSize: 25 }, 1.5],
  ] as const)('%s', (_what, read, units) => {
    expect(readUnits(read)).toBe(units);
  });

  it('never costs less for more items or larger ones', () => {
    const small = { operation: fc.constantFrom('GetItem', 'Query', 'BatchGetItem'), items: fc.nat(3_000) };
    fc.assert(
      fc.property(fc.record({ ...small, bytes: fc.nat(20_000) }), (read) => {
        expect(readUnits({ ...read, items: read.items + 1 })).toBeGreaterThanOrEqual(readUnits(read));
      }),
    );
  });
});

const system: SystemDeclaration = hr;
const [since] = priceBooks;
const before = priceBooks.find(({ effectiveUntil }) => effectiveUntil === '2024-11-01') ?? since;
const table = costTable(system, { book: before, scale: 1 });

describe('what a day of Acme HR costs, at the printed prices', () => {
  it('has every printed row and no other', () => {
    expect(table.rows.map(({ kind, number, title }) => (kind === 'read' ? number : title))).toEqual([
      ...printedReads.map(([number]) => number),
      ...printedWrites.map(([title]) => title),
    ]);
  });

  it.each(printedReads)('%s: %s RCU and %i calls a day, printed as %s', (number, rcu, calls, printed) => {
    const row = table.rows.find((one) => one.number === number);
    expect(row).toMatchObject({ rcuPerCall: rcu, wcuPerCall: null, callsPerDay: calls });
    expect(row?.printed).toBe(readDigits(printed));
    expect(row?.usdPerDay).toBe(exactDollars[number]);
    expect(row?.differs).toBe(number === 'AP7' || number === 'AP8');
  });

  it.each(printedWrites)('%s: %s WCU and %i calls a day, printed as %s', (title, wcu, calls, printed) => {
    const row = table.rows.find((one) => one.title === title);
    expect(row).toMatchObject({ rcuPerCall: null, wcuPerCall: wcu, callsPerDay: calls });
    expect(row?.printed).toBe(readDigits(printed));
    expect(row?.usdPerDay).toBe(exactDollars[title]);
    expect(row?.differs).toBe(false);
  });

  it('adds up to $0.0755 where ≈ $0.071 is printed, and says which rows do not add up and why', () => {
    expect(table.usdPerDay).toBe('0.0755');
    expect(table.usdPerMonth).toBe('2.265');
    expect(moneyText(table.usdPerDay)).toBe('$0.0755');
    expect(table.printed).toMatchObject({
      day: '0.071',
      month: '2.15',
      differs: true,
      rowsThatDiffer: ['AP7', 'AP8'],
    });
    expect(table.printed?.explains).toMatch(/AP7.*AP8.*0\.5/);
  });

  it('has printed rows that do not add up to the printed total either', () => {
    expect(table.printed?.rowsAddUpTo).toBe('0.072');
  });

  it('prices AP7 and AP8 as printed where they are taken at half a unit', () => {
    const halved = Object.fromEntries(
      table.rows
        .filter(({ number }) => number === 'AP7' || number === 'AP8')
        .map(({ key }) => [key, { rru: 0.5, calls: 1 }]),
    );
    const taken = costTable(system, { book: before, scale: 1, measured: halved });
    const dollars = taken.rows.filter(({ basis }) => basis === 'measured').map(({ usdPerDay }) => usdPerDay);
    expect(dollars).toEqual(['0.001875', '0.00375']);
    expect(taken.usdPerDay).toBe('0.069875');
  });

  it('is ten times that at 10×, and is then not compared', () => {
    const tenfold = costTable(system, { book: before, scale: 10 });
    expect(tenfold.usdPerDay).toBe('0.755');
    expect(moneyText(tenfold.usdPerMonth)).toBe('$22.65');
    expect(tenfold.printed).toBeNull();
    expect(tenfold.rows.filter(({ printed, differs }) => printed !== null || differs)).toEqual([]);
  });
});

describe('what a day of Acme HR costs since November 2024', () => {
  it('is half, row by row', () => {
    const now = costTable(system, { book: since, scale: 1 });
    expect(now.usdPerDay).toBe('0.03775');
    for (const [index, { usdPerDay }] of now.rows.entries()) {
      expect(Number(usdPerDay) * 2).toBeCloseTo(Number(table.rows[index]?.usdPerDay), 12);
    }
  });

  it('matches the prices before that date', () => {
    expect(printedWith(system, priceBooks)).toBe(before);
  });
});

/** Removes the currency sign, because a declaration may leave it out. */
function readDigits(printed: string): string {
  return printed.replace(/^\D+/, '');
}

const [newest, older] = priceBooks;

/*
 * The source reckons a day of the download pipeline as 60 reads, which are its polls for completion, and 33 writes.
 *   before November 2024: 60 × $0.25 + 33 × $1.25 a million = $0.00005625 a day, $0.0016875 a month
 *   since:                60 × $0.125 + 33 × $0.625 a million = $0.000028125 a day, $0.00084375 a month
 */
test.each([
  ['since November 2024', newest, '0.000028125', '0.00084375'],
  ['before', older, '0.00005625', '0.0016875'],
] as const)('60 reads and 33 writes a day are a fraction of a cent a month, %s', (_when, by, day, month) => {
  expect(by).toBeDefined();
  if (by === undefined) return;
  expect(formatDay(by, 60, 33)).toBe(day);
  expect(formatDay(by, 60 * 30, 33 * 30)).toBe(month);
  expect(Number(month)).toBeLessThan(0.01);
});

test('the catalogue has those reads and writes as the source counts them', () => {
  const { rows, writeUnitsPerDay } = costTable(downloads, { book: since, scale: 1 });
  expect(writeUnitsPerDay).toBe(33);
  const polls = rows.filter(({ kind, basis }) => kind === 'read' && basis === 'declared');
  expect(polls.map(({ callsPerDay, rcuPerCall }) => [callsPerDay, rcuPerCall])).toEqual([[60, 1]]);
  const ours = [...polls, ...rows.filter(({ kind }) => kind === 'write')];
  const sum = ours.map(({ usdPerDay }) => decimal(usdPerDay ?? 'unpriced')).reduce(plus);
  expect(decimalText(sum)).toBe('0.000028125');
});

function formatDay(by: PriceBook, reads: number, writes: number): string {
  const read = usdFor(by, 'dynamodb.read', reads) ?? 'unpriced';
  const write = usdFor(by, 'dynamodb.write', writes) ?? 'unpriced';
  return decimalText(plus(decimal(read), decimal(write)));
}
