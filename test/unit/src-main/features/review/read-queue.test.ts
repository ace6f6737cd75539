import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusingDoors } from '#main/aws/doors.ts';
import type { CatalogueReader, PageRead, ReadOptions, StoredItem } from '#main/aws/dynamodb/reading.ts';
import { readQueue } from '#main/features/review/read-queue.ts';
import { openAttention } from '#main/reads/attention.ts';
import { openIdOrders } from '#main/reads/batches-by-time.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { QueueInput, QueuePage } from '#shared/contract/review.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';
import { anExtractionItem } from '#test/builders/an-extraction-item.ts';

const start = Date.parse('2026-11-20T00:00:00.000Z');
const minute = 60_000;
const context = { reference: 'ref', role: 'admin', host: 'browser' } as const;
const at = (minutes: number): string => new Date(start + minutes * minute).toISOString();

interface SeededBatch {
  /** Replaces the counts that follow from the waiting documents. */
  readonly counts?: Attributes;
  /** Lists when the documents began to wait, in minutes, the oldest first. */
  readonly waits: readonly number[];
  readonly made: number;
  readonly fails?: boolean;
  /** The printed total of each document; null if it has none, `elsewhere` if the results are in S3. */
  readonly totals?: readonly (string | null)[];
}

interface Told {
  readonly emptyPages?: boolean;
  /** The documents that were handed over to this person, each as the numbers of its batch and itself. */
  readonly handed?: readonly (readonly [batch: number, document: number])[];
  /** Says for each question in turn whether its cursor is no longer kept. */
  readonly forgets?: readonly boolean[];
}

/** Returns a table of one tenant with waiting batches. Pages may be empty, as in DynamoDB. */
function buildQueue(
  batches: readonly SeededBatch[],
  { emptyPages = false, forgets = [], handed = [] }: Told = {},
) {
  const asked: string[] = [];
  const forgotten = forgets.values();
  const batchIds = batches.map((_, place) => `b${String(place).padStart(4, '0')}`);
  async function run(name: string, params: Record<string, string>, options: ReadOptions = {}) {
    await Promise.resolve();
    if (name === 'extraction.batchesByStatus') {
      const items = params['status'] === 'REVIEW_REQUIRED' ? batches.map(batchItem) : [];
      return page(items, null);
    }
    if (name === 'extraction.documentsHandedTo') {
      return page(
        handed.map(([batch, document]) => documentItem(batch, document, params['assignedTo'] ?? '')),
        null,
      );
    }
    if (name === 'extraction.batchById') {
      const place = batchIds.indexOf(params['batchId'] ?? '');
      const batch = batches[place];
      return page(batch === undefined ? [] : [batchItem(batch, place)], null);
    }
    asked.push(params['batchId'] ?? '');
    const batch = batches[batchIds.indexOf(params['batchId'] ?? '')];
    if (batch?.fails === true) return refused({ code: 'throttled', message: 'Slower.', attempts: 4 });
    if (options.cursor !== undefined && forgotten.next().value === true)
      return refused({ code: 'cursor-refused', message: 'It is no longer kept.' });
    const place = Number(options.cursor ?? 0);
    if (emptyPages && Number.isInteger(place)) return page([], String(place + 0.5));
    const from = Math.floor(place);
    const to = from + (options.pageSize ?? 0);
    const items = (batch?.waits ?? [])
      .slice(from, to)
      .map((_, index) => documentItem(batchIds.indexOf(params['batchId'] ?? ''), from + index));
    return page(items, to < (batch?.waits.length ?? 0) ? String(to) : null);
  }
  function documentItem(batch: number, number: number, assignedTo?: string): StoredItem {
    const since = at(batches[batch]?.waits[number] ?? 0);
    return stored(
      { PK: { S: `TENANT#t#BATCH#${batchIds[batch]}` }, SK: { S: `DOCUMENT#d${number}` } },
      {
        GSI2SK: { S: since },
        statusSince: { S: since },
        status: { S: 'REVIEW_REQUIRED' },
        ...withTotal(batches[batch]?.totals?.[number]),
        ...(assignedTo !== undefined && { assignedTo: { S: assignedTo }, assignedBy: { S: 'noor' } }),
      },
    );
  }
  const batchItem = ({ waits, made, counts }: SeededBatch, place: number): StoredItem =>
    stored(
      { PK: { S: 'TENANT#t#PROJECT#p' }, SK: { S: `BATCH#${batchIds[place]}` } },
      {
        createdAt: { S: at(made) },
        counts: { M: { REVIEW_REQUIRED: { N: String(waits.length) } } },
        documentCount: { N: '9' },
        workflowId: { S: 'w' },
        ...counts,
      },
    );
  const handler = readQueue({
    doors: () => ({ ...refusingDoors('nothing'), reader: { run } as unknown as CatalogueReader }),
    session: () => aSession(),
    desk: { drafts: () => [], postponed: () => [] },
    orders: openIdOrders(() => start),
    attention: openAttention(() => start),
    now: () => start + 10_000 * minute,
  });
  const call = async (input: Partial<QueueInput> = {}): Promise<QueuePage> =>
    valueOf(await handler({ tenantId: 't', dueHours: 24, ...input }, context));
  return {
    asked,
    call,
    async everyPage(input: Partial<QueueInput> = {}) {
      const pages = [await call(input)];
      for (let last = pages[0]; last?.cursor; last = pages.at(-1)) {
        pages.push(await call({ ...input, cursor: last.cursor }));
      }
      return pages;
    },
  };
}

function stored(key: Attributes, attributes: Attributes): StoredItem {
  return anExtractionItem({ ...key, ...attributes });
}

function withTotal(total: string | null | undefined): Attributes {
  if (total === undefined) return {};
  if (total === 'elsewhere') return { resultsAt: { M: { bucket: { S: 'b' }, key: { S: 'k' } } } };
  return { fields: { M: total === null ? {} : { total: { M: { value: { S: total } } } } } };
}

function page(items: readonly StoredItem[], cursor: string | null): Result<PageRead> {
  const receipt = { pattern: 'p', index: 'i', pages: 1, items: 1, rru: 1, bytes: 1, ms: 1, asOf: at(0) };
  return ok({ items, cursor, throttled: 0, receipt } as unknown as PageRead, receipt);
}

const anyBatches = fc.array(
  fc
    .record({
      waits: fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 40 }),
      early: fc.integer({ min: 0, max: 60 }),
      fails: fc.boolean(),
    })
    .map(({ waits, early, fails }): SeededBatch => {
      const sorted = waits.toSorted((a, b) => a - b);
      return { waits: sorted, made: (sorted[0] ?? 0) - early, fails };
    }),
  { maxLength: 12 },
);

const sinceIn = (pages: readonly QueuePage[]) =>
  pages.flatMap(({ rows }) => rows.map(({ waitingSince }) => waitingSince));

describe('the queue over any batches', () => {
  it('equals reading and sorting all of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyBatches,
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        async (batches, pageSize, emptyPages) => {
          const whole = batches.map((batch) => ({ ...batch, fails: false }));
          const pages = await buildQueue(whole, { emptyPages }).everyPage({ pageSize });
          const all = whole.flatMap(({ waits }) => waits).toSorted((a, b) => a - b);
          expect(sinceIn(pages)).toEqual(all.map(at));
          const keys = pages.flatMap(({ rows }) => rows.map((row) => `${row.batchId}/${row.documentId}`));
          expect(new Set(keys).size).toBe(all.length);
          expect(pages.at(-1)).toMatchObject({ read: all.length, waiting: all.length, waitingExact: true });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has each document once, even if cursors in batches are forgotten in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyBatches,
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.boolean(), { maxLength: 40 }),
        async (batches, pageSize, forgets) => {
          const whole = batches.map((batch) => ({ ...batch, fails: false }));
          const pages = await buildQueue(whole, { forgets }).everyPage({ pageSize });
          const all = whole.flatMap(({ waits }) => waits).toSorted((a, b) => a - b);
          expect(sinceIn(pages)).toEqual(all.map(at));
          const keys = pages.flatMap(({ rows }) => rows.map((row) => `${row.batchId}/${row.documentId}`));
          expect(new Set(keys).size).toBe(all.length);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('covers the other batches if some cannot be read, and says so', async () => {
    await fc.assert(
      fc.asyncProperty(anyBatches, fc.integer({ min: 1, max: 60 }), async (batches, pageSize) => {
        const pages = await buildQueue(batches).everyPage({ pageSize });
        const readable = batches.filter(({ fails }) => fails !== true).flatMap(({ waits }) => waits);
        expect(sinceIn(pages)).toEqual(readable.toSorted((a, b) => a - b).map(at));
        const lost = batches.some(({ fails }) => fails);
        expect(pages.at(-1)?.notAsked).toHaveLength(lost ? 1 : 0);
        expect(pages.at(-1)?.buckets.later.exact).toBe(!lost);
      }),
      { numRuns: 60 },
    );
  });
});

describe('documents that were handed over to this person', () => {
  const many = [
    { waits: Array.from({ length: 30 }, (_, minutes) => minutes), made: 0 },
    { waits: [100, 200], made: 90 },
  ];

  it('come first, though others wait longer, and each is listed once', async () => {
    const pages = await buildQueue(many, {
      handed: [
        [1, 1],
        [0, 20],
      ],
    }).everyPage({ pageSize: 5 });
    const names = pages.map(({ rows }) => rows.map((row) => `${row.batchId}/${row.documentId}`));
    expect(names[0]).toEqual([
      'b0001/d1',
      'b0000/d20',
      ...[0, 1, 2, 3, 4].map((number) => `b0000/d${number}`),
    ]);
    expect(new Set(names.flat()).size).toBe(32);
    expect(names.flat()).toHaveLength(32);
    expect(pages.at(-1)).toMatchObject({ waiting: 32, waitingExact: true });
  });

  it('are left out where the filters do not ask for them', async () => {
    const queue = buildQueue(many, { handed: [[1, 1]] });
    const first = async (input: Partial<QueueInput>) => (await queue.call(input)).rows[0]?.batchId;
    expect(await first({ olderThanMinutes: 9_000 })).toBe('b0001');
    expect(await first({ olderThanMinutes: 9_900 })).toBe('b0000');
    expect(await first({ workflowId: 'w' })).toBe('b0001');
    expect((await queue.call({ workflowId: 'another' })).rows).toEqual([]);
  });
});

describe('a batch that leaves REVIEW_REQUIRED out of its counts', () => {
  const failedOnly = { counts: { M: { FAILED: { N: '3' } } } };

  it('has nothing waiting: it is not opened, and the count is exact', async () => {
    const { asked, call } = buildQueue([
      { waits: [0], made: 0 },
      ...Array.from({ length: 100 }, () => ({ waits: [], made: 0, counts: failedOnly })),
    ]);
    expect(await call()).toMatchObject({ waiting: 1, waitingExact: true, batches: 1 });
    expect(new Set(asked)).toEqual(new Set(['b0000']));
  });

  it.each([
    ['is missing', { counts: { NULL: true } }],
    ['is of another type', { counts: { L: [] } }],
  ] as const)('is opened if its counts are unknown: the attribute %s', async (_how, counts) => {
    const { call } = buildQueue([{ waits: [0, 1], made: 0, counts }]);
    const { rows, waitingExact } = await call();
    expect([rows.length, waitingExact]).toEqual([2, false]);
  });
});

describe('a range of amounts', () => {
  it('leaves a document without an amount out, which is no error, and counts it', async () => {
    const queue = buildQueue([
      { waits: [1, 2, 3, 4], made: 0, totals: ['12,50', null, 'n/a', '9,00'] },
      { waits: [5, 6], made: 0, totals: [null, '900.00'] },
    ]);
    const found = await queue.call({ amountFrom: 10 });
    expect(sinceIn([found])).toEqual([at(1), at(6)]);
    expect(found).toMatchObject({ withoutAmount: 3, notAsked: [], read: 6 });
    expect(await queue.call()).toMatchObject({ withoutAmount: 0, notAsked: [] });
  });

  it('says which documents have values that filters do not read', async () => {
    const queue = buildQueue([{ waits: [1, 2], made: 0, totals: ['12,50', 'elsewhere'] }]);
    const found = await queue.call({ amountFrom: 10 });
    expect(found.withoutAmount).toBe(0);
    expect(found.notAsked).toEqual([
      {
        tenantId: 't',
        why: '1 document is not listed, because filters do not read the values that are stored in S3.',
      },
    ]);
  });
});

describe('a call', () => {
  it('opens no batch that is younger than what it returns', async () => {
    const batches = Array.from({ length: 500 }, (_, place) => ({
      made: place * 10,
      waits: [0, 1, 2, 3].map((each) => place * 10 + each),
    }));
    const { asked, call } = buildQueue(batches);
    const { rows, waiting, waitingExact } = await call({ pageSize: 20 });
    expect([rows.length, waiting, waitingExact]).toEqual([20, 2_000, true]);
    // Five batches hold the rows, and eight are opened at once.
    expect(asked).toHaveLength(8);
  });

  it('stops after four hundred documents if the filters match few, and continues from there', async () => {
    const batches = Array.from({ length: 100 }, (_, place) => ({
      made: 0,
      waits: Array.from({ length: 12 }, (_each, one) => place + one),
    }));
    const { asked, call } = buildQueue(batches);
    const first = await call({ reasons: ['check failed'] });
    expect(first.rows).toEqual([]);
    expect(first.read).toBeGreaterThanOrEqual(400);
    expect(first.read).toBeLessThan(400 + 8 * 12);
    expect(first.cursor).not.toBeNull();
    const second = await call({ reasons: ['check failed'], cursor: first.cursor ?? '' });
    expect(second.read).toBeGreaterThan(first.read);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('does not read what is too young for the question', async () => {
    const { asked, call } = buildQueue([
      { made: 0, waits: [5, 9_995] },
      { made: 9_990, waits: [9_991] },
    ]);
    const found = await call({ olderThanMinutes: 60 });
    expect(sinceIn([found])).toEqual([at(5)]);
    expect([found.cursor, asked]).toEqual([null, ['b0000']]);
  });
});
