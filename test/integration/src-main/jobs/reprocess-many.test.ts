import { describe, expect, it } from 'vitest';
import type { Plan } from '#shared/contract/plans.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { fingerprintOfDocument } from '#shared/domain/failure-groups.ts';
import type { TargetOf } from '#shared/domain/job-kinds/job-kinds.ts';
import { parseItemId } from '#shared/domain/many-batches.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aJobsDesk, type JobsDesk } from './a-jobs-desk.ts';

type Target = TargetOf<'reprocess-many'>;
type Chosen = Extract<Target['of'], { is: 'batches' }>['batches'];

const tenants = ['northwind', 'kestrel'];

interface FailedBatch {
  readonly tenantId: string;
  readonly projectId: string;
  readonly batchId: string;
  readonly documents: readonly DocumentRow[];
}

/** Reads every failed batch of two tenants with its failed documents. */
async function readFailed(desk: JobsDesk): Promise<FailedBatch[]> {
  const failed: FailedBatch[] = [];
  for (const tenantId of tenants) {
    const { rows } = valueOf(
      await desk.call('batches.byStatus', { tenantId, status: 'FAILED', pageSize: 100 }),
    );
    for (const { batchId, projectId } of rows) {
      const of = { tenantId, batchId, status: 'FAILED', pageSize: 500 } as const;
      const documents = valueOf(await desk.call('documents.byStatus', of)).rows;
      failed.push({ tenantId, projectId: projectId ?? '', batchId, documents });
    }
  }
  return failed;
}

function heldTo(own: string[]) {
  return { id: 'support', name: 'Mira Okafor', role: 'support' as const, tenants: own };
}

const passing = new Set(['ThrottlingException', 'ModelTimeoutException']);

/** Chooses the documents of both tenants that succeed in another run. */
function choosePassing(failed: readonly FailedBatch[], most: number): Chosen {
  return tenants.flatMap((tenantId) => {
    let left = most;
    return failed
      .filter((batch) => batch.tenantId === tenantId)
      .flatMap(({ projectId, batchId, documents }) => {
        const own = documents.filter(({ error }) => passing.has(error?.code ?? '')).slice(0, left);
        left -= own.length;
        const documentIds = own.map(({ documentId }) => documentId);
        return documentIds.length === 0 ? [] : [{ tenantId, projectId, batchId, documentIds }];
      });
  });
}

function plan(desk: JobsDesk, target: Omit<Target, 'kind'>) {
  return desk.call('plans.make', { target: { kind: 'reprocess-many', ...target } });
}

async function listItems(desk: JobsDesk, { planId }: Plan, more: object = {}) {
  return valueOf(await desk.call('plans.items', { planId, offset: 0, ...more }));
}

describe('a plan over many batches', () => {
  it('reprocesses documents of several tenants as one job, with one receipt for each', async () => {
    const desk = await aJobsDesk();
    const batches = choosePassing(await readFailed(desk), 14);
    const chosen = batches.flatMap(({ documentIds = [] }) => documentIds);
    const made = valueOf(await plan(desk, { of: { is: 'batches', batches } }));
    expect(made).toMatchObject({ tenantId: null, items: [], counts: { go: chosen.length } });
    expect(made.many?.batches.map(({ batchId }) => batchId).toSorted()).toEqual(
      batches.map(({ batchId }) => batchId).toSorted(),
    );
    expect(made.many?.limit).toBeNull();
    expect(made.estimate).toMatchObject({ priceBook: { id: expect.any(String) as string } });
    const { items, total } = await listItems(desk, made);
    expect(total).toBe(chosen.length);
    expect(new Set(items.map(({ id }) => parseItemId(id).documentId))).toEqual(new Set(chosen));

    const { jobId } = await desk.start(made);
    const detail = await desk.ended(jobId);
    expect(detail.job).toMatchObject({
      state: 'done',
      tenantId: null,
      many: { batches: batches.length, tenants: 2 },
      counts: { fixed: chosen.length },
    });
    const [first = 0, ofTenant = 0] = made.ramp;
    expect([first, made.ramp.length]).toEqual([1, 3]);
    const counted = valueOf(await desk.call('jobs.batches', { jobId })).batches;
    const ofFirst = counted.filter(({ tenantId }) => tenantId === made.many?.firstTenant);
    expect(ofFirst.reduce((sum, { total: own }) => sum + own, 0)).toBe(first + ofTenant);
    expect(counted.every(({ total: own, counts, runs }) => counts.fixed === own && runs.length > 0)).toBe(
      true,
    );
    for (const { documentIds = [], tenantId } of batches) {
      for (const documentId of documentIds) {
        const passport = valueOf(await desk.call('documents.passport', { tenantId, documentId }));
        expect(passport.rows.filter(({ what }) => what === 'reprocessed')).toHaveLength(1);
      }
    }
    const csv = valueOf(await desk.call('jobs.export', { jobId, format: 'csv' })).text.split('\r\n');
    expect(csv[0]).toMatch(/,tenantId,projectId,batchId$/);
    expect(csv[1]).toContain(`,${made.many?.firstTenant},`);
  }, 60_000);

  it('finds all that match a cause, and freezes them', async () => {
    const desk = await aJobsDesk();
    const failed = await readFailed(desk);
    const documents = failed.flatMap((batch) => batch.documents);
    const cause = documents.find(({ error }) => error?.code === 'ThrottlingException');
    const fingerprint = fingerprintOfDocument(cause ?? { error: null }).id;
    const matching = documents.filter((document) => fingerprintOfDocument(document).id === fingerprint);
    const made = valueOf(await plan(desk, { fingerprint, of: { is: 'matching' } }));
    const { items } = await listItems(desk, made);
    expect(new Set(items.map(({ id }) => parseItemId(id).documentId))).toEqual(
      new Set(matching.map(({ documentId }) => documentId)),
    );
    const none = valueOf(
      await plan(desk, { fingerprint, of: { is: 'matching', olderThanMinutes: 1_000_000 } }),
    );
    expect(none.cannotStart).toContain('No document stands FAILED for this cause');
    const other = valueOf(await plan(desk, { fingerprint, of: { is: 'matching', workflowId: 'none' } }));
    expect(other.counts).toEqual({ go: 0, skip: 0, blocked: 0 });
  }, 60_000);

  it('finds all failed documents that match other filters than a cause, and leaves out deselected batches', async () => {
    const desk = await aJobsDesk();
    const failed = (await readFailed(desk)).filter(({ tenantId }) => tenantId === 'northwind');
    const [leftOut, ...rest] = failed.filter(({ documents }) => documents.length > 0);
    if (leftOut === undefined) throw new Error('Northwind has no batch with failed documents.');
    const { tenantId, batchId } = leftOut;
    const of = { is: 'matching', tenantId, except: [{ tenantId, batchId }] } as const;
    const made = valueOf(await plan(desk, { of: { ...of, except: [...of.except] } }));
    expect(new Set(made.many?.batches.map((batch) => batch.batchId))).toEqual(
      new Set(rest.map((batch) => batch.batchId)),
    );
    expect(made.many?.items).toBe(rest.reduce((sum, { documents }) => sum + documents.length, 0));
    const none = valueOf(await plan(desk, { of: { is: 'matching', olderThanMinutes: 1_000_000 } }));
    expect(none.cannotStart).toContain('No document stands FAILED in these batches now.');
  }, 60_000);

  it('reads only the tenants of a person, and refuses any other one before it reads', async () => {
    const desk = await aJobsDesk();
    const failed = await readFailed(desk);
    const fingerprint = 'fc08b2';
    desk.be({ who: heldTo(['northwind']) });
    const made = valueOf(await plan(desk, { fingerprint, of: { is: 'matching' } }));
    expect(new Set(made.many?.batches.map(({ tenantId }) => tenantId))).toEqual(new Set(['northwind']));
    desk.sent.length = 0;
    const others = failed
      .filter(({ tenantId }) => tenantId === 'kestrel')
      .map(({ tenantId, projectId, batchId }) => ({ tenantId, projectId, batchId }));
    const refusals = [
      await plan(desk, { of: { is: 'batches', batches: others } }),
      await plan(desk, { fingerprint, of: { is: 'matching', tenantId: 'kestrel' } }),
    ];
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ ok: false, failure: { code: 'tenant-out-of-scope' } });
    }
    expect(desk.sent).toEqual([]);
  }, 60_000);

  it('shows its job to people who may see all of its tenants, and to no one else', async () => {
    const desk = await aJobsDesk();
    const batches = choosePassing(await readFailed(desk), 2);
    const made = valueOf(await plan(desk, { of: { is: 'batches', batches } }));
    const { jobId } = await desk.start(made);
    await desk.ended(jobId);
    const read = async () => (await desk.call('jobs.receipts', { jobId, offset: 0 })).ok;
    desk.be({ who: heldTo(['northwind']) });
    expect(await read()).toBe(false);
    expect((await desk.call('jobs.batches', { jobId })).ok).toBe(false);
    expect((await desk.call('plans.items', { planId: made.planId, offset: 0 })).ok).toBe(false);
    desk.be({ who: heldTo(tenants) });
    expect(await read()).toBe(true);
  }, 60_000);

  it('leaves a document alone that was fixed since it was found', async () => {
    const desk = await aJobsDesk();
    const batches = choosePassing(await readFailed(desk), 2);
    const first = valueOf(await plan(desk, { of: { is: 'batches', batches } }));
    const second = valueOf(await plan(desk, { of: { is: 'batches', batches } }));
    await desk.ended((await desk.start(first)).jobId);
    const { job } = await desk.ended((await desk.start(second)).jobId);
    expect(job).toMatchObject({ state: 'done', counts: { fixed: 0, skipped: job.total } });
  }, 60_000);
});
