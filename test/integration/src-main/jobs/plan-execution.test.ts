import { describe, expect, it } from 'vitest';
import { planSchema } from '#shared/contract/plans.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aJobsDesk, type JobsDesk } from './a-jobs-desk.ts';

async function batchWith(desk: JobsDesk, tenantId: string, run: Batch['runs'][string]): Promise<Batch> {
  const found = await desk.call('batches.byStatus', { tenantId, status: 'FAILED', pageSize: 100 });
  const batch = valueOf(found).rows.find(({ runs }) => runs['1'] === run);
  if (batch === undefined) throw new Error(`${tenantId} has no batch whose first run is ${run}`);
  return batch;
}

describe('a plan to redrive an execution', () => {
  it('describes a redrive, and uses the same engine', async () => {
    const desk = await aJobsDesk();
    const { batchId } = await batchWith(desk, 'kestrel', 'FAILED');
    desk.sent.length = 0;
    const target = { kind: 'redrive-execution' as const, batchId, run: 1 };
    const plan = valueOf(await desk.call('plans.make', { target }));
    expect(planSchema.safeParse(plan).error).toBeUndefined();
    expect(desk.sent.map(({ operation }) => operation)).toEqual(['Query']);
    expect(plan).toMatchObject({
      kind: 'redrive-execution',
      tenantId: 'kestrel',
      ramp: [1],
      counts: { go: 1, skip: 0, blocked: 0 },
      items: [{ id: `${batchId}-r1`, verdict: 'go', version: 0 }],
      cannotStart: null,
    });
    expect(plan.checks.map(({ says }) => says).join('\n')).toContain('Reprocessing starts a new run');
    // The three calls read the batch, the execution, and the end of its history for its error.
    expect(plan.reads.calls).toBe(3);
    const { job } = await desk.ended((await desk.start(plan)).jobId);
    expect(job).toMatchObject({ state: 'done', counts: { fixed: 1 } });
  }, 60_000);

  it('cannot be started if AWS redrives nothing, and shows the reason instead', async () => {
    const desk = await aJobsDesk();
    const { rows } = valueOf(
      await desk.call('batches.byStatus', { tenantId: 'northwind', status: 'REVIEW_REQUIRED', pageSize: 1 }),
    );
    const batchId = rows[0]?.batchId ?? '';
    const target = { kind: 'redrive-execution' as const, batchId, run: 1 };
    const plan = valueOf(await desk.call('plans.make', { target }));
    expect(plan).toMatchObject({ counts: { go: 0, blocked: 1 }, ramp: [] });
    expect(plan.cannotStart).toMatch(/^It has succeeded/);
    expect(await desk.call('plans.start', { planId: plan.planId, hash: plan.hash })).toMatchObject({
      failure: { code: 'plan-refused', why: 'nothing-to-do' },
    });
    const nowhere = { ...target, batchId: 'batch-unknown' };
    expect(await desk.call('plans.make', { target: nowhere })).toMatchObject({
      failure: { code: 'not-found', what: 'batch' },
    });
  }, 60_000);
});

describe('a plan to stop an execution', () => {
  it('shows what becomes of its documents, and stops it', async () => {
    const desk = await aJobsDesk();
    const { batch, documents } = await desk.failedBatch('northwind/carrier-invoices', 'ThrottlingException');
    const reprocess = await desk.start(await desk.plan(batch, documents.slice(0, 1)));
    await desk.pass(4);
    const run = (batch.run ?? 0) + 1;
    const target = { kind: 'stop-execution' as const, batchId: batch.batchId, run };
    const plan = valueOf(await desk.call('plans.make', { target }));
    expect(plan).toMatchObject({ counts: { go: 1 }, estimate: { usd: '0', seconds: 0 } });
    expect(plan.checks.map(({ says }) => says)).toContain(
      '1 being processed become FAILED; 0 queued stay QUEUED',
    );
    const { job } = await desk.ended((await desk.start(plan)).jobId);
    expect(job).toMatchObject({ state: 'done', counts: { fixed: 1 } });
    // The stopped document has failed again, and the other job says so.
    expect((await desk.ended(reprocess.jobId)).job).toMatchObject({ counts: { 'failed-again': 1 } });
  }, 60_000);
});
