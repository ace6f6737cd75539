import { describe, expect, it } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aJobsDesk, type JobsDesk } from './a-jobs-desk.ts';

type Answer = Awaited<ReturnType<Dispatch>>;

/** Replaces the pipeline API's answers as long as the test asks for it, and lets everything else through. */
function anApiThat() {
  let answer: ((real: () => Promise<Answer>) => Promise<Answer>) | undefined;
  const through =
    (dispatch: Dispatch): Dispatch =>
    (request, signal) => {
      const real = () => dispatch(request, signal);
      const isCall = request.path.endsWith('/reprocess');
      return isCall && answer !== undefined ? answer(real) : real();
    };
  return { through, answers: (next: typeof answer) => void (answer = next) };
}

const html: Answer = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>login</html>' };

async function throttled(desk: JobsDesk, count: number) {
  const { batch, documents } = await desk.failedBatch('northwind/carrier-invoices', 'ThrottlingException');
  return { batch, documents: documents.slice(0, count) };
}

describe('a pipeline in trouble', () => {
  it('that answers rubbish is called again under the same key, and each document is sent once', async () => {
    const api = anApiThat();
    const desk = await aJobsDesk(api);
    const { batch, documents } = await throttled(desk, 3);
    let rubbish = 0;
    api.answers(async (real) => {
      const answer = await real();
      return (rubbish += 1) <= 2 ? html : answer;
    });
    const { jobId } = await desk.start(await desk.plan(batch, documents));
    const { job } = await desk.ended(jobId);
    expect(job).toMatchObject({ state: 'done', counts: { fixed: 3, uncertain: 0 } });
    expect(rubbish).toBeGreaterThan(2);
    for (const { documentId, tenantId } of documents) {
      const passport = valueOf(await desk.call('documents.passport', { tenantId, documentId }));
      expect(passport.rows.filter(({ what }) => what === 'reprocessed')).toHaveLength(1);
    }
  }, 60_000);

  it('that is down loses nothing: the job continues when it is back', async () => {
    const api = anApiThat();
    const desk = await aJobsDesk(api);
    const { batch, documents } = await throttled(desk, 2);
    api.answers(() => Promise.reject(Object.assign(new Error('no road'), { code: 'ECONNREFUSED' })));
    const { jobId } = await desk.start(await desk.plan(batch, documents));
    await desk.pass(10);
    expect(desk.detail(jobId).job).toMatchObject({ state: 'running', counts: { fixed: 0 } });
    expect(desk.detail(jobId).job.because).toMatch(/no clear answer|could not be sent/);
    api.answers(undefined);
    expect((await desk.ended(jobId)).job).toMatchObject({ state: 'done', counts: { fixed: 2 } });
  }, 60_000);

  it('leaves alone what changed between the plan and its turn, and shows the change', async () => {
    const desk = await aJobsDesk();
    const { batch, documents } = await throttled(desk, 2);
    const first = await desk.plan(batch, documents);
    const second = await desk.plan(batch, documents);
    await desk.ended((await desk.start(first)).jobId);
    const { jobId } = await desk.start(second);
    const { job } = await desk.ended(jobId);
    expect(job).toMatchObject({ state: 'done', counts: { skipped: 2, fixed: 0 } });
    const { receipts } = valueOf(await desk.call('jobs.receipts', { jobId, offset: 0 }));
    expect(receipts[0]?.note).toMatch(
      /^Changed since the plan: version \d+ → \d+, now (SUCCEEDED|REVIEW_REQUIRED)\.$/,
    );
    const csv = valueOf(await desk.call('jobs.export', { jobId, format: 'csv' }));
    expect(csv.text.split('\r\n')[1]).toContain('skipped');
  }, 60_000);

  it('shows no job and makes no plan for a person without access to its tenant', async () => {
    const desk = await aJobsDesk();
    const { batch, documents } = await desk.failedBatch('kestrel/supplier-invoices', 'SchemaMismatch');
    const { jobId } = await desk.start(await desk.plan(batch, documents.slice(0, 1)));
    const who = { id: 'support-northwind', name: 'Jonas', role: 'support' as const, tenants: ['northwind'] };
    const seen = desk.changes.length;
    desk.be({ who });
    await desk.pass(20);
    expect(desk.changes.slice(seen).every((change) => change.documents.length === 0)).toBe(true);
    expect(() => desk.detail(jobId)).toThrow('There is no job');
    expect(await desk.call('jobs.receipts', { jobId, offset: 0 })).toMatchObject({
      failure: { code: 'not-found' },
    });
    expect(await desk.call('jobs.brake', { jobId })).toMatchObject({ failure: { code: 'not-found' } });
    const { tenantId, projectId, batchId } = batch;
    const documentIds = documents.map(({ documentId }) => documentId);
    const target = { kind: 'reprocess' as const, tenantId, projectId, batchId, documentIds };
    expect(await desk.call('plans.make', { target })).toMatchObject({
      failure: { code: 'tenant-out-of-scope' },
    });
    const stop = { kind: 'stop-execution' as const, batchId, run: 1 };
    // The answer to an id alone does not reveal which tenant it belongs to.
    expect(await desk.call('plans.make', { target: stop })).toMatchObject({ failure: { code: 'not-found' } });
  }, 60_000);
});
