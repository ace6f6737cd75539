import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aJobsDesk } from './a-jobs-desk.ts';

describe('reprocessing a failure group in the sandbox', () => {
  it('takes throttled documents from the plan to the proof that they are fixed', async () => {
    const desk = await aJobsDesk();
    const { batch, documents } = await desk.failedBatch('northwind/carrier-invoices', 'ThrottlingException');
    desk.sent.length = 0;
    const plan = await desk.plan(batch, documents);
    expect(desk.sent.map(({ operation }) => operation).toSorted()).toEqual([
      'BatchGetItem',
      'GetItem',
      'Query',
    ]);
    expect(plan.counts.go).toBe(documents.length);

    const job = await desk.start(plan);
    expect(job).toMatchObject({
      jobId: plan.planId,
      by: 'support',
      state: 'running',
      total: documents.length,
    });
    const { job: ended } = await desk.ended(job.jobId);
    expect(ended).toMatchObject({ state: 'done', counts: { fixed: documents.length } });
    expect(Number(ended.usd)).toBeGreaterThan(0);

    const { receipts } = valueOf(await desk.call('jobs.receipts', { jobId: job.jobId, offset: 0 }));
    expect(receipts.map(({ id }) => id)).toEqual(plan.items.map(({ id }) => id));
    expect(receipts.every(({ state, run }) => state === 'fixed' && (run ?? 0) > (batch.run ?? 0))).toBe(true);
    for (const { id } of receipts.slice(0, 3)) {
      const { tenantId, batchId } = batch;
      const now = valueOf(await desk.call('documents.read', { tenantId, batchId, documentId: id }));
      expect(['SUCCEEDED', 'REVIEW_REQUIRED']).toContain(now.status);
    }
  }, 60_000);

  it('brakes after the first of a group that fails again', async () => {
    const desk = await aJobsDesk();
    const { batch, documents } = await desk.failedBatch('northwind/goods-in-notes', 'BadDocumentException');
    const plan = await desk.plan(batch, documents);
    const job = await desk.start(plan, 'The readers were changed');
    const { job: ended } = await desk.ended(job.jobId);
    expect(ended).toMatchObject({
      state: 'braked',
      counts: { 'failed-again': 1, waiting: documents.length - 1 },
    });
    const { receipts } = valueOf(await desk.call('jobs.receipts', { jobId: job.jobId, offset: 0 }));
    expect(receipts[0]).toMatchObject({
      state: 'failed-again',
      note: expect.stringMatching(/^BadDocumentException: /),
    });
  }, 60_000);
});
