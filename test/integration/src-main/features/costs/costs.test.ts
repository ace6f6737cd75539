import { describe, expect, it } from 'vitest';
import type { Costs } from '#shared/contract/costs.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { addTotals, emptyTotals, totalsCost } from '#shared/pricing/usage-totals.ts';
import { documentRow } from '#main/rows/document-rows.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aCostsDesk, readsOfDocuments, buildPersona, type CostsDesk } from './a-costs-desk.ts';
import { summedDirectly } from '../summed-directly.ts';

const ofNorthwind = { tenantId: 'northwind', days: 30, budget: null } as const;
/** These tenants have few and small batches, so the world takes little time to generate. */
const ofAlder = { tenantId: 'alder-finch', days: 7, budget: null } as const;

const ofKestrel = { tenantId: 'kestrel', days: 7, budget: null } as const;
const anything = { projectId: null, workflowId: null, day: null };
const batchesOfAlder = { ...anything, tenantId: 'alder-finch', days: 7 } as const;
const batchesOfKestrel = { ...anything, tenantId: 'kestrel', days: 7 } as const;

const totalOf = ({ cells }: Pick<Costs, 'cells'>) =>
  cells.map(({ metered }) => metered).reduce(addTotals, emptyTotals);

function booked() {
  const [book] = priceBooks;
  if (book === undefined) throw new Error('There is no price book.');
  return book;
}

// The world is generated in this thread, document by document, which takes a while on a busy machine.
describe('the costs of a tenant’s month', { timeout: 300_000 }, () => {
  it('are the sum over all documents that were submitted in it, and paid for once', async () => {
    const desk = await aCostsDesk();
    await desk.world.sandbox.setTraffic(true);
    const costs = await desk.costs(ofNorthwind);
    expect(costs).toMatchObject({ state: 'done', isWhole: true, trouble: null, keptBatches: 0 });
    expect(costs.tenants).toEqual([{ tenantId: 'northwind', name: 'Northwind Logistics' }]);
    expect(costs.spent.rru).toBe(desk.units());
    expect(costs.spent.rru).toBeGreaterThan(500);

    const direct = await summedDirectly(desk.doors, 'northwind', costs.from, booked());
    expect(costs.batches).toBe(direct.batches);
    expect(costs.meteredDocuments).toBe(direct.documents);
    expect(direct.documents).toBeGreaterThan(1_000);
    const metered = costs.cells.filter(({ meteredBatches }) => meteredBatches > 0);
    expect(
      new Map(
        metered.map((cell) => [[cell.projectId, cell.workflowId, cell.day].join(' '), cell.metered] as const),
      ),
    ).toEqual(direct.cells);
    // The total equals the cost of the single documents to the last digit.
    expect(totalsCost(totalOf(costs), booked())).toEqual(direct.cost);
    for (const { projectId, workflowId } of costs.cells) {
      expect(costs.workflows).toHaveProperty([`northwind/${projectId}/${workflowId}`], expect.any(String));
    }

    // The costs by batch have the same sum.
    const asked = { tenantId: 'northwind', days: 30, projectId: null, workflowId: null, day: null } as const;
    desk.sent();
    const { rows, more } = valueOf(await desk.batches(asked));
    expect(desk.sent()).toEqual([]);
    expect([rows.length, more]).toEqual([costs.batches, 0]);
    const ofBatches = rows.flatMap(({ metered: totals }) => totals ?? []).reduce(addTotals, emptyTotals);
    expect(ofBatches).toEqual(totalOf(costs));
    const [cell] = costs.cells;
    if (cell === undefined) throw new Error('It has cost nothing.');
    const { projectId, workflowId, day } = cell;
    const behind = valueOf(await desk.batches({ ...asked, projectId, workflowId, day }));
    expect(behind.rows).toHaveLength(cell.batches);

    // A second read needs no documents, even after a restart.
    for (const between of [() => undefined, () => desk.restart()]) {
      between();
      desk.sent();
      const again = await desk.costs(ofNorthwind);
      expect(readsOfDocuments(desk.sent())).toBe(0);
      expect(again).toMatchObject({ state: 'done', keptBatches: costs.meteredBatches });
      expect(again.cells).toEqual(costs.cells);
      expect(again.spent.rru).toBeLessThan(30);
    }

    // The stored costs are not shown to a person without access either.
    desk.be({ who: buildPersona(['kestrel']) });
    desk.sent();
    expect(await desk.costs(ofNorthwind)).toMatchObject({ state: 'failed', cells: [] });
    expect(desk.sent()).toEqual([]);
    const kestrel = await desk.costs({ tenantId: null, days: 1, budget: 0 });
    expect(kestrel.tenants.map(({ tenantId }) => tenantId)).toEqual(['kestrel']);
    expect(JSON.stringify(kestrel)).not.toContain('northwind');
    expect(await desk.batches(asked)).toMatchObject({ failure: { code: 'tenant-out-of-scope' } });
  });
});

describe('costs in trouble', { timeout: 120_000 }, () => {
  it('are the same if every fifth request is throttled', async () => {
    const desk = await aCostsDesk();
    await desk.fail([{ kind: 'throttle', share: 0.2 }]);
    const slowed = await desk.costs(ofAlder);
    expect(slowed).toMatchObject({ state: 'done', isWhole: true, trouble: null });
    await desk.fail([]);
    const calm = await aCostsDesk();
    const costs = await calm.costs(ofAlder);
    expect(slowed.cells).toEqual(costs.cells);
    expect(slowed.spent.rru).toBe(costs.spent.rru);
  });

  it('contain no half of a batch, and earlier reads stay', async () => {
    const desk = await aCostsDesk();
    // Only batches that fill a page of 50 need a second page, while lists are shorter.
    await desk.fail([{ kind: 'throttle', mentions: 'ExclusiveStartKey' }]);
    const costs = await desk.costs(ofKestrel);
    const { rows } = valueOf(await desk.batches(batchesOfKestrel));
    const lost = rows.filter(({ metered }) => metered === null);
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.map(({ documents }) => (documents ?? 0) >= 50)).toEqual(lost.map(() => true));
    expect(costs).toMatchObject({ isWhole: true, meteredBatches: rows.length - lost.length });
    expect(costs.trouble).toMatch(/^The batch \S+ of kestrel was not metered\. DynamoDB asked/);
    const unread = costs.cells.reduce((sum, cell) => sum + cell.unread, 0);
    expect(unread).toBe(lost.reduce((sum, { documents }) => sum + (documents ?? 0), 0));

    await desk.fail([{ kind: 'throttle', mentions: 'DOCUMENT#' }]);
    desk.restart();
    const kept = await desk.costs(ofKestrel);
    expect(kept).toMatchObject({ meteredBatches: costs.meteredBatches, cells: costs.cells });
    await desk.fail([]);
    expect(await desk.costs(ofKestrel)).toMatchObject({
      state: 'done',
      trouble: null,
      keptBatches: costs.meteredBatches,
      meteredBatches: rows.length,
    });
  });
});

describe('a changed batch', { timeout: 180_000 }, () => {
  it('alone is metered again, and a reset leaves nothing', async () => {
    const desk = await aCostsDesk();
    const { world } = desk;
    await world.sandbox.setTraffic(true);
    await desk.costs(ofAlder);
    const { rows } = valueOf(await desk.batches(batchesOfAlder));
    const ended = rows.filter(({ metered }) => metered !== null);
    const batch = ended.find(({ documents }) => (documents ?? 0) > 5);
    if (batch === undefined) throw new Error('The told world has no batch of this week.');
    const others = ended.filter((one) => one !== batch);
    const documentId = await firstDocument(desk, batch.batchId);
    const { body } = await world.ask('GET', '/_local/world');
    const [{ token }] = (body as { personas: [{ id: string; token: string }] }).personas;
    const answer = await world.ask('POST', `/pipeline/v1/batches/${batch.batchId}/reprocess`, {
      body: { documentIds: [documentId] },
      token,
      headers: { 'idempotency-key': 'a-reprocess-of-the-test' },
    });
    expect(answer.status).toBeLessThan(300);

    // While the batch is in work, some of its documents' usage has not been recorded yet.
    const atWork = await desk.costs(ofAlder);
    expect(atWork).toMatchObject({ keptBatches: others.length, meteredBatches: others.length });
    await world.sandbox.advance(120_000);
    desk.sent();
    const after = await desk.costs(ofAlder);
    expect(after).toMatchObject({ state: 'done', trouble: null, keptBatches: others.length });
    const read = desk
      .sent()
      .map(({ input }) => JSON.stringify(input))
      .join('\n');
    expect(read).toContain(`BATCH#${batch.batchId}`);
    expect(others.filter(({ batchId }) => read.includes(batchId))).toEqual([]);
    const again = valueOf(await desk.batches(batchesOfAlder)).rows.find(
      ({ batchId }) => batchId === batch.batchId,
    );
    expect(again).toMatchObject({ run: (batch.run ?? 0) + 1, repeated: batch.repeated + 1 });
    expect(again?.metered?.documents).toBe(batch.documents);
    await desk.reset();
    desk.sent();
    const reset = await desk.costs({ ...ofAlder, budget: 0 });
    expect(reset).toMatchObject({ keptBatches: 0, meteredBatches: 0 });
    expect(valueOf(await desk.batches(batchesOfAlder)).rows.every(({ metered }) => metered === null)).toBe(
      true,
    );
  });
});

async function firstDocument({ doors }: CostsDesk, batchId: string): Promise<string> {
  const key = { tenantId: 'alder-finch', batchId };
  const { items } = valueOf(await doors.reader.run('extraction.documentsOfBatch', key, { pageSize: 5 }));
  const first = items.map(documentRow).find(({ run, status }) => run === 1 && status !== 'REVIEW_REQUIRED');
  if (first === undefined) throw new Error('None of it may be reprocessed.');
  return first.documentId;
}
