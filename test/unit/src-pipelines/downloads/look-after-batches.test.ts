import { describe, expect, it } from 'vitest';
import { entities } from '#local/world/living/simulated-provider.ts';
import { createBatch } from '#pipelines/downloads/download-lifecycle.ts';
import { putBatch } from '#pipelines/downloads/download-tables.ts';
import { aDownloadPipeline, today, type FakeProvider } from '#test/builders/a-download-pipeline.ts';

const faulty = '3';
const all = new Set(entities.map((entity) => `${entity}-${today}`));

describe('the check of the batches', () => {
  it('completes one whose files have all come', async () => {
    const { functions, advance, deliver, batches } = await aDownloadPipeline();
    await functions.poll();
    await deliver();
    await advance(5);
    await functions.checkBatches();
    const [batch] = await batches(today);
    expect(batch).toMatchObject({ Status: 'completed', CompletedFiles: all });
    expect(batch).not.toHaveProperty('FailedFiles');
    expect(batch).not.toHaveProperty('TimeoutAt');
  });

  it('fails one whose files have all ended, some of them badly', async () => {
    const { functions, advance, deliver, batches } = await aDownloadPipeline({ seed: faulty });
    await functions.poll();
    await deliver();
    await advance(5);
    await functions.checkBatches();
    const FailedFiles = new Set([`fund-prices-${today}`, `corporate-actions-${today}`]);
    expect(await batches(today)).toMatchObject([{ Status: 'failed', FailedFiles }]);
  });

  it('records the files so far, and writes only when there is something new', async () => {
    const { functions, advance, give, batches } = await aDownloadPipeline();
    await functions.poll();
    const before = await batches(today);
    await advance(5);
    await functions.checkBatches();
    expect(await batches(today)).toEqual(before);
    await give({ fileId: `rates-${today}`, batchId: before[0]?.BatchID });
    await advance(5);
    await functions.checkBatches();
    const CompletedFiles = new Set([`rates-${today}`]);
    expect(await batches(today)).toMatchObject([{ Status: 'queued', CompletedFiles }]);
  });

  it('gives one up after an hour, and not before', async () => {
    const { functions, advance, give, batches } = await aDownloadPipeline();
    await functions.poll();
    await give({ fileId: `rates-${today}`, batchId: 'any' });
    await advance(59);
    await functions.checkBatches();
    expect(await batches(today)).toMatchObject([{ Status: 'queued' }]);
    await advance(1);
    await functions.checkBatches();
    expect(await batches(today)).toMatchObject([
      {
        Status: 'timeout',
        TimeoutAt: '2026-01-05T10:00:00.000Z',
        CompletedFiles: new Set([`rates-${today}`]),
      },
    ]);
  });

  it('leaves one alone that has ended', async () => {
    const { functions, advance, deliver, batches } = await aDownloadPipeline();
    await functions.poll();
    await advance(60);
    await functions.checkBatches();
    const [ended] = await batches(today);
    expect(ended?.Status).toBe('timeout');
    await deliver();
    await functions.checkBatches();
    expect(await batches(today)).toEqual([ended]);
  });

  it('sees one of yesterday that began before midnight', async () => {
    const { functions, advance, deliver, batches } = await aDownloadPipeline();
    await advance(14 * 60 + 58);
    await functions.poll();
    await deliver();
    await advance(7);
    await functions.checkBatches();
    expect(await batches(today)).toMatchObject([{ Status: 'completed' }]);
  });

  it('completes one also where another one cannot be begun, and says that it could not', async () => {
    let isDown = false;
    const provider: FakeProvider = (simulated) => ({
      listFiles: async (date) => {
        if (isDown) throw new Error('The provider is down');
        return simulated.listFiles(date);
      },
    });
    const { parts, functions, advance, deliver, batches } = await aDownloadPipeline({ provider });
    await functions.poll();
    await deliver();
    await putBatch(
      parts,
      createBatch(parts, { BatchID: `batch-${today}-by-hand`, PollingDate: today, TriggeredBy: 'support' }),
    );
    isDown = true;
    await advance(5);
    await expect(functions.checkBatches()).rejects.toThrow('The provider is down');
    expect((await batches(today)).map(({ Status }) => Status).toSorted()).toEqual(['completed', 'initiated']);
    isDown = false;
    await functions.checkBatches();
    expect((await batches(today)).map(({ Status }) => Status).toSorted()).toEqual(['completed', 'queued']);
  });
});
