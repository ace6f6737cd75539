import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AskedPattern, ReadOptions } from '#main/aws/dynamodb/reading.ts';
import { aReadingWorld, valueOf } from '#test/builders/a-reading-world.ts';
import { aBook, inState, library, libraryTable, names } from './a-library.ts';

async function aLibrary() {
  const world = await aReadingWorld(library);
  const ask = (pattern: string, params: AskedPattern['params'][number], options?: ReadOptions) =>
    world.reader.ask({ system: library, pattern, params: [params] }, options);
  return { ...world, ask };
}

describe('a question for one item', () => {
  it('is a GetItem with the whole key', async () => {
    const { ask, put, sent } = await aLibrary();
    await put(libraryTable, aBook('1', { title: { S: 'Rivers' } }));
    const page = valueOf(await ask('book', { shelf: 'a', book: '1' }));
    expect(page.items).toEqual([
      {
        table: 'books',
        key: aBook('1'),
        entity: 'Book',
        attributes: aBook('1', { title: { S: 'Rivers' } }),
        bytes: 28,
        catchingUp: false,
        expired: false,
      },
    ]);
    expect(page).toMatchObject({ cursor: null, absent: [], throttled: 0 });
    expect(page.asked).toMatchObject({ operation: 'GetItem', table: libraryTable, index: null });
    expect(sent.map(({ operation }) => operation)).toEqual(['GetItem']);
  });

  it('reports a missing item', async () => {
    const { ask } = await aLibrary();
    expect(valueOf(await ask('book', { shelf: 'a', book: '1' }))).toMatchObject({ items: [], absent: [0] });
  });

  it('can be read consistently on request, and then costs a whole unit', async () => {
    const { ask, put } = await aLibrary();
    await put(libraryTable, aBook('1'));
    const cost = async (consistent: boolean) =>
      valueOf(await ask('book', { shelf: 'a', book: '1' }, { consistent })).receipt.rru;
    expect([await cost(false), await cost(true)]).toEqual([0.5, 1]);
  });
});

describe('a list', () => {
  it('comes in the order of its sort key, or the other way round', async () => {
    const { ask, put } = await aLibrary();
    for (const since of [1_000, 999, 10_000])
      await put(libraryTable, aBook(`${since}`, inState('lent', since)));
    expect(names(valueOf(await ask('byState', { state: 'lent' })))).toEqual([
      'BOOK#10000',
      'BOOK#1000',
      'BOOK#999',
    ]);
    const stuck = valueOf(await ask('stuck', { state: 'lent', olderThan: 10_000 }));
    expect(names(stuck)).toEqual(['BOOK#999', 'BOOK#1000']);
    expect(stuck.asked.conditions.map(({ attribute }) => attribute)).toEqual(['state', 'since']);
  });

  it('has a receipt: pattern, index, pages, items, units, bytes and the time of asking', async () => {
    const { ask, put, clock } = await aLibrary();
    for (const book of ['1', '2']) {
      await put(libraryTable, aBook(book, { ...inState('lent', 5), text: { S: 'x'.repeat(3_000) } }));
    }
    const asOf = new Date(clock.now()).toISOString();
    const { receipt } = valueOf(await ask('byState', { state: 'lent' }));
    expect(receipt).toMatchObject({ pattern: 'library.byState', index: 'byState', pages: 1, items: 2, asOf });
    // The 6,0xx bytes are two units of 4 KB, and an eventually consistent read costs half.
    expect(receipt.rru).toBe(1);
    expect(receipt.bytes).toBe(2 * (2 + 7 + 2 + 6 + 5 + 4 + 5 + 2 + 4 + 3_000));
    expect(valueOf(await ask('shelf', { shelf: 'a' })).receipt.index).toBe('table');
  });

  it('requests some attributes only, under any names', async () => {
    const { ask, put, sent } = await aLibrary();
    const hostile = JSON.parse('{"__proto__":{"S":"kept"}}') as Record<string, { S: string }>;
    const shown = { title: { S: 'Rivers' }, 'size.in.cm': { N: '22' }, ttl: { N: '4102444800' } };
    await put(libraryTable, { ...aBook('1'), ...shown, year: { N: '1999' }, ...hostile });
    const [item] = valueOf(await ask('onlyTitles', { shelf: 'a' })).items;
    expect(Object.keys(item?.attributes ?? {}).toSorted()).toEqual([
      'PK',
      'SK',
      '__proto__',
      'size.in.cm',
      'title',
      'ttl',
    ]);
    expect(sent[0]?.input).toMatchObject({ ProjectionExpression: '#a0, #a1, #a2, #a3, #a4, #a5' });
  });

  it('requests no more from an index than it holds', async () => {
    const { ask, put } = await aLibrary();
    await put(libraryTable, aBook('1', { ...inState('lent', 5), title: { S: 'Rivers' }, ttl: { N: '1' } }));
    const [item] = valueOf(await ask('titlesOfState', { state: 'lent' })).items;
    expect(item).toMatchObject({ entity: 'Book', attributes: { title: { S: 'Rivers' } } });
  });

  it('marks expired items, and not those with a time in milliseconds', async () => {
    const { ask, put, clock } = await aLibrary();
    const seconds = Math.floor(clock.now() / 1_000);
    await put(libraryTable, aBook('1', { ttl: { N: `${seconds - 1}` } }));
    await put(libraryTable, aBook('2', { ttl: { N: `${seconds + 1}` } }));
    await put(libraryTable, aBook('3', { ttl: { N: `${clock.now() - 1_000}` } }));
    await put(libraryTable, aBook('4', { ttl: { S: '1' } }));
    const { items } = valueOf(await ask('shelf', { shelf: 'a' }));
    expect(items.map(({ expired }) => expired)).toEqual([true, false, false, false]);
  });
});

describe('an impossible question', () => {
  it.each<[string, string, AskedPattern['params'], ReadOptions, object]>([
    ['a parameter that is missing', 'book', [{ shelf: 'a' }], {}, { path: 'params.0.book' }],
    ['a separator in an id', 'shelf', [{ shelf: 'a#b' }], {}, { path: 'params.0.shelf' }],
    ['two sets where one is asked', 'shelf', [{ shelf: 'a' }, { shelf: 'b' }], {}, { path: 'params' }],
    ['no parameters at all', 'someBooks', [], {}, { path: 'params' }],
    ['an index, consistently', 'byState', [{ state: 'x' }], { consistent: true }, { path: 'consistent' }],
    ['a page of nothing', 'shelf', [{ shelf: 'a' }], { pageSize: 0 }, { path: 'pageSize' }],
    ['a page and a half', 'shelf', [{ shelf: 'a' }], { pageSize: 1.5 }, { path: 'pageSize' }],
  ])('%s is refused and nothing is sent', async (_case, pattern, params, options, issue) => {
    const { reader, sent } = await aLibrary();
    const result = await reader.ask({ system: library, pattern, params }, options);
    expect(result).toMatchObject({ ok: false, failure: { code: 'invalid-input', issues: [issue] } });
    expect(sent).toEqual([]);
  });

  it('reports every problem of every set', async () => {
    const { reader } = await aLibrary();
    const params = [{ shelf: 'a' }, { shelf: '', book: '1' }];
    const result = await reader.ask({ system: library, pattern: 'someBooks', params });
    const issues = [{ path: 'params.0.book' }, { path: 'params.1.shelf' }];
    expect(result).toMatchObject({ failure: { issues } });
  });

  it.each(['nothing', '__proto__', 'constructor'])('has no pattern "%s"', async (pattern) => {
    const { ask } = await aLibrary();
    expect(await ask(pattern, {})).toMatchObject({
      failure: { code: 'not-found', what: `library.${pattern}` },
    });
  });

  it('names a table that the connection does not have', async () => {
    const { openReader, sent } = await aLibrary();
    const reader = openReader({ tableNames: () => ({ books: null, years: 'years' }) });
    const result = await reader.ask({ system: library, pattern: 'shelf', params: [{ shelf: 'a' }] });
    expect(result).toMatchObject({ failure: { code: 'not-found', what: 'library.books' } });
    expect(sent).toEqual([]);
  });
});

describe('an item read again', () => {
  it('is read consistently by its base key, whole or in part', async () => {
    const { reader, put, sent } = await aLibrary();
    await put(libraryTable, aBook('1', { title: { S: 'Rivers' }, note: { S: 'torn' } }));
    const of = { system: library, table: 'books', key: aBook('1') };
    const whole = valueOf(await reader.readAgain(of));
    expect(whole).toMatchObject({ item: { entity: 'Book', attributes: { note: { S: 'torn' } } } });
    expect(whole.receipt).toMatchObject({
      pattern: 'library.books',
      index: 'table',
      pages: 1,
      items: 1,
      rru: 1,
    });
    const part = valueOf(await reader.readAgain(of, ['title']));
    expect(part.item?.attributes).toEqual(aBook('1', { title: { S: 'Rivers' } }));
    expect(sent.every(({ input }) => input['ConsistentRead'] === true)).toBe(true);
  });

  it('is null if it has gone', async () => {
    const { reader } = await aLibrary();
    const read = await reader.readAgain({ system: library, table: 'books', key: aBook('1') });
    expect(valueOf(read)).toMatchObject({ item: null, receipt: { items: 0, rru: 1 } });
  });

  it('is refused for an unknown table', async () => {
    const { reader } = await aLibrary();
    const read = await reader.readAgain({ system: library, table: '__proto__', key: aBook('1') });
    expect(read).toMatchObject({ failure: { code: 'not-found' } });
  });
});

const books = (...ids: number[]) => ({
  system: library,
  pattern: 'someBooks',
  params: ids.map((id) => ({ shelf: 'a', book: String(id) })),
});

async function buildLibrary(count: number) {
  const world = await aReadingWorld(library);
  for (let id = 0; id < count; id += 1) await world.put(libraryTable, aBook(String(id)));
  return world;
}

it('gives items in the requested order, each once, and says which are missing', async () => {
  const { reader, sent } = await buildLibrary(3);
  const page = valueOf(await reader.ask(books(2, 9, 0, 2, 1)));
  expect(names(page)).toEqual(['BOOK#2', 'BOOK#0', 'BOOK#1']);
  expect(page).toMatchObject({ absent: [1], cursor: null, receipt: { pages: 1, items: 3, rru: 2 } });
  expect(sent.map(({ operation }) => operation)).toEqual(['BatchGetItem']);
});

it('requests a hundred at a time', async () => {
  const { reader, sent } = await buildLibrary(250);
  const ids = Array.from({ length: 250 }, (_, id) => 249 - id);
  const page = valueOf(await reader.ask(books(...ids)));
  expect(names(page)).toEqual(ids.map((id) => `BOOK#${id}`));
  expect(sent).toHaveLength(3);
  expect(page.receipt).toMatchObject({ pages: 3, items: 250, rru: 125 });
});

it('requests what was left over again, counts that as throttling, and adds up the cost', async () => {
  const { reader, aws, sent, pauses } = await buildLibrary(5);
  aws.world.faults.set([{ id: 'x', kind: 'partial-batch', times: 3 }]);
  const page = valueOf(await reader.ask(books(4, 3, 2, 1, 0)));
  expect(names(page)).toEqual([4, 3, 2, 1, 0].map((id) => `BOOK#${id}`));
  expect(page).toMatchObject({ throttled: 1, receipt: { pages: 2, rru: 2.5 } });
  expect(sent).toHaveLength(2);
  expect(pauses).toHaveLength(1);
});

it('does not count a full answer as throttling', async () => {
  const { reader, put, sent, pauses } = await aReadingWorld(library);
  const page = { S: 'x'.repeat(390_000) };
  for (let id = 0; id < 60; id += 1) await put(libraryTable, aBook(String(id), { page }));
  const read = valueOf(await reader.ask(books(...Array.from({ length: 60 }, (_, id) => id))));
  expect(read.items).toHaveLength(60);
  expect(sent.length).toBeGreaterThan(1);
  expect(read.throttled).toBe(0);
  expect(pauses).toEqual([]);
});

it('gives up if nothing comes any more', async () => {
  const { reader, aws } = await buildLibrary(2);
  aws.world.faults.set([{ id: 'x', kind: 'partial-batch' }]);
  expect(await reader.ask(books(0, 1))).toMatchObject({ failure: { code: 'throttled' } });
});

it('recognises a numeric key however it was written', async () => {
  const { reader, put } = await aReadingWorld(library);
  await put('library-years', { year: { N: '1E3' } });
  const years = { system: library, pattern: 'someYears', params: [{ year: '1000' }, { year: 7 }] };
  const page = valueOf(await reader.ask(years));
  expect(page).toMatchObject({ items: [{ entity: 'Year' }], absent: [1] });
});

it('returns no cursor: there is one page', async () => {
  const { reader, sent } = await buildLibrary(1);
  const result = await reader.ask(books(0), { cursor: 'x'.repeat(59) });
  expect(result).toMatchObject({ failure: { code: 'cursor-refused' } });
  expect(sent).toEqual([]);
});

it('property: returns any keys despite any failures', async () => {
  const { reader, aws, pauses } = await buildLibrary(130);
  const share = fc.constantFrom(0, 0.1, 0.6);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(139), { minLength: 1, maxLength: 240 }), share, async (ids, left) => {
      aws.world.faults.set([{ id: 'x', kind: 'partial-batch', share: left }]);
      const result = await reader.ask(books(...ids));
      if (!result.ok) {
        // A single key may be left out every time, and then the whole read fails.
        expect(result.failure.code).toBe('throttled');
        return;
      }
      const there = [...new Set(ids)].filter((id) => id < 130);
      expect(names(result.value)).toEqual(there.map((id) => `BOOK#${id}`));
      expect(result.value.absent).toEqual(ids.flatMap((id, at) => (id < 130 ? [] : [at])));
    }),
    { numRuns: 40 },
  );
  expect(pauses.length).toBeGreaterThan(10);
});
