import { beforeEach, describe, expect, it } from 'vitest';
import type { AskedPattern, PageRead, ReadOptions } from '#main/aws/dynamodb/reading.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { aReadingWorld, valueOf, type ReadingWorld } from '#test/builders/a-reading-world.ts';
import { aBook, inState, library, libraryTable, names } from './a-library.ts';

let world: ReadingWorld;

/** Five books are lent before the index falls a minute behind. */
beforeEach(async () => {
  world = await aReadingWorld(library);
  for (let since = 10; since <= 50; since += 10) {
    await world.put(
      libraryTable,
      aBook(`${since}`, { ...inState('lent', since), title: { S: `of ${since}` } }),
    );
  }
  world.aws.world.faults.set([{ id: 'lag', kind: 'index-lag', ms: 60_000 }]);
});

/** Changes a book as an action does: the pipeline writes, and the console informs its reader. */
async function change(book: string, to: Attributes): Promise<void> {
  await world.put(libraryTable, aBook(book, to));
  world.reader.changed(library, [{ table: 'books', key: aBook(book) }]);
}

async function ask(
  pattern: string,
  params: AskedPattern['params'][number],
  options?: ReadOptions,
): Promise<PageRead> {
  return valueOf(await world.reader.ask({ system: library, pattern, params: [params] }, options));
}

const lent = { state: 'lent' };
const flags = ({ items }: PageRead): boolean[] => items.map(({ catchingUp }) => catchingUp);
const looks = (): number => world.sent.filter(({ operation }) => operation === 'GetItem').length;

describe('a list, right after an action', () => {
  it('drops what no longer belongs to it, while the index still has it', async () => {
    await change('30', inState('back', 60));
    const page = await ask('byState', lent);
    expect(names(page)).toEqual(['BOOK#50', 'BOOK#40', 'BOOK#20', 'BOOK#10']);
    expect(flags(page)).not.toContain(true);
  });

  it('has what belongs to it now, in its place, and says that the index is catching up', async () => {
    await change('60', inState('lent', 25));
    const page = await ask('byState', lent);
    expect(names(page)).toEqual(['BOOK#50', 'BOOK#40', 'BOOK#30', 'BOOK#60', 'BOOK#20', 'BOOK#10']);
    expect(flags(page)).toEqual([false, false, false, true, false, false]);
  });

  it('has it at either end too', async () => {
    await change('9', inState('lent', 9));
    await change('99', inState('lent', 99));
    expect(names(await ask('byState', lent))).toHaveLength(7);
    expect(names(await ask('byState', lent))[0]).toBe('BOOK#99');
    expect(names(await ask('stuck', { ...lent, olderThan: 45 })).at(0)).toBe('BOOK#9');
  });

  it('has the current attributes of a row that stays', async () => {
    await change('30', { ...inState('lent', 30), title: { S: 'mended' } });
    const row = (await ask('byState', lent)).items[2];
    expect(row).toMatchObject({ catchingUp: true, attributes: { title: { S: 'mended' } } });
  });

  it('applies its condition on the sort key', async () => {
    await change('20', inState('lent', 70));
    await change('80', inState('lent', 15));
    expect(names(await ask('stuck', { ...lent, olderThan: 40 }))).toEqual(['BOOK#10', 'BOOK#80', 'BOOK#30']);
  });

  it('drops deleted items', async () => {
    await world.remove(libraryTable, aBook('30'));
    world.reader.changed(library, [{ table: 'books', key: aBook('30') }]);
    expect(names(await ask('byState', lent))).not.toContain('BOOK#30');
  });

  it('drops what has left a sparse index', async () => {
    await change('30', { state: { S: 'lent' } });
    expect(names(await ask('byState', lent))).not.toContain('BOOK#30');
    expect(names(await ask('keys', lent))).toContain('BOOK#30');
  });

  it('shows no more of an item than its index holds', async () => {
    await change('30', { ...inState('lent', 30), title: { S: 'mended' }, note: { S: 'torn' } });
    const title = (await ask('titles', lent)).items.find(({ catchingUp }) => catchingUp);
    expect(title?.attributes).toEqual(aBook('30', { state: { S: 'lent' }, title: { S: 'mended' } }));
    // None of its keys has changed, so this index is already right.
    expect(flags(await ask('keys', lent))).not.toContain(true);
  });

  it('counts the cost of the second look, and no page for it', async () => {
    await change('30', inState('back', 60));
    expect((await ask('byState', lent)).receipt).toMatchObject({ pages: 1, items: 4, rru: 1.5 });
    expect(world.sent.at(-1)).toMatchObject({ operation: 'GetItem', input: { ConsistentRead: true } });
  });
});

describe('the table itself, right after an action', () => {
  const reads = () => world.sent.map(({ operation, input }) => [operation, input['ConsistentRead'] ?? false]);
  const batch = () =>
    world.sent.map(({ input }) =>
      JSON.stringify(input['RequestItems'] ?? '').includes('"ConsistentRead":true'),
    );

  it('is read consistently, because its copies may lag as well', async () => {
    await change('30', inState('back', 60));
    await ask('shelf', { shelf: 'a' });
    await ask('book', { shelf: 'a', book: '10' });
    expect(reads()).toEqual([
      ['Query', true],
      ['GetItem', true],
    ]);
    await ask('someBooks', { shelf: 'a', book: '10' });
    expect(batch().at(-1)).toBe(true);
  });

  it('is read at the usual price if another table changed, or some time has passed', async () => {
    world.reader.changed(library, [{ table: 'years', key: { year: { N: '1' } } }]);
    world.reader.changed({ ...library, id: 'archive' }, [{ table: 'books', key: aBook('30') }]);
    await ask('shelf', { shelf: 'a' });
    await change('30', inState('back', 60));
    await world.clock.advance(5_000);
    await ask('shelf', { shelf: 'a' });
    expect(reads()).toEqual([
      ['Query', false],
      ['Query', false],
    ]);
  });
});

describe('pages', () => {
  it('have a new row in its place, and once', async () => {
    await change('60', inState('lent', 15));
    const first = await ask('byState', lent, { pageSize: 2 });
    expect(names(first)).toEqual(['BOOK#50', 'BOOK#40']);
    // The row belongs further on, where the index will soon have it, and is not shown before.
    await world.clock.advance(60_000);
    const second = await ask('byState', lent, { pageSize: 9, cursor: first.cursor ?? '' });
    expect(names(second)).toEqual(['BOOK#30', 'BOOK#20', 'BOOK#60', 'BOOK#10']);
  });

  it('do not repeat a row that was inserted earlier', async () => {
    await change('10', inState('lent', 45));
    const first = await ask('byState', lent, { pageSize: 2 });
    expect(names(first)).toEqual(['BOOK#50', 'BOOK#10', 'BOOK#40']);
    const second = await ask('byState', lent, { pageSize: 9, cursor: first.cursor ?? '' });
    expect(names(second)).toEqual(['BOOK#30', 'BOOK#20']);
  });

  it('may still be wrong on the second, though corrected on the first', async () => {
    await change('20', inState('back', 60));
    const first = await ask('byState', lent, { pageSize: 2 });
    const second = await ask('byState', lent, { pageSize: 9, cursor: first.cursor ?? '' });
    expect(names(second)).toEqual(['BOOK#30', 'BOOK#10']);
  });

  it('drop what has gone from a later page, and check nothing else', async () => {
    const first = await ask('byState', lent, { pageSize: 2 });
    await change('20', inState('back', 60));
    await change('60', inState('lent', 25));
    const second = await ask('byState', lent, { pageSize: 9, cursor: first.cursor ?? '' });
    expect(names(second)).toEqual(['BOOK#30', 'BOOK#10']);
    expect(looks()).toBe(1);
  });
});

describe('the second look ends', () => {
  it('when the index agrees', async () => {
    await change('30', { ...inState('lent', 30), title: { S: 'mended' } });
    await change('20', inState('back', 60));
    await ask('byState', lent);
    expect(looks()).toBe(2);
    await world.clock.advance(60_000);
    const page = await ask('byState', lent);
    expect(names(page)).toEqual(['BOOK#50', 'BOOK#40', 'BOOK#30', 'BOOK#10']);
    expect(flags(page)).not.toContain(true);
    expect(looks()).toBe(4);
    await ask('byState', lent);
    expect(looks()).toBe(4);
  });

  it('after five minutes, whatever the index says', async () => {
    world.aws.world.faults.set([{ id: 'lag', kind: 'index-lag', ms: 3_600_000 }]);
    await change('30', inState('back', 60));
    await world.clock.advance(299_000);
    expect(names(await ask('byState', lent))).not.toContain('BOOK#30');
    await world.clock.advance(1_000);
    expect(names(await ask('byState', lent))).toContain('BOOK#30');
    expect(looks()).toBe(1);
  });

  it('for each item in its own time, even if another was changed again', async () => {
    world.aws.world.faults.set([{ id: 'lag', kind: 'index-lag', ms: 3_600_000 }]);
    await change('30', inState('back', 60));
    await change('20', inState('back', 60));
    await world.clock.advance(240_000);
    await change('30', inState('back', 70));
    await world.clock.advance(120_000);
    expect(names(await ask('byState', lent))).toEqual(['BOOK#50', 'BOOK#40', 'BOOK#20', 'BOOK#10']);
  });

  it('for one question without the others: each has its own end of the index', async () => {
    await change('30', inState('back', 60));
    expect(names(await ask('byState', { state: 'new' }))).toEqual([]);
    expect(names(await ask('byState', lent))).not.toContain('BOOK#30');
    expect(names(await ask('byState', { state: 'back' }))).toEqual(['BOOK#30']);
  });

  it('but not if it changed again during the look', async () => {
    await change('30', { ...inState('lent', 30), title: { S: 'mended' } });
    await world.clock.advance(60_000);
    let isFirstLook = true;
    world.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const answer = await next(args);
          if (commandName === 'GetItemCommand' && isFirstLook) {
            isFirstLook = false;
            await change('30', inState('back', 60));
          }
          return answer;
        },
      { step: 'initialize' },
    );
    // The index already shows the earlier change, but the book has changed again since.
    await ask('byState', lent);
    expect(names(await ask('byState', lent))).not.toContain('BOOK#30');
  });

  it('and starts again with the next action', async () => {
    await change('30', { ...inState('lent', 30), title: { S: 'mended' } });
    await world.clock.advance(60_000);
    await ask('byState', lent);
    await change('30', inState('back', 60));
    expect(names(await ask('byState', lent))).not.toContain('BOOK#30');
  });
});

it('checks only items of the kinds that the question returns, in the same system and table', async () => {
  world.reader.changed(library, [{ table: 'books', key: { PK: { S: 'SHELF#a' }, SK: { S: 'NOTE#1' } } }]);
  world.reader.changed({ ...library, id: 'archive' }, [{ table: 'books', key: aBook('30') }]);
  world.reader.changed(library, [{ table: 'years', key: { year: { N: '1' } } }]);
  await ask('byState', lent);
  await ask('shelf', { shelf: 'a' });
  expect(looks()).toBe(0);
});

it('never shows old data as certain: if the second look fails, the row says so', async () => {
  await change('30', inState('back', 60));
  world.aws.world.faults.set([
    { id: 'lag', kind: 'index-lag', ms: 60_000 },
    { id: 'x', kind: 'throttle', operation: 'GetItem' },
  ]);
  const page = await ask('byState', lent);
  expect(page.items[2]).toMatchObject({ key: aBook('30'), catchingUp: true });
  expect(page.throttled).toBe(8);
});

it('checks at most a hundred at once, visible ones first', async () => {
  const others = Array.from({ length: 150 }, (_, book) => ({ table: 'books', key: aBook(`x${book}`) }));
  await change('30', inState('back', 60));
  world.reader.changed(library, others);
  expect(names(await ask('byState', lent))).not.toContain('BOOK#30');
  expect(looks()).toBe(100);
});

it('visible rows that were not checked any more say that they may be old', async () => {
  world.aws.world.faults.set([]);
  for (let book = 1_000; book < 1_120; book += 1) {
    await world.put(libraryTable, aBook(String(book), inState('out', book)));
  }
  const many = Array.from({ length: 120 }, (_, book) => ({
    table: 'books',
    key: aBook(String(1_000 + book)),
  }));
  world.reader.changed(library, many);
  const { items } = await ask('byState', { state: 'out' });
  const unsure = items.filter(({ catchingUp }) => catchingUp);
  expect(unsure).toHaveLength(20);
  expect(looks()).toBe(100);
});

it('an unknown table is a bug of the caller', () => {
  const nowhere = [{ table: 'nowhere', key: {} }];
  expect(() => world.reader.changed(library, nowhere)).toThrow('no table "nowhere"');
});
