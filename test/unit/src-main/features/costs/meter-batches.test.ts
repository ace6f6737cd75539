import { describe, expect, it } from 'vitest';
import { refused } from '#shared/contract/result.ts';
import { emptyTotals } from '#shared/pricing/usage-totals.ts';
import type { ListedBatch } from '#main/features/costs/known-costs.ts';
import { longerThanCounted, meterAll } from '#main/features/costs/meter-batches.ts';
import { aTurn } from './a-cost-world.ts';

function aBatch(at: number, documents: number): ListedBatch {
  const of = {
    tenantId: 'alder',
    projectId: 'p',
    workflowId: 'w',
    run: 1,
    stamp: '1',
    isInWork: false,
    isCounted: true,
  };
  return { ...of, batchId: `b-${at}`, createdAt: null, day: null, documents, processed: documents };
}

describe('batches that have more documents than they count', () => {
  it('use up the rest of the budget, and stop no other', async () => {
    const asked: number[] = [];
    const lost: string[] = [];
    const state = await meterAll(
      Array.from({ length: 10 }, (_, at) => aBatch(at, 1)),
      {
        budget: 10,
        async read({ batchId, documents }, mostRead) {
          asked.push(mostRead);
          await aTurn();
          return { value: refused(longerThanCounted(batchId, documents)), isMine: true };
        },
        metered: () => undefined,
        lost: ({ batchId }) => void lost.push(batchId),
      },
    );
    expect(state).toBe('budget');
    expect(asked).toEqual([10, 9, 8]);
    expect(lost).toEqual(['b-0', 'b-1', 'b-2']);
  });

  it('cost nothing if another watch pays for the reading', async () => {
    const metered: string[] = [];
    const state = await meterAll([aBatch(0, 1), aBatch(1, 1), aBatch(2, 1), aBatch(3, 2)], {
      budget: 4,
      async read({ batchId, documents }, mostRead) {
        await aTurn();
        if (batchId === 'b-0')
          return { value: refused(longerThanCounted(batchId, documents)), isMine: false };
        expect(mostRead).toBeGreaterThanOrEqual(documents);
        const totals = { ...emptyTotals, documents };
        return { value: { ok: true, value: { totals, repeated: 0 } }, isMine: true };
      },
      metered: ({ batchId }) => void metered.push(batchId),
      lost: () => undefined,
    });
    expect(metered).toEqual(['b-1', 'b-2', 'b-3']);
    expect(state).toBe('budget');
  });
});

describe('a budget', () => {
  it('is not used by what another watch has started to read', async () => {
    const metered: string[] = [];
    const state = await meterAll([aBatch(0, 4), aBatch(1, 4), aBatch(2, 4), aBatch(3, 4)], {
      budget: 12,
      async read(batch) {
        await aTurn();
        const totals = { ...emptyTotals, documents: 4 };
        return { value: { ok: true, value: { totals, repeated: 0 } }, isMine: batch.batchId !== 'b-0' };
      },
      metered: ({ batchId }) => void metered.push(batchId),
      lost: () => undefined,
    });
    expect({ state, metered }).toEqual({ state: 'done', metered: ['b-0', 'b-1', 'b-2', 'b-3'] });
  });
});

describe('failures of single batches', () => {
  it('stop nothing while others between them are read', async () => {
    let read = 0;
    const state = await meterAll(
      Array.from({ length: 30 }, (_, at) => aBatch(at, 1)),
      {
        budget: 100,
        async read(batch) {
          await aTurn();
          read += 1;
          if (Number(batch.batchId.slice(2)) % 3 > 0) {
            const message = 'It was refused.';
            return { value: refused({ code: 'throttled', message, attempts: 4 }), isMine: true };
          }
          return { value: { ok: true, value: { totals: emptyTotals, repeated: 0 } }, isMine: true };
        },
        metered: () => undefined,
        lost: () => undefined,
      },
    );
    expect({ state, read }).toEqual({ state: 'done', read: 30 });
  });
});
