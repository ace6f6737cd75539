import { describe, expect, it } from 'vitest';
import {
  aCostDesk,
  aWeek,
  documentReads,
  personOf,
  refusedWith,
  someTurns,
  today,
  yesterday,
  type CostDesk,
} from './a-cost-world.ts';

describe('a failure', () => {
  const onDocuments = (desk: CostDesk, code: Parameters<typeof refusedWith>[0], batchId: string): void => {
    desk.world.trouble = ({ name, params }) =>
      name === 'extraction.documentsOfBatch' && params['batchId'] === batchId ? refusedWith(code) : undefined;
  };

  it('in the middle of a batch leaves it unread, and the others are there', async () => {
    const desk = aCostDesk(aWeek);
    desk.world.trouble = ({ name, params, cursor }) =>
      name === 'extraction.documentsOfBatch' && params['batchId'] === 'b-3' && cursor !== undefined
        ? refusedWith('aws-refused')
        : undefined;
    const costs = await desk.costs();
    expect(costs).toMatchObject({
      state: 'done',
      meteredBatches: 2,
      trouble: 'The batch b-3 of alder was not metered. It was aws-refused.',
    });
    expect(costs.cells[0]).toMatchObject({ unread: 4, metered: { documents: 0 } });
    desk.world.trouble = () => undefined;
    expect(await desk.costs()).toMatchObject({ meteredBatches: 3, keptBatches: 2, trouble: null });
  });

  it('by throttling passes', async () => {
    const desk = aCostDesk(aWeek);
    const slowed = new Set<string>();
    desk.world.trouble = (asked) => {
      const question = JSON.stringify(asked);
      if (slowed.has(question)) return undefined;
      slowed.add(question);
      return refusedWith('throttled');
    };
    expect(await desk.costs()).toMatchObject({ state: 'done', meteredBatches: 3, trouble: null });
  });

  it('of every batch stops the metering after a few, and keeps what is there', async () => {
    const many = Array.from({ length: 12 }, (_, at) => ({
      ...today,
      batchId: `b-${String(at).padStart(2, '0')}`,
    }));
    const desk = aCostDesk(many);
    desk.world.trouble = ({ name, params }) =>
      name === 'extraction.documentsOfBatch' && String(params['batchId']) < 'b-10'
        ? refusedWith('throttled')
        : undefined;
    const costs = await desk.costs();
    expect(costs).toMatchObject({ state: 'failed', meteredBatches: 2, batches: 12, isWhole: true });
    expect(costs.trouble).toMatch(
      /^The batch b-0\d of alder was not metered\. .* more batches were not read\.$/,
    );
    expect(documentReads(desk.world).length).toBeLessThan(24);
  });

  it('of one tenant’s documents leaves its other batches unread, without a call', async () => {
    const more = Array.from({ length: 6 }, (_, at) => ({ ...today, batchId: `b-3${at}` }));
    const desk = aCostDesk([...more, yesterday]);
    desk.world.trouble = ({ name, params }) =>
      name === 'extraction.documentsOfBatch' && params['tenantId'] === 'alder'
        ? refusedWith('read-denied')
        : undefined;
    const costs = await desk.costs();
    expect(costs.cells.find(({ tenantId }) => tenantId === 'kestrel')).toMatchObject({
      meteredBatches: 1,
      unread: 0,
    });
    expect(costs.cells.find(({ tenantId }) => tenantId === 'alder')).toMatchObject({
      meteredBatches: 0,
      unread: 24,
    });
  });

  it('of a sign-in ends the metering', async () => {
    const desk = aCostDesk(aWeek);
    onDocuments(desk, 'sign-in-expired', 'b-3');
    expect(await desk.costs()).toMatchObject({ state: 'failed', batches: 3 });
    desk.restart();
    desk.world.trouble = ({ name }) =>
      name === 'extraction.tenants' ? refusedWith('sign-in-expired') : undefined;
    expect(await desk.costs()).toMatchObject({
      state: 'failed',
      batches: 0,
      trouble: 'It was sign-in-expired.',
    });
  });

  it('of one project’s list is reported, and the others are listed', async () => {
    const desk = aCostDesk(aWeek);
    desk.world.trouble = ({ name, params }) =>
      name === 'extraction.batchesOfProject' && params['tenantId'] === 'kestrel'
        ? refusedWith('read-denied')
        : undefined;
    expect(await desk.costs()).toMatchObject({
      state: 'done',
      isWhole: false,
      batches: 2,
      trouble: 'The batches of the project invoices of kestrel were not listed. It was read-denied.',
    });
  });

  it('that is unexpected is reported with its reference', async () => {
    const desk = aCostDesk(aWeek);
    desk.world.trouble = ({ name }) => {
      if (name === 'extraction.documentsOfBatch') throw new TypeError('Oh.');
      return undefined;
    };
    expect(await desk.costs()).toMatchObject({
      state: 'failed',
      batches: 3,
      trouble: expect.stringContaining('ref-1') as string,
    });
    expect(desk.warned).toEqual(['unexpected error']);
  });
});

describe('a watch', () => {
  function held(desk: CostDesk, name: string) {
    const waiting: (() => void)[] = [];
    desk.world.trouble = (asked) =>
      asked.name === name ? new Promise((resolve) => waiting.push(() => resolve(undefined))) : undefined;
    return { waiting, letGo: () => waiting.splice(0).forEach((go) => go()) };
  }

  it('pushes at once, then at intervals, and at the end', async () => {
    const desk = aCostDesk(aWeek);
    const { letGo } = held(desk, 'extraction.documentsOfBatch');
    const { told } = desk.watch();
    expect(told).toMatchObject([{ state: 'listing', cells: [] }]);
    await someTurns();
    expect(told).toHaveLength(1);
    desk.tick();
    expect(told).toMatchObject([{}, { state: 'metering', batches: 3, meteredBatches: 0 }]);
    for (let turn = 0; turn < 4; turn += 1) {
      letGo();
      await someTurns();
    }
    expect(told).toMatchObject([{}, {}, { state: 'done', meteredBatches: 3 }]);
    desk.tick();
    expect(told).toHaveLength(3);
  });

  it('that is stopped reads no further, and pushes nothing', async () => {
    const desk = aCostDesk(aWeek);
    const { letGo } = held(desk, 'extraction.documentsOfBatch');
    const { told, stop } = desk.watch();
    await someTurns();
    const [before, asked] = [told.length, desk.world.asked.length];
    stop();
    letGo();
    desk.tick();
    await someTurns();
    expect(told).toHaveLength(before);
    expect(desk.world.asked).toHaveLength(asked);
    expect(desk.warned).toEqual([]);
  });

  it('does not repeat a read in progress, and continues when the other watch stops', async () => {
    const desk = aCostDesk(aWeek);
    const { letGo } = held(desk, 'extraction.documentsOfBatch');
    const one = desk.watch();
    const other = desk.watch({ days: 30 });
    await someTurns();
    const begun = documentReads(desk.world).map(({ params }) => params['batchId']);
    expect(begun.map(String).toSorted()).toEqual(['b-1', 'b-2', 'b-3']);
    one.stop();
    for (let turn = 0; turn < 6; turn += 1) {
      letGo();
      await someTurns();
    }
    expect(other.told.at(-1)).toMatchObject({ state: 'done', meteredBatches: 4 });
    const read = documentReads(desk.world).filter(({ cursor }) => cursor === undefined);
    expect(read.map(({ params }) => String(params['batchId'])).toSorted()).toEqual([
      'b-0',
      'b-1',
      'b-2',
      'b-3',
    ]);
    expect(await desk.costs({ days: 30 })).toMatchObject({ keptBatches: 4 });
  });

  it('starts over for a new watch, and pushes nothing old', async () => {
    const desk = aCostDesk(aWeek);
    const { letGo } = held(desk, 'extraction.documentsOfBatch');
    const { told } = desk.watch();
    await someTurns();
    desk.tick();
    const before = told.length;
    desk.be({ who: personOf(['kestrel']) });
    for (let turn = 0; turn < 6; turn += 1) {
      letGo();
      await someTurns();
      desk.tick();
    }
    const after = told.slice(before);
    expect(after[0]).toMatchObject({ state: 'listing', cells: [], tenants: [] });
    expect(after.at(-1)).toMatchObject({ state: 'done', batches: 1, meteredBatches: 1 });
    expect(JSON.stringify(after)).not.toContain('alder');
    // An unrelated change of the session does not restart the reading.
    desk.be({ notices: ['Something else'] });
    expect(told).toHaveLength(before + after.length);
  });
});
