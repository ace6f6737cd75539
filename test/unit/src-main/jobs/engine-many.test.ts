import { array, assert, asyncProperty, constantFrom, integer, nat, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseFirstTenant, parseItemId, planRampOverTenants } from '#shared/domain/many-batches.ts';
import { aJobEngine, aPlanOfMany, type EngineUnderTest } from '#test/builders/a-job-engine.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('a job over many batches', () => {
  it('sends one document, then the rest of its tenant, then all other tenants', async () => {
    const { start, pipeline, clock, job, engine } = aJobEngine();
    const plan = aPlanOfMany([
      { tenantId: 'northwind', go: 9 },
      { tenantId: 'northwind', go: 4 },
      { tenantId: 'kestrel', go: 60 },
      { tenantId: 'vesper', go: 70 },
    ]);
    expect(plan.many?.firstTenant).toBe('northwind');
    start(plan);
    await clock.advance(hour);
    expect(job(plan)).toMatchObject({
      state: 'done',
      counts: { fixed: 143 },
      many: { batches: 4, tenants: 3, tenantIds: ['northwind', 'kestrel', 'vesper'] },
    });
    expect(engine.detail('local', plan.planId)?.steps.map(({ size }) => size)).toEqual([1, 12, 130]);
    expect(pipeline.calls.map(({ ids }) => ids.length)).toEqual([1, 8, 4, 50, 10, 50, 20]);
    expect(engine.batches('local', plan.planId)).toMatchObject([
      { place: 1, tenantId: 'northwind', total: 9, counts: { fixed: 9 } },
      { place: 2, tenantId: 'northwind', total: 4 },
      { place: 3, tenantId: 'kestrel', total: 60 },
      { place: 4, tenantId: 'vesper', total: 70 },
    ]);
  });

  it('sends nothing of another tenant when one document of the first fails again', async () => {
    const { start, pipeline, clock, job } = aJobEngine({
      ends: (id) => (id === '1/document-7' ? 'failed-again' : 'fixed'),
    });
    const plan = aPlanOfMany([
      { tenantId: 'northwind', go: 12 },
      { tenantId: 'kestrel', go: 40 },
    ]);
    start(plan);
    await clock.advance(hour);
    expect(job(plan)).toMatchObject({
      state: 'braked',
      counts: { fixed: 10, 'failed-again': 1, waiting: 41 },
    });
    expect(pipeline.calls.flatMap(({ ids }) => ids).every((id) => parseItemId(id).place === 1)).toBe(true);
  });

  it('sends small batches beside each other, ten documents at once at most', async () => {
    const batches = Array.from({ length: 40 }, (_, at) => ({
      tenantId: at < 6 ? 'northwind' : `tenant-${at}`,
      go: 2,
    }));
    const { start, pipeline, clock, job } = aJobEngine();
    const plan = aPlanOfMany(batches);
    start(plan);
    await clock.advance(10 * minute);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 80 } });
    const together = pipeline.looked.map((ids) => new Set(ids.map((id) => parseItemId(id).place)).size);
    expect(Math.max(...together)).toBe(5);
    expect(Math.max(...pipeline.looked.map((ids) => ids.length))).toBe(10);
  });

  it('gives its receipts in pages, by state and by batch, with the batch of each document', async () => {
    const { start, clock, engine } = aJobEngine({
      ends: (id) => (id === '2/document-3' ? 'failed-again' : 'fixed'),
    });
    const plan = aPlanOfMany([
      { tenantId: 'northwind', go: 11 },
      { tenantId: 'kestrel', go: 300 },
    ]);
    start(plan);
    await clock.advance(hour);
    const page = (which: object) =>
      engine.receiptsPage('local', plan.planId, { offset: 0, pageSize: 200, ...which });
    expect(page({})).toMatchObject({ total: 311 });
    expect(page({ offset: 200 })?.receipts).toHaveLength(111);
    expect(page({ batch: 1 })?.total).toBe(11);
    expect(page({ state: 'failed-again' })).toMatchObject({
      total: 1,
      receipts: [{ id: 'document-3', of: { tenantId: 'kestrel', batchId: 'batch-2' } }],
    });
  });

  it('goes over tenants safely whatever the batches are (property)', async () => {
    const tenants = constantFrom('northwind', 'kestrel', 'vesper', 'aldous');
    const batch = record({ tenantId: tenants, go: integer({ min: 1, max: 70 }) });
    await assert(
      asyncProperty(array(batch, { minLength: 1, maxLength: 8 }), nat(), async (drawn, at) => {
        const batches = drawn.toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1));
        const first = findFirst(batches);
        const sorted = batches.toSorted(
          (a, b) => Number(b.tenantId === first) - Number(a.tenantId === first),
        );
        const all = sorted.reduce((sum, { go }) => sum + go, 0);
        const ids = aPlanOfMany(sorted).items.map(({ id }) => id);
        const bad = at % 3 === 0 ? ids[at % all] : undefined;
        const under = aJobEngine({ ends: (id) => (id === bad ? 'failed-again' : 'fixed') });
        const plan = aPlanOfMany(sorted);
        under.start(plan);
        await under.clock.advance(3 * hour);
        expectSafe(under, sorted, { first, bad });
        const { state, counts } = under.job(plan);
        const sent = under.pipeline.calls.flatMap((call) => call.ids).length;
        if (state === 'done') expect(sent).toBe(all);
        else expect([state, counts['failed-again']]).toEqual(['braked', 1]);
      }),
      { numRuns: 25, seed: 32 },
    );
  }, 60_000);
});

function findFirst(
  batches: readonly { readonly tenantId: string; readonly go: number }[],
): string | undefined {
  const sums = new Map<string, number>();
  for (const { tenantId, go } of batches) sums.set(tenantId, (sums.get(tenantId) ?? 0) + go);
  return chooseFirstTenant([...sums].map(([tenantId, go]) => ({ tenantId, go })));
}

/** Checks what holds for every job: no document goes twice, no call before the last step is proven. */
function expectSafe(
  { pipeline: { calls, effects, looked } }: EngineUnderTest,
  batches: readonly { readonly tenantId: string; readonly go: number }[],
  { first, bad }: { readonly first: string | undefined; readonly bad: string | undefined },
): void {
  expect([...effects.values()].every((times) => times === 1)).toBe(true);
  expect(calls[0]?.ids).toHaveLength(1);
  const tenantOf = (id: string) => batches[parseItemId(id).place - 1]?.tenantId;
  const ofFirst = batches.filter(({ tenantId }) => tenantId === first).reduce((sum, { go }) => sum + go, 0);
  const hasOthers = batches.some(({ tenantId }) => tenantId !== first);
  for (const { ids } of calls) {
    expect(ids.length).toBeLessThanOrEqual(50);
    expect(new Set(ids.map((id) => parseItemId(id).place)).size).toBe(1);
  }
  // Batches are only beside each other while there are ten documents or fewer.
  for (const ids of looked) {
    const places = new Set(ids.map((id) => parseItemId(id).place)).size;
    expect(ids.length).toBeLessThanOrEqual(places === 1 ? 50 : 10);
  }
  if (!hasOthers || ofFirst <= 1) return;
  const firstOther = calls.findIndex(({ ids }) => ids.some((id) => tenantOf(id) !== first));
  if (firstOther === -1) return;
  const before = calls.slice(0, firstOther).flatMap(({ ids }) => ids);
  expect(before).toHaveLength(ofFirst);
  if (bad !== undefined) expect(tenantOf(bad)).not.toBe(first);
}

describe('the ramp over tenants', () => {
  it('falls back to the ordinary steps for one tenant, and for a first tenant with one document', () => {
    expect(planRampOverTenants({ first: 30, all: 30 })).toEqual([1, 10, 19]);
    expect(planRampOverTenants({ first: 1, all: 30 })).toEqual([1, 10, 19]);
    expect(planRampOverTenants({ first: 12, all: 30 })).toEqual([1, 11, 18]);
    expect(planRampOverTenants({ first: 0, all: 0 })).toEqual([]);
  });

  it('begins with the smallest tenant that proves something', () => {
    const go = (counts: Record<string, number>) =>
      chooseFirstTenant(Object.entries(counts).map(([tenantId, count]) => ({ tenantId, go: count })));
    expect(go({ a: 900, b: 11, c: 10, d: 3 })).toBe('b');
    expect(go({ a: 4, b: 9, c: 2 })).toBe('b');
    expect(go({ a: 0 })).toBeUndefined();
  });
});
