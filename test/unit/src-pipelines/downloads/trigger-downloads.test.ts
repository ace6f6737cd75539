import { describe, expect, it } from 'vitest';
import { entities } from '#local/world/living/simulated-provider.ts';
import { aDownloadPipeline, support, today } from '#test/builders/a-download-pipeline.ts';

const faulty = '3';
const asked = { body: { date: today, reason: 'Two files are missing.' } };
const prices = `fund-prices-${today}`;
const actions = `corporate-actions-${today}`;
const rates = `rates-${today}`;

describe('a second batch of a day', () => {
  it('takes over the files that are not completed, and leaves the others', async () => {
    const { functions, advance, deliver, call, batches, listFiles, file } = await aDownloadPipeline({
      seed: faulty,
    });
    await functions.poll();
    await deliver();
    await advance(5);
    await functions.checkBatches();
    const { status, body } = await call('triggerDownloads', asked);
    expect({ status, body }).toMatchObject({
      status: 202,
      body: { batch: { PollingDate: today, Status: 'initiated', ExpectedFiles: [] } },
    });

    const [first, second] = await batches(today);
    expect(first).toMatchObject({ Status: 'failed' });
    expect(second).toMatchObject({
      Status: 'queued',
      ExpectedFiles: new Set([prices, actions]),
      TriggeredBy: support.sub,
      TriggerReason: asked.body.reason,
    });
    expect(await listFiles(first?.BatchID ?? '')).toHaveLength(entities.length - 2);
    expect(await file(prices)).toMatchObject({
      Status: 'available',
      BatchID: second?.BatchID,
      LastEvent: { What: 'taken over', By: support.sub, Reason: asked.body.reason },
    });

    expect(await deliver()).toBe(2);
    expect(await file(prices)).toMatchObject({ Status: 'completed' });
    expect(await file(actions)).toMatchObject({ Status: 'error' });
    await advance(5);
    await functions.checkBatches();
    expect(await batches(today)).toMatchObject([
      first,
      { Status: 'failed', CompletedFiles: new Set([prices]), FailedFiles: new Set([actions]) },
    ]);
  });

  it('does not restart downloads that are on their way', async () => {
    let comes: (() => void) | undefined;
    const { functions, deliver, give, call, batches, file } = await aDownloadPipeline({
      provider: (simulated) => ({
        async fetch(url) {
          if (!comes) await new Promise<void>((resolve) => (comes = resolve));
          return simulated.fetch(url);
        },
      }),
    });
    await functions.poll();
    const slow = give({ fileId: rates, batchId: 'any' });
    await expect.poll(() => comes).toBeDefined();
    const before = await file(rates);
    await call('triggerDownloads', asked);
    const [, second] = await batches(today);
    expect(await file(rates)).toEqual({ ...before, BatchID: second?.BatchID });
    comes?.();
    await slow;
    expect(await file(rates)).toMatchObject({ Status: 'completed', BatchID: second?.BatchID });
    await deliver();
    expect(await file(actions)).toMatchObject({ Status: 'completed', BatchID: second?.BatchID });
  });

  it('creates the files of a day that was never polled, and is followed automatically', async () => {
    const { functions, advance, deliver, call, batches } = await aDownloadPipeline();
    const date = '2025-12-20';
    expect(await call('triggerDownloads', { body: { date, reason: 'The poller was off.' } })).toMatchObject({
      status: 202,
    });
    expect(await deliver()).toBe(entities.length);
    // No schedule checks a day so long ago.
    await functions.checkBatches();
    expect(await batches(date)).toMatchObject([{ Status: 'queued' }]);
    await advance(1);
    expect(await deliver()).toBe(1);
    // Two files of that day fail.
    expect(await batches(date)).toMatchObject([
      { Status: 'failed', FailedFiles: new Set([`corporate-actions-${date}`, `fund-prices-${date}`]) },
    ]);
    await advance(15);
    expect(await deliver()).toBe(0);
  });

  it('is followed until it is given up, even if it was not started at once', async () => {
    let answers = 0;
    const { advance, deliver, call, batches } = await aDownloadPipeline({
      provider: (simulated) => ({
        listFiles: (date) =>
          (answers += 1) === 2 ? Promise.reject(new Error('No answer')) : simulated.listFiles(date),
        fetch: () => Promise.reject(new Error('No answer')),
      }),
    });
    const date = '2025-12-20';
    await call('triggerDownloads', { body: { date, reason: 'The poller was off.' } });
    expect(await batches(date)).toMatchObject([{ Status: 'initiated' }]);
    await advance(1);
    await deliver();
    expect(await batches(date)).toMatchObject([{ Status: 'queued' }]);
    await advance(5);
    await deliver();
    expect(await batches(date)).toMatchObject([{ Status: 'failed' }]);
  });

  it('is made once for one key', async () => {
    const { deliver, call, batches } = await aDownloadPipeline();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('triggerDownloads', { ...asked, key: 'once' })),
    );
    const [batch, ...others] = await batches(today);
    expect(others).toEqual([]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 202, body: { batch: { BatchID: batch?.BatchID } } });
    }
    expect(await deliver()).toBe(entities.length);
    const again = await call('triggerDownloads', { ...asked, key: 'once' });
    expect(again).toMatchObject({ isReplayed: true, body: { batch: { Status: 'initiated' } } });
  });

  it('expects nothing where all is completed', async () => {
    const { functions, advance, deliver, call, batches } = await aDownloadPipeline();
    await functions.poll();
    await deliver();
    await call('triggerDownloads', asked);
    expect(await deliver()).toBe(0);
    await advance(5);
    await functions.checkBatches();
    const [, second] = await batches(today);
    expect(second).toMatchObject({ Status: 'completed' });
    expect(second).not.toHaveProperty('ExpectedFiles');
  });

  it.each(['2026-01-06', '2025-12-06'])('is refused for %s, which has no files', async (date) => {
    const { call, batches } = await aDownloadPipeline();
    expect(await call('triggerDownloads', { body: { date, reason: 'Why not' } })).toMatchObject({
      status: 400,
      body: { code: 'malformed-request' },
    });
    expect(await batches(date)).toEqual([]);
  });

  it('is refused by role, without a reason, and where the provider has nothing or does not answer', async () => {
    let listFiles: () => Promise<[]> = () => Promise.resolve([]);
    const { call, batches, deliver } = await aDownloadPipeline({
      provider: () => ({ listFiles: () => listFiles() }),
    });
    const as = { ...support, role: 'reviewer' } as const;
    expect(await call('triggerDownloads', { ...asked, as })).toMatchObject({ status: 403 });
    expect(await call('triggerDownloads', { body: { date: today } })).toMatchObject({ status: 400 });
    expect(await call('triggerDownloads', asked)).toMatchObject({ status: 404, body: { code: 'not-found' } });
    listFiles = () => Promise.reject(new Error('No answer'));
    expect(await call('triggerDownloads', asked)).toMatchObject({ status: 503, body: { code: 'try-again' } });
    expect(await batches(today)).toEqual([]);
    expect(await deliver()).toBe(0);
  });
});
