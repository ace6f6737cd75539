import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { aReadingWorld, valueOf } from '#test/builders/a-reading-world.ts';
import { aBook, library, libraryTable, names } from './a-library.ts';

const books = (...ids: number[]) => ({
  system: library,
  pattern: 'someBooks',
  params: ids.map((id) => ({ shelf: 'a', book: String(id) })),
});

async function aLibraryOf(count: number) {
  const world = await aReadingWorld(library);
  for (let id = 0; id < count; id += 1) await world.put(libraryTable, aBook(String(id)));
  return world;
}

it('gives items in the order asked, each once, and says which are not there', async () => {
  const { reader, sent } = await aLibraryOf(3);
  const page = valueOf(await reader.ask(books(2, 9, 0, 2, 1)));
  expect(names(page)).toEqual(['BOOK#2', 'BOOK#0', 'BOOK#1']);
  expect(page).toMatchObject({ absent: [1], cursor: null, receipt: { pages: 1, items: 3, rru: 2 } });
  expect(sent.map(({ operation }) => operation)).toEqual(['BatchGetItem']);
});

it('asks for a hundred at a time', async () => {
  const { reader, sent } = await aLibraryOf(250);
  const ids = Array.from({ length: 250 }, (_, id) => 249 - id);
  const page = valueOf(await reader.ask(books(...ids)));
  expect(names(page)).toEqual(ids.map((id) => `BOOK#${id}`));
  expect(sent).toHaveLength(3);
  expect(page.receipt).toMatchObject({ pages: 3, items: 250, rru: 125 });
});

it('asks again for what was left over, counts that as a slower pace, and adds up what it cost', async () => {
  const { reader, aws, sent, pauses } = await aLibraryOf(5);
  aws.world.faults.set([{ id: 'x', kind: 'partial-batch', times: 3 }]);
  const page = valueOf(await reader.ask(books(4, 3, 2, 1, 0)));
  expect(names(page)).toEqual([4, 3, 2, 1, 0].map((id) => `BOOK#${id}`));
  expect(page).toMatchObject({ throttled: 1, receipt: { pages: 2, rru: 2.5 } });
  expect(sent).toHaveLength(2);
  expect(pauses).toHaveLength(1);
});

it('does not call it a slower pace where an answer was full', async () => {
  const { reader, put, sent, pauses } = await aReadingWorld(library);
  const page = { S: 'x'.repeat(390_000) };
  for (let id = 0; id < 60; id += 1) await put(libraryTable, aBook(String(id), { page }));
  const read = valueOf(await reader.ask(books(...Array.from({ length: 60 }, (_, id) => id))));
  expect(read.items).toHaveLength(60);
  expect(sent.length).toBeGreaterThan(1);
  expect(read.throttled).toBe(0);
  expect(pauses).toEqual([]);
});

it('gives up where nothing comes any more', async () => {
  const { reader, aws } = await aLibraryOf(2);
  aws.world.faults.set([{ id: 'x', kind: 'partial-batch' }]);
  expect(await reader.ask(books(0, 1))).toMatchObject({ failure: { code: 'throttled' } });
});

it('knows a numeric key again however it was written', async () => {
  const { reader, put } = await aReadingWorld(library);
  await put('library-years', { year: { N: '1E3' } });
  const years = { system: library, pattern: 'someYears', params: [{ year: '1000' }, { year: 7 }] };
  const page = valueOf(await reader.ask(years));
  expect(page).toMatchObject({ items: [{ entity: 'Year' }], absent: [1] });
});

it('goes on with no cursor: there is one page', async () => {
  const { reader, sent } = await aLibraryOf(1);
  const result = await reader.ask(books(0), { cursor: 'x'.repeat(59) });
  expect(result).toMatchObject({ failure: { code: 'cursor-refused' } });
  expect(sent).toEqual([]);
});

it('property: any keys under any trouble', async () => {
  const { reader, aws, pauses } = await aLibraryOf(130);
  const share = fc.constantFrom(0, 0.1, 0.6);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(139), { minLength: 1, maxLength: 240 }), share, async (ids, left) => {
      aws.world.faults.set([{ id: 'x', kind: 'partial-batch', share: left }]);
      const result = await reader.ask(books(...ids));
      if (!result.ok) {
        // A lone key may be unlucky each time; then nothing is given at all.
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
