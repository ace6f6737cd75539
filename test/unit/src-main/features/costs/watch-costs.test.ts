import { describe, expect, it } from 'vitest';
import {
  aCostDesk,
  aWeek,
  documentReads,
  lastWeek,
  pages,
  personOf,
  refusedWith,
  today,
  yesterday,
} from './a-cost-world.ts';

describe('the costs of a period', () => {
  it('cover the batches submitted in it, by tenant, workflow and day', async () => {
    const desk = aCostDesk(aWeek);
    const costs = await desk.costs();
    expect(costs).toMatchObject({
      from: '2026-03-04',
      to: '2026-03-10',
      batches: 3,
      meteredBatches: 3,
      documents: 7,
      meteredDocuments: 7,
      keptBatches: 0,
      isWhole: true,
      state: 'done',
      trouble: null,
      tenants: [
        { tenantId: 'alder', name: 'The alder' },
        { tenantId: 'kestrel', name: 'The kestrel' },
      ],
      workflows: { 'alder/invoices/w': 'Called w', 'kestrel/invoices/w': 'Called w' },
    });
    expect(costs.cells.map(({ tenantId, day, metered }) => [tenantId, day, metered.textract.pages])).toEqual([
      ['alder', '2026-03-10', 6],
      ['kestrel', '2026-03-09', 10],
      ['alder', '2026-03-04', 7],
    ]);
    expect(costs.cells[0]).toMatchObject({ metered: { documents: 4, processed: 3 }, unread: 0 });
    expect(documentReads(desk.world).some(({ params }) => params['batchId'] === 'b-0')).toBe(false);
    expect(costs.spent).toEqual({ rru: desk.world.asked.length, calls: desk.world.asked.length });
  });

  it('count a project once, whatever else is in its partition, and show workflows by name', async () => {
    const alone = await aCostDesk(aWeek).costs();
    const desk = aCostDesk(aWeek);
    desk.world.beside = ['SETTINGS'];
    const { cells, batches, documents, workflows } = await desk.costs();
    expect({ cells, batches, documents, workflows }).toEqual({
      cells: alone.cells,
      batches: alone.batches,
      documents: alone.documents,
      workflows: alone.workflows,
    });
  });

  it('estimate batches in work from the processed documents', async () => {
    const inWork = {
      ...today,
      status: 'PROCESSING',
      documents: [...pages(1, 2), { pages: null, status: 'QUEUED' as const }],
    };
    const desk = aCostDesk([inWork]);
    expect(await desk.costs()).toMatchObject({
      state: 'done',
      meteredBatches: 0,
      documents: 3,
      waiting: 3,
      rest: 0,
      cells: [{ documents: 3, unread: 2, metered: { documents: 0 } }],
    });
    expect(documentReads(desk.world)).toEqual([]);
    const asked = { tenantId: null, days: 7, projectId: null, workflowId: null, day: null } as const;
    const context = { reference: '', role: null, host: 'browser' } as const;
    expect(await desk.handlers()['costs.batches'](asked, context)).toMatchObject({
      value: { rows: [{ documents: 3, processed: 2, isInWork: true, metered: null }] },
    });
  });

  it('continue after a batch that was imported, with an id of another time', async () => {
    const imported = { ...today, batchId: 'b-2x', createdAt: '2025-01-01T00:00:00.000Z' };
    const desk = aCostDesk([today, imported, { ...lastWeek, batchId: 'b-2' }, lastWeek]);
    desk.world.pageOfLists = 3;
    expect(await desk.costs()).toMatchObject({ batches: 3, isWhole: true, meteredBatches: 3 });
  });

  it('have no day if a batch has no time of creation', async () => {
    const desk = aCostDesk([today, { ...lastWeek, createdAt: null }]);
    const { cells } = await desk.costs();
    expect(cells.map(({ day }) => day)).toEqual(['2026-03-10', null]);
  });

  it('show which were processed more than once', async () => {
    const desk = aCostDesk([
      { ...today, documents: [{ pages: 1, run: 2 }, { pages: 1 }, { pages: null, run: 3 }] },
    ]);
    expect((await desk.costs()).cells[0]).toMatchObject({
      repeated: 1,
      metered: { documents: 3, processed: 2 },
    });
  });
});

describe('a budget', () => {
  it('is never exceeded, and the newest come first', async () => {
    const desk = aCostDesk(aWeek);
    const costs = await desk.costs({ budget: 5 });
    // The newest batch has four documents. The two batches of yesterday exceed the rest of the budget, but
    // that of last week fits.
    expect(costs).toMatchObject({ state: 'budget', meteredDocuments: 5, meteredBatches: 2 });
    expect(costs.cells.map(({ unread }) => unread)).toEqual([0, 2, 0]);
  });

  it('of nothing reads no documents, and the next one continues from the stored ones', async () => {
    const desk = aCostDesk(aWeek);
    expect(await desk.costs({ budget: 0 })).toMatchObject({ state: 'budget', meteredBatches: 0 });
    expect(documentReads(desk.world)).toEqual([]);
    expect(await desk.costs({ budget: 4 })).toMatchObject({
      state: 'budget',
      meteredBatches: 1,
      keptBatches: 0,
    });
    expect(await desk.costs({ budget: 3 })).toMatchObject({
      state: 'done',
      meteredBatches: 3,
      keptBatches: 1,
    });
  });

  it('holds if batches have more documents than they count, and the others do not suffer', async () => {
    const long = ['b-4', 'b-5', 'b-6', 'b-7'].map((batchId) => ({
      ...today,
      batchId,
      documents: pages(1, 2, 3, 4, 5, 6),
    }));
    const desk = aCostDesk([...long, lastWeek]);
    const run = desk.world.reader.run.bind(desk.world.reader);
    desk.world.reader.run = async (name, params, options) => {
      const read = await run(name, params, options);
      if (name !== 'extraction.batchesOfProject' || !read.ok) return read;
      const items = read.value.items.map((one) => ({
        ...one,
        attributes: { ...one.attributes, documentCount: { N: '1' }, counts: { M: {} } },
      }));
      return { ...read, value: { ...read.value, items } };
    };
    desk.world.pageOfDocuments = 1;
    const costs = await desk.costs({ budget: 3 });
    expect(costs).toMatchObject({
      state: 'budget',
      meteredDocuments: 0,
      rest: 5,
      trouble: expect.stringContaining('more documents') as string,
    });
    // Each lane that had begun may read one page more than the budget allows, and then stops.
    expect(documentReads(desk.world).length).toBeLessThanOrEqual(3 + 3 * 2);
    expect(await desk.costs()).toMatchObject({ state: 'done', meteredBatches: 5, meteredDocuments: 25 });
  });
});

describe('stored costs', () => {
  it('are free the next time, and after a restart', async () => {
    const desk = aCostDesk(aWeek);
    const first = await desk.costs();
    for (const again of [() => undefined, () => desk.restart()]) {
      again();
      desk.world.asked.splice(0);
      const next = await desk.costs();
      expect(documentReads(desk.world)).toEqual([]);
      expect(next).toMatchObject({ state: 'done', keptBatches: 3 });
      expect(next.cells).toEqual(first.cells);
    }
  });

  it('are void for a batch that has changed', async () => {
    const desk = aCostDesk(aWeek);
    await desk.costs();
    desk.world.batches = [{ ...today, version: 2, documents: pages(1, 2, 3, 4) }, yesterday, lastWeek];
    const next = await desk.costs();
    expect(next.keptBatches).toBe(2);
    expect(next.cells[0]?.metered.textract.pages).toBe(10);
  });

  it('are void after a reset of the sandbox', async () => {
    const desk = aCostDesk(aWeek);
    await desk.costs();
    desk.be({ sandboxResets: 1 });
    expect(await desk.costs()).toMatchObject({ keptBatches: 0, meteredBatches: 3 });
    desk.be({ sandboxResets: 2 });
    desk.restart();
    expect(await desk.costs()).toMatchObject({ keptBatches: 0 });
  });

  it('are hidden from a person without access to the tenant', async () => {
    const desk = aCostDesk(aWeek);
    await desk.costs();
    desk.be({ who: personOf(['kestrel']) });
    const costs = await desk.costs();
    expect(costs).toMatchObject({ batches: 1, keptBatches: 1, tenants: [{ tenantId: 'kestrel' }] });
    expect(JSON.stringify(costs)).not.toContain('alder');
    desk.world.asked.splice(0);
    expect(await desk.costs({ tenantId: 'alder' })).toMatchObject({
      state: 'failed',
      cells: [],
      trouble: expect.stringContaining('You have no access to the tenant') as string,
    });
    expect(desk.world.asked).toEqual([]);
    const asked = { days: 7, projectId: null, workflowId: null, day: null } as const;
    const batches = desk.handlers()['costs.batches'];
    const context = { reference: '', role: null, host: 'browser' } as const;
    expect(await batches({ ...asked, tenantId: 'alder' }, context)).toMatchObject({
      failure: { code: 'tenant-out-of-scope' },
    });
    expect(await batches({ ...asked, tenantId: null }, context)).toMatchObject({
      value: { rows: [{ tenantId: 'kestrel', metered: { documents: 2 } }], more: 0 },
    });
  });
});

describe('the tenants in costs', () => {
  it('are those opened here if there is no directory, and the answer says so', async () => {
    const desk = aCostDesk([{ ...today, tenantId: 'kept' }, yesterday]);
    desk.world.directory = null;
    expect(await desk.costs()).toMatchObject({
      state: 'done',
      isWhole: false,
      tenants: [{ tenantId: 'kept', name: 'Kept' }],
      batches: 1,
      trouble: expect.stringContaining('no tenant directory') as string,
    });
    desk.world.trouble = ({ name }) =>
      name === 'extraction.tenants' ? refusedWith('read-denied') : undefined;
    expect(await desk.costs()).toMatchObject({ state: 'done', isWhole: false, batches: 1 });
  });

  it('without projects cost nothing', async () => {
    const desk = aCostDesk([]);
    expect(await desk.costs({ tenantId: 'absent' })).toMatchObject({
      state: 'done',
      isWhole: true,
      cells: [],
    });
  });
});
