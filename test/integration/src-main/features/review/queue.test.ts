import { describe, expect, it } from 'vitest';
import type { QueuePage } from '#shared/contract/review.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aQueueDesk, listIds, sortedAll } from './a-queue-desk.ts';

const tenants = ['northwind', 'alder-finch', 'kestrel', 'quill'];
const dueHours = 24;
const hour = 3_600_000;

describe('the queue of all tenants', { timeout: 120_000 }, () => {
  it('has every waiting document, once and by time, whatever the size of a page', async () => {
    const desk = await aQueueDesk();
    const all = await sortedAll(desk, tenants);
    expect(all.length).toBeGreaterThan(100);
    for (const pageSize of [1, 7, 50, 100]) {
      const { rows, pages } = await desk.everyRow({ dueHours, pageSize });
      expect(listIds(rows)).toEqual(listIds(all));
      for (const page of pages.slice(0, -1)) expect(page.rows).toHaveLength(pageSize);
      expect(pages.at(-1)).toMatchObject({ read: all.length, notAsked: [] });
    }
    expect(JSON.stringify(await desk.everyRow({ dueHours }))).not.toContain('"value"');
  });

  it('opens a batch only if it may have the next row', async () => {
    const desk = await aQueueDesk();
    desk.sent();
    const page = valueOf(await desk.call('review.queue', { dueHours, pageSize: 10 }));
    const opened = desk
      .sent()
      .map(({ input }) => JSON.stringify(input['ExpressionAttributeValues'] ?? ''))
      .flatMap((values) => /#BATCH#([^#]+)#STATUS#REVIEW_REQUIRED/.exec(values)?.[1] ?? []);
    const last = page.rows.at(-1)?.waitingSince ?? '';
    const all = await sortedAll(desk, tenants);
    const begun = new Map(all.map(({ batch }) => [batch.batchId, batch.createdAt ?? '']));
    const mayHave = [...begun.values()].filter((createdAt) => createdAt <= last);
    expect(new Set(opened).size).toBe(opened.length);
    // The queue first opens eight batches at once.
    expect(opened.length).toBeLessThanOrEqual(Math.max(8, mayHave.length) + 8);
    expect(opened.length).toBeLessThan(page.batches);
    expect(page.read).toBeLessThan(page.waiting);
  });

  it('counts what is due, and says when everything is counted', async () => {
    const desk = await aQueueDesk();
    const all = await sortedAll(desk, tenants);
    const now = desk.world.clock.now();
    const count = (from: number, to: number) =>
      all.filter(({ since }) => {
        const left = (since + dueHours * hour - now) / hour;
        return left >= from && left < to;
      }).length;
    const truth = {
      overdue: count(-Infinity, 0),
      under1h: count(0, 1),
      under4h: count(1, 4),
      under24h: count(4, 24),
      later: count(24, Infinity),
    };
    const { pages } = await desk.everyRow({ dueHours, pageSize: 15 });
    for (const { buckets } of pages) expectSound(buckets, truth);
    expect(Object.values(pages.at(-1)?.buckets ?? {}).map((bucket) => bucket.exact)).toEqual(
      Array.from({ length: 5 }, () => true),
    );
    expect(pages.findIndex(({ buckets }) => buckets.overdue.exact)).toBeLessThan(pages.length - 1);
    // One batch of quill does not say how many of its documents wait.
    expect(pages[0]).toMatchObject({ waiting: all.length, waitingExact: false });
  });

  it('is paid for once, and a page that is requested again is the same page', async () => {
    const desk = await aQueueDesk();
    const first = valueOf(await desk.call('review.queue', { dueHours, pageSize: 20 }));
    expect(desk.receipts).toHaveLength(1);
    expect(desk.receipts[0]).toMatchObject({ pattern: 'extraction.documentsToReview', index: 'GSI2' });
    expect(desk.receipts[0]?.pages).toBe(desk.sent().length);
    const cursor = first.cursor ?? '';
    const next = () => desk.call('review.queue', { dueHours, pageSize: 20, cursor });
    const [one, other] = [valueOf(await next()), valueOf(await next())];
    expect(other.rows).toEqual(one.rows);
    expect(desk.sent().filter(({ input }) => JSON.stringify(input).includes('STATUS#FAILED'))).toEqual([]);

    const another = { dueHours, cursor, workflowId: 'carrier-invoices' };
    expect(await desk.call('review.queue', another)).toMatchObject({ failure: { code: 'cursor-refused' } });
    await desk.world.clock.advance(15 * 60_000 + 1);
    expect(await next()).toMatchObject({ failure: { code: 'cursor-refused' } });
    desk.be({ sandboxResets: 1 });
    expect(await next()).toMatchObject({ failure: { code: 'cursor-refused' } });
  });
});

function expectSound(buckets: QueuePage['buckets'], truth: Record<keyof QueuePage['buckets'], number>): void {
  for (const [name, { count, exact }] of Object.entries(buckets)) {
    const all = truth[name as keyof typeof truth];
    if (exact) expect([name, count]).toEqual([name, all]);
    else expect(count).toBeLessThanOrEqual(all);
  }
}
