import { describe, expect, it } from 'vitest';
import type { BatchItem } from '#pipelines/downloads/download-items.ts';
import {
  aDownloadPipeline,
  support,
  today,
  type DownloadPipeline,
} from '#test/builders/a-download-pipeline.ts';

const body = { reason: 'It is not needed any more.' };
const rates = `rates-${today}`;

describe('closing a batch', () => {
  it('ends a queued one as failed, with the person, the reason and the files so far', async () => {
    const pipeline = await aDownloadPipeline();
    const batch = await queued(pipeline);
    await pipeline.give({ fileId: rates, batchId: batch.BatchID });
    await pipeline.advance(3);
    expect(await close(pipeline, batch)).toMatchObject({
      status: 200,
      body: {
        batch: {
          BatchID: batch.BatchID,
          Status: 'failed',
          UpdatedAt: '2026-01-05T09:03:00.000Z',
          CompletedFiles: [rates],
          FailedFiles: [],
        },
      },
    });
    const [closed] = await pipeline.batches(today);
    expect(closed).toMatchObject({ Status: 'failed', ClosedBy: support.sub, CloseReason: body.reason });
    // The files are still downloaded, but the batch no longer changes.
    await pipeline.deliver();
    await pipeline.advance(60);
    await pipeline.functions.checkBatches();
    expect(await pipeline.batches(today)).toEqual([closed]);
    expect(await pipeline.file(`accounts-${today}`)).toMatchObject({ Status: 'completed' });
  });

  it('ends one that was never queued', async () => {
    const pipeline = await aDownloadPipeline({
      provider: () => ({ listFiles: () => Promise.reject(new Error('No answer')) }),
    });
    await expect(pipeline.functions.poll()).rejects.toThrow('No answer');
    const [batch] = await pipeline.batches(today);
    await pipeline.advance(2);
    expect(await close(pipeline, batch as BatchItem)).toMatchObject({ status: 200 });
    expect(await pipeline.batches(today)).toMatchObject([{ Status: 'failed', ClosedBy: support.sub }]);
    // The next poll finds the batch closed.
    await pipeline.functions.poll();
    expect(await pipeline.batches(today)).toMatchObject([{ Status: 'failed' }]);
  });

  it('happens once, and a repeated key gets the same answer', async () => {
    const pipeline = await aDownloadPipeline();
    const batch = await queued(pipeline);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => close(pipeline, batch, `key of ${index}`.replaceAll(' ', '-'))),
    );
    const won = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(5);
    const [closed] = await pipeline.batches(today);
    expect(await close(pipeline, batch, `key-of-${won}`)).toMatchObject({ status: 200, isReplayed: true });
    expect(await pipeline.batches(today)).toEqual([closed]);
  });

  it('is refused for an unknown batch, without a version, with an old one, by role, and after its end', async () => {
    const pipeline = await aDownloadPipeline();
    const batch = await queued(pipeline);
    const params = { batchId: batch.BatchID };
    const ifMatch = batch.UpdatedAt;
    const nowhere = { params: { batchId: 'batch-2026-01-05-nowhere' }, body, ifMatch };
    expect(await pipeline.call('closeDownloads', nowhere)).toMatchObject({ status: 404 });
    expect(await pipeline.call('closeDownloads', { params, body })).toMatchObject({
      status: 428,
      body: { code: 'version-required' },
    });
    expect(await close(pipeline, { ...batch, UpdatedAt: batch.CreatedAt })).toMatchObject({
      status: 412,
      body: { code: 'stale-version', current: { UpdatedAt: ifMatch } },
    });
    expect(await pipeline.call('closeDownloads', { params, body: {}, ifMatch })).toMatchObject({
      status: 400,
    });
    const as = { ...support, role: 'reviewer' } as const;
    expect(await pipeline.call('closeDownloads', { as, params, body, ifMatch })).toMatchObject({
      status: 403,
    });
    expect(await pipeline.batches(today)).toEqual([batch]);

    await close(pipeline, batch);
    const [closed] = await pipeline.batches(today);
    expect(await close(pipeline, closed as BatchItem)).toMatchObject({
      status: 409,
      body: { code: 'batch-already-closed' },
    });
  });
});

async function queued({ functions, batches }: DownloadPipeline): Promise<BatchItem> {
  await functions.poll();
  const [batch] = await batches(today);
  return batch as BatchItem;
}

function close({ call }: DownloadPipeline, { BatchID, UpdatedAt }: BatchItem, key?: string) {
  return call('closeDownloads', {
    params: { batchId: BatchID },
    ifMatch: UpdatedAt,
    body,
    ...(key !== undefined && { key }),
  });
}
