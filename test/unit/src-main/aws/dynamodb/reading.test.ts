import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusingDoors } from '#main/aws/doors.ts';
import { openReadings, passingReader, seenKeys, type CatalogueReader } from '#main/aws/dynamodb/reading.ts';
import { costReads } from '#main/features/costs/cost-reads.ts';
import { runningBatches } from '#main/features/monitor/charts-shelf.ts';
import { beginQueue } from '#main/features/review/begin-queue.ts';
import { readAccuracy } from '#main/features/review/read-accuracy.ts';
import { todayHandlers } from '#main/features/today/today-handlers.ts';
import { readSample } from '#main/features/workflows/workflow-sample.ts';
import { openAttention } from '#main/reads/attention.ts';
import { openIdOrders } from '#main/reads/batches-by-time.ts';
import { readDay } from '#main/reads/download-day.ts';
import { paidReads } from '#main/reads/paid-reads.ts';
import { aReader } from '#test/builders/a-reader.ts';
import { aReadingWorld, valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';
import { aBook, inState, library, libraryTable, names } from './a-library.ts';

const shelf = { system: library, pattern: 'shelf', params: [{ shelf: 'a' }] };

async function aShelf(count = 6) {
  const world = await aReadingWorld(library);
  for (let book = 0; book < count; book += 1) {
    await world.put(
      libraryTable,
      aBook(String(book), { ...inState('lent', book), secret: { S: 'sotto voce' } }),
    );
  }
  const first = valueOf(await world.reader.ask(shelf, { pageSize: 2 }));
  return { ...world, cursor: first.cursor ?? '' };
}

const refusal = { ok: false, failure: { code: 'cursor-refused' } };

describe('a cursor', () => {
  it('reveals nothing of the data, and fits its question as often as it is asked', async () => {
    const { reader, cursor } = await aShelf();
    expect(cursor).toMatch(/^[\w-]{59}$/);
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/SHELF|BOOK/);
    for (const pageSize of [2, 2, 3]) {
      const page = valueOf(await reader.ask(shelf, { cursor, pageSize }));
      expect(names(page)).toEqual(['BOOK#2', 'BOOK#3', 'BOOK#4'].slice(0, pageSize));
    }
  });

  it.each<[string, Parameters<CatalogueReader['ask']>[0]]>([
    ['other parameters', { ...shelf, params: [{ shelf: 'b' }] }],
    ['another pattern', { ...shelf, pattern: 'onlyTitles' }],
    ['another index', { ...shelf, pattern: 'byState', params: [{ state: 'lent' }] }],
    ['another system', { ...shelf, system: { ...library, id: 'archive' } }],
  ])('is refused for %s', async (_case, question) => {
    const { reader, cursor, sent } = await aShelf();
    const before = sent.length;
    expect(await reader.ask(question, { cursor })).toMatchObject(refusal);
    expect(sent).toHaveLength(before);
  });

  it('is refused on another connection, and after a restart', async () => {
    const { openReader, cursor } = await aShelf();
    expect(await openReader({ connectionId: 'staging' }).ask(shelf, { cursor })).toMatchObject(refusal);
    const restarted = openReader({ cursorKey: Buffer.alloc(32, 8) });
    expect(await restarted.ask(shelf, { cursor })).toMatchObject(refusal);
    const failure = { message: expect.stringContaining('has expired') as string };
    expect(await openReader({}).ask(shelf, { cursor })).toMatchObject({ failure });
  });

  it('property: is the only accepted text', async () => {
    const { reader, cursor, sent } = await aShelf();
    const before = sent.length;
    const changed = fc
      .tuple(fc.nat(cursor.length - 1), fc.constantFrom(...Array.from('AZaz09-_=+/é \0')))
      .map(([at, put]) => cursor.slice(0, at) + put + cursor.slice(at + 1));
    const cut = fc.nat(cursor.length - 1).map((at) => cursor.slice(0, at));
    const longer = fc.string({ minLength: 1 }).map((more) => cursor + more);
    const forged = fc
      .oneof(changed, cut, longer, fc.string(), fc.base64String())
      .filter((one) => one !== cursor);
    await fc.assert(
      fc.asyncProperty(forged, async (one) => {
        expect(await reader.ask(shelf, { cursor: one })).toMatchObject(refusal);
      }),
      { numRuns: 400 },
    );
    expect(sent).toHaveLength(before);
  });
});

it('keeps a limited number of cursors, the most recently used', () => {
  const readings = openReadings(Buffer.alloc(32), { places: 2 });
  const begin = readings.begin();
  const at = (book: string) => readings.cursorAfter(begin, aBook(book), 'question');
  const [one, two] = [at('1'), at('2')];
  expect(readings.find(one, 'question')).toMatchObject({
    ok: true,
    value: { page: 1, startKey: aBook('1') },
  });
  const three = at('3');
  expect(readings.find(two, 'question')).toMatchObject(refusal);
  expect(readings.find(one, 'question').ok).toBe(true);
  expect(readings.find(three, 'question').ok).toBe(true);
});

it('an open list keeps its place, however many others are read', async () => {
  const { reader, cursor } = await aShelf();
  const places = openReadings(Buffer.alloc(32, 9));
  let passing = '';
  for (let pages = 0; pages <= 500; pages += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as the oldest place would go first
    passing = valueOf(await reader.ask(shelf, { pageSize: 2, places })).cursor ?? '';
  }
  expect((await reader.ask(shelf, { cursor })).ok).toBe(true);
  expect(names(valueOf(await reader.ask(shelf, { cursor: passing, places }))).at(0)).toBe('BOOK#2');
  expect(await reader.ask(shelf, { cursor: passing })).toMatchObject(refusal);
});

it('remembers a limited number of items in all, and the latest reading however large', () => {
  const readings = openReadings(Buffer.alloc(32), { keys: 5 });
  const pageOf = (items: number): string => {
    const place = readings.begin();
    for (let at = 0; at < items; at += 1) place.seen.isNew(String(at), 0);
    return readings.cursorAfter(place, aBook('x'), 'question');
  };
  const [two, three] = [pageOf(2), pageOf(3)];
  expect(readings.find(two, 'question').ok).toBe(true);
  expect(readings.find(three, 'question').ok).toBe(true);
  const nine = pageOf(9);
  expect(readings.find(two, 'question')).toMatchObject(refusal);
  expect(readings.find(three, 'question')).toMatchObject(refusal);
  expect(readings.find(nine, 'question').ok).toBe(true);
});

it('an item is new once, on the page that gave it first', () => {
  const seen = seenKeys(2);
  expect(seen.isNew('a', 0)).toBe(true);
  expect(seen.isNew('a', 0)).toBe(true);
  expect(seen.isNew('a', 1)).toBe(false);
  expect(seen.isNew('b', 1)).toBe(true);
  expect(seen.isNew('c', 2)).toBe(true);
  // There is room for two. The oldest is forgotten, so that the console's memory stays bounded.
  expect(seen.isNew('a', 2)).toBe(true);
});

it('an item that moves ahead during the reading comes once', async () => {
  const { reader, put } = await aReadingWorld(library);
  const question = { system: library, pattern: 'stuck', params: [{ state: 'lent', olderThan: 1_000 }] };
  for (let since = 0; since < 4; since += 1)
    await put(libraryTable, aBook(`${since}`, inState('lent', since)));
  const first = valueOf(await reader.ask(question, { pageSize: 2 }));
  await put(libraryTable, aBook('0', inState('lent', 10)));
  const second = valueOf(await reader.ask(question, { cursor: first.cursor ?? '' }));
  expect([names(first), names(second)]).toEqual([
    ['BOOK#0', 'BOOK#1'],
    ['BOOK#2', 'BOOK#3'],
  ]);
});

const context = { reference: 'ref', role: 'support', host: 'browser' } as const;
const now = (): number => Date.parse('2026-11-20T14:00:00.000Z');
const workflow = { tenantId: 't', projectId: 'p', workflowId: 'w' };

function listParts(reader: CatalogueReader) {
  return {
    doors: () => ({ ...refusingDoors('nothing'), reader }),
    session: () => aSession(),
    desk: { drafts: () => [], postponed: () => [] },
    dueHours: () => 24,
    orders: openIdOrders(now),
    attention: openAttention(now),
    now,
  };
}

/** Each question is read to its end, or to where it stops, before it is answered. */
const answers: readonly [string, (reader: CatalogueReader) => Promise<unknown>][] = [
  ['batches of today', async (reader) => today(reader)['today.batches']({ tenantId: null }, context)],
  ['groups of today', async (reader) => today(reader)['today.groups']({ tenantId: 't' }, context)],
  ['reviews of today', async (reader) => today(reader)['today.review']({ tenantId: 't' }, context)],
  ['hours of today', async (reader) => today(reader)['today.throughput']({ tenantId: 't' }, context)],
  ['batches that run', runningBatches],
  ['a day of downloads', (reader) => readDay('2026-11-20', { reader, now: now() })],
  [
    'a period of costs',
    (reader) =>
      costReads({ reader, sleep: () => Promise.resolve() }).run(
        'extraction.tenants',
        {},
        {},
        new AbortController().signal,
      ),
  ],
  [
    'what there is to review',
    (reader) =>
      beginQueue(
        { dueHours: 24 },
        {
          reader,
          reads: paidReads({ pattern: 'extraction.documentsToReview', index: 'GSI2' }, now),
          who: null,
          whyNot: null,
          now: now(),
        },
      ),
  ],
  ['how often readers were right', async (reader) => readAccuracy(listParts(reader))(workflow, context)],
  ['a sample', async (reader) => readSample(listParts(reader))({ ...workflow, most: 100 }, context)],
];

function today(reader: CatalogueReader) {
  return todayHandlers(listParts(reader));
}

describe('cursors used within one answer', () => {
  it.each(answers)('are not those of an open list: %s', async (_what, answer) => {
    const { reader, asked } = aReader([[]]);
    await answer(reader);
    expect(asked.length).toBeGreaterThan(0);
    const [first] = asked;
    expect(first?.options.places).toBeDefined();
    expect(new Set(asked.map(({ options }) => options.places)).size).toBe(1);
  });

  it('belong to that answer alone, beside other requests', async () => {
    const { reader, asked } = aReader([[]]);
    const options = { pageSize: 5, consistent: true };
    await passingReader(reader).run('extraction.tenants', {}, options);
    await passingReader(reader).run('extraction.tenants', {});
    expect(asked[0]?.options).toMatchObject(options);
    expect(asked[0]?.options.places).not.toBe(asked[1]?.options.places);
  });
});
