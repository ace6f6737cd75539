import { describe, expect, it } from 'vitest';
import { awkwardTenantId } from '#local/world/past/tenants.ts';
import type { Plan } from '#shared/contract/plans.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { failureGroups } from '#shared/domain/failure-groups.ts';
import type { TargetOf } from '#shared/domain/job-kinds/job-kinds.ts';
import type { MatchingDocuments } from '#shared/domain/job-kinds/targets.ts';
import { findLeftBehind } from '#shared/domain/matching-documents.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aJobsDesk, type JobsDesk } from './a-jobs-desk.ts';

async function findArchive(desk: JobsDesk): Promise<Batch> {
  const asked = { tenantId: awkwardTenantId, status: 'FAILED', pageSize: 100 } as const;
  const { rows } = valueOf(await desk.call('batches.byStatus', asked));
  const archive = rows.find(({ documentCount }) => documentCount === 10_000);
  if (archive === undefined) throw new Error('The past has no archive.');
  return archive;
}

async function plan(
  desk: JobsDesk,
  { tenantId, projectId, batchId }: Batch,
  matching: MatchingDocuments,
  more: Partial<TargetOf<'reprocess'>> = {},
): Promise<Plan> {
  const target = { kind: 'reprocess', tenantId, projectId, batchId, matching, ...more } as const;
  return valueOf(await desk.call('plans.make', { target }));
}

const left: MatchingDocuments = { statuses: ['QUEUED', 'PROCESSING'], leftBehind: true };

describe('a plan of documents that a run has left queued', () => {
  it('finds all of them once, with their price, and sends one, then ten, then the others', async () => {
    const desk = await aJobsDesk();
    const archive = await findArchive(desk);
    const queued = archive.counts.QUEUED ?? 0;
    expect(queued).toBeGreaterThan(8_000);
    expect(findLeftBehind(archive)).toEqual({ count: queued, atMost: queued, run: 1, ended: 'FAILED' });

    desk.sent.length = 0;
    const made = await plan(desk, archive, left);
    expect(made.counts).toEqual({ go: queued, skip: 0, blocked: 0 });
    expect(made.ramp).toEqual([1, 10, queued - 11]);
    expect(made.items[0]?.why).toBe('Left QUEUED by run 1, which ended FAILED');
    expect(Number(made.estimate.usd)).toBeGreaterThan(1);
    expect(made.estimate.basis).toMatch(/^mean usage of [\d,]+ finished documents of this batch$/);
    expect(made.checks[0]).toMatchObject({ state: 'good' });
    expect(made.cannotStart).toBeNull();
    expect(desk.sent.map(({ operation }) => operation)).not.toContain('Scan');

    const job = await desk.start(made);
    expect(job).toMatchObject({ state: 'running', total: queued, batchId: archive.batchId });
    await desk.pass(120);
    const first = desk.detail(job.jobId).job;
    expect(first.counts.fixed).toBeGreaterThanOrEqual(11);

    // Documents that wait for the job are still left behind, and documents in its run are not.
    const again = await plan(desk, archive, left);
    expect(again.counts.go).toBeLessThan(queued - 10);
    const isOffered = new Set(again.items.map(({ id }) => id));
    const { receipts } = valueOf(await desk.call('jobs.receipts', { jobId: job.jobId, offset: 0 }));
    const sent = receipts.filter(({ state }) => state === 'fixed' || state === 'running');
    expect(sent.length).toBeGreaterThanOrEqual(11);
    expect(sent.filter(({ id }) => isOffered.has(id))).toEqual([]);

    valueOf(await desk.call('jobs.brake', { jobId: job.jobId }));
    const { job: braked } = await desk.ended(job.jobId);
    expect(braked.state).toBe('stopped');
    const { waiting, fixed } = braked.counts;
    expect(waiting).toBeGreaterThan(8_000);
    expect(fixed).toBeGreaterThanOrEqual(11);
    expect(Object.values(braked.counts).reduce((sum, count) => sum + count, 0)).toBe(queued);
  }, 240_000);

  it('never offers the documents of a run in progress', async () => {
    const desk = await aJobsDesk();
    const { batch, documents } = await desk.failedBatch('northwind/carrier-invoices', 'ThrottlingException');
    const job = await desk.start(await desk.plan(batch, documents));
    await desk.pass(2);
    expect(desk.detail(job.jobId).job.state).toBe('running');
    const made = await plan(desk, batch, left);
    expect(made.items).toEqual([]);
    expect(made.cannotStart).toBe('No document of this batch matches now.');
  }, 60_000);
});

describe('a plan of documents that match', () => {
  it('has all of one cause, none that was left out, and none that joined later', async () => {
    const desk = await aJobsDesk();
    const { batch, documents } = await desk.failedBatch('northwind/carrier-invoices', 'ThrottlingException');
    const [group] = failureGroups(documents);
    const [first] = group?.documents ?? [];
    const more = { fingerprint: group?.fingerprint ?? '' };
    const statuses = ['FAILED' as const];
    const all = await plan(desk, batch, { statuses }, more);
    expect(all.items).toHaveLength(group?.documents.length ?? 0);
    const others = await plan(desk, batch, { statuses, except: [first?.documentId ?? ''] }, more);
    expect(others.items).toHaveLength(all.items.length - 1);
    const named = await plan(desk, batch, { statuses, text: first?.fileName ?? '' }, more);
    expect(named.items.map(({ id }) => id)).toContain(first?.documentId);

    const job = await desk.start(all);
    const { job: ended } = await desk.ended(job.jobId);
    expect(ended).toMatchObject({ state: 'done', total: all.items.length });
  }, 60_000);

  it('is refused with both a list and a description, or with neither', async () => {
    const desk = await aJobsDesk();
    const batch = { tenantId: 'northwind', projectId: 'p', batchId: 'b' };
    const matching: MatchingDocuments = { statuses: ['FAILED'] };
    for (const target of [
      { kind: 'reprocess' as const, ...batch },
      { kind: 'reprocess' as const, ...batch, matching, documentIds: ['d'] },
    ]) {
      const result = await desk.call('plans.make', { target });
      expect(result).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    }
  });
});

describe('an execution that failed', () => {
  it('is one cause, at whatever stage its documents were', async () => {
    const desk = await aJobsDesk();
    const { tenantId, batchId } = await findArchive(desk);
    const asked = { tenantId, batchId, status: 'FAILED', pageSize: 500 } as const;
    const { rows } = valueOf(await desk.call('documents.byStatus', asked));
    const interrupted = failureGroups(rows).filter(({ code }) => code === 'ExecutionFailed');
    expect(interrupted).toHaveLength(1);
    expect(new Set(interrupted[0]?.documents.map(({ error }) => error?.stage)).size).toBeGreaterThan(1);
  }, 60_000);
});
