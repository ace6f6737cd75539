import { describe, expect, it } from 'vitest';
import type { InputOf, OutputOf } from '#shared/contract/contract.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aFleet, type BatchToPlant } from './a-fleet.ts';

type Fleet = Awaited<ReturnType<typeof aFleet>>;
type Page = OutputOf<'fleet.batches'>;

/** 60 batches of seven tenants, of which every one differs in each time. */
const many: readonly BatchToPlant[] = Array.from({ length: 60 }, (_, index) => ({
  tenantId: `tenant-${index % 7}`,
  batchId: `batch-${String(index).padStart(3, '0')}`,
  status: index % 3 === 2 ? 'PROCESSING' : 'FAILED',
  since: 1 + ((index * 37) % 61),
  workflowId: index % 2 === 0 ? 'invoices' : 'receipts',
  causes: index % 3 === 2 ? {} : { [index % 4 === 0 ? 'aaaaaa' : 'bbbbbb']: 1 + (index % 5) },
  waits: index % 5 === 0 ? [100 + ((index * 13) % 59), 5] : [],
  ...(index % 10 === 0 && { givenUp: 2 + index }),
}));

async function everyPage(fleet: Fleet, input: InputOf<'fleet.batches'>): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)?.cursor ?? null) {
    pages.push(valueOf(await fleet.call('fleet.batches', { ...input, ...(cursor && { cursor }) })));
    if (pages.length > 100) throw new Error('The list does not end.');
  }
  return pages;
}

const idsIn = (pages: readonly Page[]) => pages.flatMap(({ rows }) => rows.map(({ batchId }) => batchId));
const ids = (batches: readonly BatchToPlant[]) => batches.map(({ batchId }) => batchId);

describe('a list of batches of all tenants', () => {
  it.each([
    ['failed', 'newest', (of: BatchToPlant) => (of.status === 'FAILED' ? of.since : null), 1],
    ['failed', 'longest', (of: BatchToPlant) => (of.status === 'FAILED' ? of.since : null), -1],
    ['running', 'newest', (of: BatchToPlant) => (of.status === 'PROCESSING' ? of.since : null), 1],
    [
      'standing-still',
      'longest',
      (of: BatchToPlant) => (of.status === 'PROCESSING' && of.since > 30 ? of.since : null),
      -1,
    ],
    ['review', 'longest', (of: BatchToPlant) => (of.waits?.length ? Math.max(...of.waits) : null), -1],
    ['deliveries', 'newest', (of: BatchToPlant) => of.givenUp ?? null, 1],
  ] as const)(
    'has in %s, %s first, each batch once, whatever shard it lies in',
    async (list, order, since, sign) => {
      const fleet = await aFleet(many);
      const expected = many
        .filter((of) => since(of) !== null)
        .toSorted((a, b) => ((since(a) ?? 0) - (since(b) ?? 0)) * sign);
      for (const pageSize of [1, 7, 25, 100]) {
        const pages = await everyPage(fleet, { list, order, pageSize });
        expect(idsIn(pages)).toEqual(ids(expected));
        expect(pages.every((page) => page.order === order && page.rows.length <= pageSize)).toBe(true);
      }
    },
  );

  it('asks each shard once for a page, all at the same time, and the state and the names once', async () => {
    const fleet = await aFleet(many);
    fleet.spent();
    const first = valueOf(await fleet.call('fleet.batches', { list: 'failed', pageSize: 10 }));
    expect(first.rows).toHaveLength(10);
    expect(first.read).toMatchObject({ calls: 10, isCut: false });
    expect(fleet.spent()).toMatchObject({ calls: 8 + 1 + 1, bills: 1 });
    // The state and the names are remembered, and so is what was read of the shards.
    const next = { list: 'failed', pageSize: 10, cursor: first.cursor ?? '' } as const;
    const second = valueOf(await fleet.call('fleet.batches', next));
    const { calls } = fleet.spent();
    expect(calls).toBeLessThanOrEqual(8);
    // The same place gives the same page.
    expect(valueOf(await fleet.call('fleet.batches', next)).rows).toEqual(second.rows);
  });

  it('says what it was made from, and names the tenants', async () => {
    const fleet = await aFleet(many);
    const page = valueOf(await fleet.call('fleet.batches', { list: 'failed', pageSize: 1 }));
    expect(page.kept).toEqual({
      state: 'kept',
      upTo: fleet.at(0),
      keptSince: fleet.at(60 * 24 * 30),
      wholeSince: fleet.at(60 * 24 * 29),
    });
    const told = many.filter(({ status }) => status === 'FAILED').toSorted((a, b) => a.since - b.since)[0];
    expect(page.rows[0]).toMatchObject({
      tenantId: told?.tenantId,
      tenantName: `The tenant ${told?.tenantId}`,
      batchId: told?.batchId,
      listedAt: fleet.at(told?.since ?? 0),
      status: 'FAILED',
      problems: [],
      causes: Object.entries(told?.causes ?? {}).map(([fingerprint, count]) => ({
        fingerprint,
        count,
        stage: 'gap-fill',
        code: 'Slow',
        pattern: `Slow: cause ${fingerprint}`,
      })),
    });
  });

  it('is filtered by tenant, workflow, cause and age', async () => {
    const fleet = await aFleet(many);
    const failed = many.filter(({ status }) => status === 'FAILED').toSorted((a, b) => a.since - b.since);
    const found = async (filters: Partial<InputOf<'fleet.batches'>>) =>
      idsIn(await everyPage(fleet, { list: 'failed', pageSize: 5, ...filters }));
    expect(await found({ tenantId: 'tenant-3' })).toEqual(
      ids(failed.filter(({ tenantId }) => tenantId === 'tenant-3')),
    );
    expect(await found({ workflowId: 'receipts' })).toEqual(
      ids(failed.filter(({ workflowId }) => workflowId === 'receipts')),
    );
    expect(await found({ fingerprint: 'aaaaaa' })).toEqual(
      ids(failed.filter(({ causes = {} }) => 'aaaaaa' in causes)),
    );
    // The list of batches that are older than a time begins with the oldest.
    expect(await found({ olderThanMinutes: 40 })).toEqual(
      ids(failed.filter(({ since }) => since > 40)).toReversed(),
    );
    expect(await found({ tenantId: 'tenant-3', fingerprint: 'cccccc' })).toEqual([]);
    const review = await everyPage(fleet, { list: 'review', olderThanMinutes: 130 });
    expect(idsIn(review)).toEqual(
      ids(
        many
          .filter(({ waits = [] }) => Math.max(0, ...waits) > 130)
          .toSorted((a, b) => Math.max(...(b.waits ?? [])) - Math.max(...(a.waits ?? []))),
      ),
    );
  });

  it('is cut where a filter finds little within the budget, says so, and goes on from there', async () => {
    const fleet = await aFleet(
      Array.from({ length: 2_400 }, (_, index) => ({
        tenantId: `tenant-${index % 50}`,
        batchId: `batch-${String(index).padStart(4, '0')}`,
        status: 'FAILED',
        since: index + 1,
        causes: { [index === 2_350 ? 'aaaaaa' : 'bbbbbb']: 1 },
      })),
    );
    const pages = await everyPage(fleet, { list: 'failed', fingerprint: 'aaaaaa' });
    expect(pages.map(({ rows }) => rows.length)).toEqual([0, 1]);
    expect(pages[0]?.read).toMatchObject({ batches: 1_600, matched: 0, budget: 1_600, isCut: true });
    expect(pages[1]).toMatchObject({ rows: [{ batchId: 'batch-2350' }], read: { isCut: false } });
  }, 60_000);

  it('goes on only with the same question of the same person', async () => {
    const fleet = await aFleet(many);
    const { cursor } = valueOf(await fleet.call('fleet.batches', { list: 'failed', pageSize: 5 }));
    const other = { list: 'running', pageSize: 5, cursor: cursor ?? '' } as const;
    const refused = { ok: false, failure: { code: 'cursor-refused' } };
    expect(await fleet.call('fleet.batches', other)).toMatchObject(refused);
    fleet.be({ who: { id: 'admin', name: 'Ines Halvorsen', role: 'admin', tenants: '*' } });
    expect(await fleet.call('fleet.batches', { ...other, list: 'failed' })).toMatchObject(refused);
  });
});

describe('the counts of all tenants', () => {
  it('have each list with its documents and tenants', async () => {
    const fleet = await aFleet(many);
    const { lists } = valueOf(await fleet.call('fleet.counts', {}));
    const failed = many.filter(({ status }) => status === 'FAILED');
    const exactly = (count: number) => ({ count, isAtLeast: false });
    expect(lists?.failed).toEqual({
      batches: exactly(failed.length),
      documents: exactly(
        failed.flatMap(({ causes = {} }) => Object.values(causes)).reduce((sum, count) => sum + count, 0),
      ),
      tenants: exactly(7),
    });
    expect(lists?.review.documents).toEqual(exactly(many.flatMap(({ waits = [] }) => waits).length));
    expect(lists?.['standing-still'].batches.count).toBe(
      many.filter(({ status, since }) => status === 'PROCESSING' && since > 30).length,
    );
    expect(lists?.deliveries.batches).toEqual(exactly(6));
  });
});

describe('a person held to some tenants', () => {
  it('is refused, and no request leaves', async () => {
    const fleet = await aFleet(many);
    fleet.be({ who: { id: 'jonas', name: 'Jonas Weir', role: 'support', tenants: ['tenant-1'] } });
    fleet.spent();
    for (const answer of [
      await fleet.call('fleet.batches', { list: 'failed' }),
      await fleet.call('fleet.batches', { list: 'failed', tenantId: 'tenant-1' }),
      await fleet.call('fleet.counts', {}),
    ]) {
      expect(answer).toMatchObject({ ok: false, failure: { code: 'tenant-out-of-scope', tenantId: '*' } });
    }
    expect(fleet.spent().calls).toBe(0);
  });

  it('has Today and Review of their own tenants, as before', async () => {
    const fleet = await aFleet(many);
    fleet.be({ who: { id: 'jonas', name: 'Jonas Weir', role: 'support', tenants: ['tenant-1'] } });
    fleet.spent();
    const own = { from: 'tenants', asked: 1, areAll: true, whyNotAttention: null };
    const today = valueOf(await fleet.call('today.batches', { tenantId: null }));
    expect(today).toMatchObject({ answeredFrom: own, tenants: [{ tenantId: 'tenant-1' }] });
    const queue = valueOf(await fleet.call('review.queue', { dueHours: 24 }));
    expect(queue.answeredFrom).toEqual(own);
    expect(new Set(queue.rows.map(({ tenantId }) => tenantId))).toEqual(new Set(['tenant-1']));
    expect(JSON.stringify(fleet.world.sent)).not.toContain('ATTENTION');
  });
});

describe('a deployment', () => {
  it('without attention is said to have none, and its tenants are asked, with their number', async () => {
    const fleet = await aFleet(many, { isKept: false });
    const page = valueOf(await fleet.call('fleet.batches', { list: 'failed' }));
    expect(page).toMatchObject({ rows: [], cursor: null, kept: { state: 'not kept' } });
    expect(valueOf(await fleet.call('fleet.counts', {}))).toMatchObject({
      lists: null,
      kept: { state: 'not kept' },
    });
    const asked = { from: 'tenants', asked: 7, areAll: true };
    for (const operation of ['today.batches', 'today.groups', 'today.review'] as const) {
      const answer = valueOf(await fleet.call(operation, { tenantId: null }));
      expect(answer.answeredFrom).toMatchObject(asked);
      expect(answer.answeredFrom).toMatchObject({
        whyNotAttention: expect.stringContaining('does not keep'),
      });
    }
    const queue = valueOf(await fleet.call('review.queue', { dueHours: 24 }));
    expect(queue.answeredFrom).toMatchObject(asked);
  });

  it('whose attention is not whole yet has its tenants asked, and the reason said', async () => {
    const fleet = await aFleet(many, { isWhole: false });
    const today = valueOf(await fleet.call('today.batches', { tenantId: null }));
    expect(today.answeredFrom).toMatchObject({
      from: 'tenants',
      whyNotAttention: expect.stringContaining('Count them once'),
    });
    // A list that is asked for is shown, with what it may lack.
    const page = valueOf(await fleet.call('fleet.batches', { list: 'failed' }));
    expect(page.kept).toMatchObject({ state: 'kept', wholeSince: null });
    expect(page.rows.length).toBeGreaterThan(0);
  });
});
