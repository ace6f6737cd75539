import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CostCell } from '#shared/contract/costs.ts';
import { addTotals, emptyTotals, computeTotals } from '#shared/pricing/usage-totals.ts';
import type { Usage } from '#shared/contract/triage.ts';
import { costCells, withinBounds } from '#main/features/costs/cost-cells.ts';
import type { ListedBatch, Metered } from '#main/features/costs/known-costs.ts';
import { aCostDesk, noon, type FakeBatch } from './a-cost-world.ts';

const count = fc.nat({ max: 5_000 });
const model = fc.record({
  model: fc.constantFrom('claudeHaiku45.regional', 'another', null),
  inputTokens: fc.option(count),
  outputTokens: count,
  ms: count,
});
const usage: fc.Arbitrary<Usage | null> = fc.option(
  fc.record({
    textract: fc.option(fc.record({ pages: fc.option(count), ms: count })),
    gapFill: fc.option(model),
    verify: fc.option(model),
  }),
);
const metered: fc.Arbitrary<Metered> = fc.array(usage, { maxLength: 6 }).map((all) => ({
  totals: all.map(computeTotals).reduce(addTotals, emptyTotals),
  repeated: all.length % 2,
}));
const listed: fc.Arbitrary<ListedBatch> = fc.record({
  tenantId: fc.constantFrom('alder', 'kestrel'),
  projectId: fc.constantFrom('p', 'q'),
  batchId: fc.uuid(),
  workflowId: fc.constantFrom('w', 'v', null),
  createdAt: fc.constantFrom('2026-03-10T08:00:00.000Z', '2026-03-09T08:00:00.000Z', null),
  day: fc.constantFrom('2026-03-10', '2026-03-09', null),
  run: fc.constant(1),
  documents: fc.nat({ max: 9 }),
  isCounted: fc.constant(true),
  processed: fc.nat({ max: 9 }),
  isInWork: fc.boolean(),
  stamp: fc.constant('1'),
});
const period = fc.uniqueArray(fc.tuple(listed, metered, fc.boolean()), {
  maxLength: 30,
  selector: ([{ batchId }]) => batchId,
});

type Period = readonly (readonly [ListedBatch, Metered, boolean])[];

function summed(all: Period, order = all) {
  const cells = costCells(all.map(([batch]) => batch));
  for (const [batch, found, isRead] of order) if (isRead) cells.meter(batch, found);
  return cells;
}

function listCells(all: Period, order = all): CostCell[] {
  return summed(all, order).current();
}

describe('sums of batches', () => {
  it('equal the sums of their cells, whatever was metered', () => {
    fc.assert(
      fc.property(period, (all) => {
        const cells = listCells(all);
        const read = all.filter(([, , isRead]) => isRead);
        const total = (of: (cell: CostCell) => number): number =>
          cells.reduce((sum, one) => sum + of(one), 0);
        expect(cells.map((cell) => cell.metered).reduce(addTotals, emptyTotals)).toEqual(
          read.map(([, { totals }]) => totals).reduce(addTotals, emptyTotals),
        );
        expect(total((cell) => cell.batches)).toBe(all.length);
        expect(total((cell) => cell.meteredBatches)).toBe(read.length);
        expect(total((cell) => cell.documents)).toBe(all.reduce((sum, [batch]) => sum + batch.documents, 0));
        expect(total((cell) => cell.repeated)).toBe(read.reduce((sum, [, one]) => sum + one.repeated, 0));
        expect(total((cell) => cell.unread)).toBe(
          all.reduce((sum, [batch, , isRead]) => sum + (isRead ? 0 : batch.processed), 0),
        );
      }),
    );
  });

  it('keep tenants, projects, workflows and days apart', () => {
    fc.assert(
      fc.property(period, (all) => {
        const place = (of: ListedBatch | CostCell): string =>
          `${of.tenantId} ${of.projectId} ${of.workflowId} ${of.day}`;
        const expected = [...new Set(all.map(([batch]) => place(batch)))].map((one) => {
          const of = all.filter(([batch]) => place(batch) === one);
          return [one, of.length, of.filter(([, , isRead]) => isRead).length];
        });
        expect(listCells(all).map((cell) => [place(cell), cell.batches, cell.meteredBatches])).toEqual(
          expected,
        );
      }),
    );
  });

  it('separate what waits for the end of its batch from what could be read now', () => {
    fc.assert(
      fc.property(period, (all) => {
        const unmetered = (isInWork: boolean): number =>
          all
            .filter(([batch, , isRead]) => !isRead && batch.isInWork === isInWork)
            .reduce((sum, [{ documents }]) => sum + documents, 0);
        expect(summed(all).unmetered()).toEqual({ waiting: unmetered(true), rest: unmetered(false) });
      }),
    );
  });

  it('do not depend on the order of reading', () => {
    fc.assert(
      fc.property(
        period.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length })),
        ),
        ([all, order]) => {
          expect(listCells(all, order)).toEqual(listCells(all));
        },
      ),
    );
  });
});

const document = fc.record({
  pages: fc.option(fc.nat({ max: 9 })),
  run: fc.integer({ min: 1, max: 3 }),
});
const aBatch: fc.Arbitrary<FakeBatch> = fc
  .record({
    tenantId: fc.constantFrom('alder', 'kestrel', 'northwind'),
    projectId: fc.constantFrom('p', 'q'),
    workflowId: fc.constantFrom('w', 'v'),
    hoursAgo: fc.integer({ min: 0, max: 6 * 24 }),
    documents: fc.array(document, { maxLength: 8 }),
  })
  .map(({ hoursAgo, ...batch }) => {
    const createdAt = new Date(noon - hoursAgo * 3_600_000).toISOString();
    return { ...batch, createdAt, batchId: '' };
  });
const aWeek = fc
  .array(aBatch, { minLength: 1, maxLength: 12 })
  .map((batches) => batches.map((batch, at) => ({ ...batch, batchId: `${batch.createdAt}-${at}` })));

describe('a batch without a number of documents', () => {
  const batch: ListedBatch = {
    tenantId: 'alder',
    projectId: 'p',
    batchId: 'KB-10',
    workflowId: 'w',
    createdAt: '2026-03-10T08:00:00.000Z',
    day: '2026-03-10',
    run: null,
    documents: 0,
    isCounted: false,
    processed: 0,
    isInWork: false,
    stamp: '1',
  };

  it('leaves the figures open until its documents are read, and then counts them', () => {
    const cells = costCells([batch]);
    expect(cells.uncounted()).toBe(1);
    const totals = [null, null, null].map(computeTotals).reduce(addTotals, emptyTotals);
    cells.meter(batch, { totals, repeated: 0 });
    expect(cells.uncounted()).toBe(0);
    expect(cells.current()[0]?.documents).toBe(3);
  });
});

describe('a week read through the patterns', () => {
  it('accounts for each document once, whatever the budget', async () => {
    await fc.assert(
      fc.asyncProperty(aWeek, fc.option(fc.nat({ max: 40 })), async (batches, budget) => {
        const desk = aCostDesk(batches);
        const costs = await desk.costs({ budget });
        const unread = costs.cells.reduce((sum, cell) => sum + cell.unread, 0);
        const documents = batches.reduce((sum, batch) => sum + batch.documents.length, 0);
        expect(costs).toMatchObject({ isWhole: true, trouble: null, batches: batches.length, documents });
        expect(costs.meteredDocuments + unread).toBe(documents);
        expect(costs.meteredDocuments).toBeLessThanOrEqual(budget ?? documents);
        expect(costs.state).toBe(unread === 0 ? 'done' : 'budget');
        const whole = await desk.costs();
        expect(whole).toMatchObject({ state: 'done', meteredDocuments: documents });
        const pages = batches
          .flatMap((batch) => batch.documents)
          .reduce((sum, one) => sum + (one.pages ?? 0), 0);
        expect(whole.cells.reduce((sum, cell) => sum + cell.metered.textract.pages, 0)).toBe(pages);
        // Reading in two steps gives the same result as reading in one.
        expect(await aCostDesk(batches).costs()).toMatchObject({ cells: whole.cells });
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});

describe('more than a page can receive', () => {
  const batches = Array.from({ length: 30 }, (_, at): ListedBatch => {
    const day = `2026-03-${String(at + 1).padStart(2, '0')}`;
    const of = {
      tenantId: 'alder',
      projectId: 'p',
      workflowId: 'w',
      run: 1,
      stamp: '1',
      isInWork: false,
      isCounted: true,
    };
    return { ...of, batchId: `b-${day}`, day, createdAt: `${day}T08:00:00.000Z`, documents: 1, processed: 1 };
  });

  it('is cut at the newest, and says where', () => {
    expect(withinBounds(batches, { batches: 100, cells: 100 })).toMatchObject({ cutAt: null });
    const few = withinBounds(batches, { batches: 100, cells: 7 });
    expect(few.cutAt).toBe('2026-03-24');
    expect(few.batches.map(({ day }) => day)).toEqual(
      batches
        .map(({ day }) => day)
        .toReversed()
        .slice(0, 7),
    );
    expect(withinBounds(batches, { batches: 3, cells: 100 })).toMatchObject({ cutAt: '2026-03-28' });
    expect(withinBounds(few.batches, { batches: 7, cells: 7 })).toEqual({
      batches: few.batches,
      cutAt: null,
    });
  });

  it('is reported, and the newest are metered', async () => {
    const desk = aCostDesk(
      Array.from({ length: 700 }, (_, at) => ({
        tenantId: 'alder',
        workflowId: `w-${at}`,
        batchId: `b-${String(at).padStart(3, '0')}`,
        createdAt: new Date(noon - (700 - at) * 60_000).toISOString(),
        documents: [{ pages: 1 }],
      })),
    );
    desk.world.pageOfLists = 100;
    const costs = await desk.costs({ budget: 10 });
    expect(costs.isWhole).toBe(false);
    expect(costs.trouble).toContain('Choose a tenant or fewer days.');
    expect(costs.cells.length).toBeLessThanOrEqual(600);
    expect(costs.meteredDocuments).toBe(10);
    expect(JSON.stringify(costs).length).toBeLessThan(800_000);
  });
});
