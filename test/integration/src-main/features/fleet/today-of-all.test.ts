import { describe, expect, it } from 'vitest';
import type { InputOf, OutputOf } from '#shared/contract/contract.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aFleet, type BatchToPlant } from './a-fleet.ts';

const all = { tenantId: null };

/** Each batch has a failed and a waiting document, and ids of one length, so that items have one size. */
function failedBatches(tenants: number, batches: number): readonly BatchToPlant[] {
  return Array.from({ length: batches }, (_, index) => ({
    tenantId: `tenant-${String(index % tenants).padStart(4, '0')}`,
    batchId: `batch-${String(index).padStart(6, '0')}`,
    status: 'FAILED',
    since: 10 + index,
    causes: { aaaaaa: 1 },
    waits: [5 + ((index * 7_919) % batches)],
  }));
}

describe('Today of all tenants', () => {
  it('counts from attention what the tenants themselves count', async () => {
    const batches = failedBatches(9, 90);
    const [kept, asked] = [await aFleet(batches), await aFleet(batches, { isKept: false })];
    const figures = async (fleet: typeof kept) => {
      const { failed, running, review, byTenant, isAllTenants } = valueOf(
        await fleet.call('today.batches', all),
      );
      return {
        failed: { ...failed, newest: failed.newest.map(({ batchId }) => batchId) },
        running,
        waiting: review.documents,
        isAllTenants,
        byTenant: byTenant.toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1)),
      };
    };
    expect(await figures(kept)).toEqual(await figures(asked));
    const waiting = async (fleet: typeof kept) => {
      const { answeredFrom: _from, calls: _calls, ...rest } = valueOf(await fleet.call('today.review', all));
      return rest;
    };
    expect(await waiting(kept)).toEqual(await waiting(asked));
    expect(valueOf(await kept.call('today.batches', all)).answeredFrom.from).toBe('attention');
  });

  it('groups the causes of today and yesterday, new ones first, with how many tenants each hit', async () => {
    const fleet = await aFleet(failedBatches(3, 3));
    const today = fleet.at(0).slice(0, 10);
    const [yesterday, before] = [fleet.at(60 * 24).slice(0, 10), fleet.at(60 * 24 * 4).slice(0, 10)];
    await fleet.putCauses(before, [['cccccc', 1]]);
    await fleet.putCauses(yesterday, [
      ['cccccc', 50],
      ['dddddd', 7],
    ]);
    await fleet.putCauses(today, [
      ['eeeeee', 2],
      ['dddddd', 1],
    ]);
    const groups = valueOf(await fleet.call('today.groups', all));
    const shown = groups.groups.map(({ fingerprint, count, tenants, isNew, tenantId, batches }) => [
      fingerprint,
      count,
      tenants,
      isNew,
      tenantId,
      batches,
    ]);
    const isRecent = Date.parse(`${yesterday}T09:30:00.000Z`) >= Date.parse(fleet.at(60 * 24));
    const dddddd = ['dddddd', 8, { count: 1, isAtLeast: true }, isRecent, null, null];
    const eeeeee = ['eeeeee', 2, { count: 1, isAtLeast: false }, true, null, null];
    const cccccc = ['cccccc', 50, { count: 1, isAtLeast: false }, false, null, null];
    expect(shown).toEqual(isRecent ? [dddddd, eeeeee, cccccc] : [eeeeee, cccccc, dddddd]);
    expect(groups).toMatchObject({
      answeredFrom: { from: 'attention' },
      documentsRead: { count: 60, isAtLeast: false },
      problems: [],
    });
  });

  it('shows the most frequent causes wherever their keys are', async () => {
    const fleet = await aFleet(failedBatches(3, 3));
    await fleet.putCauses(fleet.at(0).slice(0, 10), [...manyCauses(250), ['zzzzzz', 99]]);
    const { groups, documentsRead, problems } = valueOf(await fleet.call('today.groups', all));
    expect(groups).toHaveLength(20);
    expect(groups[0]).toMatchObject({ fingerprint: 'zzzzzz', count: 99 });
    expect(documentsRead).toEqual({ count: 250 + 99, isAtLeast: false });
    expect(problems).toEqual(['The 20 most frequent causes of today and yesterday are shown, of 251.']);
  });

  it('says that more frequent causes may be missing where a day has more than are read', async () => {
    const fleet = await aFleet(failedBatches(3, 3));
    await fleet.putCauses(fleet.at(0).slice(0, 10), [...manyCauses(2_000), ['zzzzzz', 99]]);
    const { groups, documentsRead, problems } = valueOf(await fleet.call('today.groups', all));
    expect(groups.map(({ fingerprint }) => fingerprint)).not.toContain('zzzzzz');
    expect(documentsRead).toEqual({ count: 2_000, isAtLeast: true });
    expect(problems).toEqual([
      'Only 2,000 causes of today and yesterday were read, the first by their keys, so more frequent ones may be missing. The 20 most frequent of these are shown.',
    ]);
  }, 60_000);
});

function manyCauses(count: number): readonly (readonly [fingerprint: string, count: number])[] {
  return Array.from({ length: count }, (_, index) => [`cause-${String(index).padStart(4, '0')}`, 1]);
}

describe('the review queue of all tenants', () => {
  it('is in the order in which documents began to wait, over all customers and batches', async () => {
    // More batches than are listed at first, of which some have several documents of very different age.
    const batches = Array.from({ length: 320 }, (_, index): BatchToPlant => {
      const oldest = 10 + ((index * 7_919) % 3_201);
      return {
        tenantId: `tenant-${index % 40}`,
        batchId: `batch-${String(index).padStart(4, '0')}`,
        status: 'REVIEW_REQUIRED',
        since: 1,
        waits: index % 9 === 0 ? [oldest, 3 + (index % 7), Math.max(2, oldest - 40)] : [oldest],
      };
    });
    const fleet = await aFleet(batches);
    const expected = batches.flatMap(({ waits = [] }) => waits).toSorted((a, b) => b - a);
    const rows: OutputOf<'review.queue'>['rows'] = [];
    const pages: OutputOf<'review.queue'>[] = [];
    const asked: InputOf<'review.queue'> = { dueHours: 24, pageSize: 50 };
    let cursor: string | null | undefined;
    do {
      const page = valueOf(await fleet.call('review.queue', { ...asked, ...(cursor && { cursor }) }));
      pages.push(page);
      rows.push(...page.rows);
      ({ cursor } = page);
    } while (cursor !== null && pages.length < 50);
    expect(rows.map(({ waitingSince }) => waitingSince)).toEqual(
      expected.map((minutes) => fleet.at(minutes)),
    );
    expect(new Set(rows.map(({ batchId, documentId }) => `${batchId} ${documentId}`)).size).toBe(
      expected.length,
    );
    // The first page lists the longest waiting batches of each shard, and says that there are more.
    expect(pages[0]).toMatchObject({ waitingExact: false, answeredFrom: { from: 'attention' } });
    expect(pages[0]?.batches).toBeLessThanOrEqual(200);
    expect(pages.at(-1)).toMatchObject({ waiting: expected.length, waitingExact: true, notAsked: [] });
    expect(rows[0]?.tenantName).toBe(`The tenant ${rows[0]?.tenantId}`);
  }, 60_000);

  it('keeps to a workflow and an age, and still counts what waits', async () => {
    const batches = failedBatches(6, 40).map((batch, index) => ({
      ...batch,
      workflowId: index % 2 === 0 ? 'invoices' : 'receipts',
    }));
    const fleet = await aFleet(batches);
    const page = valueOf(
      await fleet.call('review.queue', { dueHours: 24, workflowId: 'receipts', olderThanMinutes: 20 }),
    );
    expect(page.rows.length).toBe(
      batches.filter(({ workflowId, waits = [] }) => workflowId === 'receipts' && (waits[0] ?? 0) >= 20)
        .length,
    );
    expect(page).toMatchObject({ waiting: 40, waitingExact: true, cursor: null });
  });
});

describe('what it takes to answer about all tenants', () => {
  it('is the same for 4 tenants and for 1,000', { timeout: 180_000 }, async () => {
    const spent = [];
    for (const tenants of [4, 1_000]) {
      const fleet = await aFleet(failedBatches(tenants, 1_000));
      const day = fleet.at(0).slice(0, 10);
      await fleet.putCauses(
        day,
        Array.from({ length: 30 }, (_, index) => [`cause${index}`, index + 1] as const),
      );
      fleet.spent();
      const of = async (name: string, ask: () => Promise<unknown>) => {
        await ask();
        const { calls, rru } = fleet.spent();
        // Names are read once for 10 minutes, half a unit each, for at most so many as a page shows.
        return [name, calls, rru] as const;
      };
      spent.push([
        await of('Today: batches', () => fleet.call('today.batches', all)),
        await of('Today: groups', () => fleet.call('today.groups', all)),
        await of('Today: review', () => fleet.call('today.review', all)),
        await of('Triage: failed', () => fleet.call('fleet.batches', { list: 'failed' })),
        await of('Triage: counts', () => fleet.call('fleet.counts', {})),
        await of('Review: queue', () => fleet.call('review.queue', { dueHours: 24 })),
      ]);
    }
    const [few = [], manyTenants = []] = spent;
    process.stdout.write(`4 tenants ${JSON.stringify(few)}\n1,000 tenants ${JSON.stringify(manyTenants)}\n`);
    for (const [at, [name, calls, rru]] of few.entries()) {
      const [, callsOfMany = 0, rruOfMany = 0] = manyTenants[at] ?? [];
      // One more call reads names that the page before it did not show.
      expect(callsOfMany - calls, name).toBeLessThanOrEqual(1);
      expect(rruOfMany - rru, name).toBeLessThanOrEqual(26);
    }
  });
});
