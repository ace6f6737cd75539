import { expect, test } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';
import { aJobsDesk, type JobsDesk } from './a-jobs-desk.ts';

type Kind = 'send-to-review' | 'accept-documents';
const patience = { timeout: 60_000 };

async function makePlan(desk: JobsDesk, kind: Kind) {
  const { batch, documents } = await desk.failedBatch('alder-finch/claim-forms', 'ConfidenceTooLow');
  const { tenantId, projectId, batchId } = batch;
  const documentIds = documents.map(({ documentId }) => documentId);
  const target = { kind, tenantId, projectId, batchId, documentIds };
  return { batch, documentIds, made: await desk.call('plans.make', { target }) };
}

test('documents are sent to review by a plan, and read back by their keys', patience, async () => {
  const desk = await aJobsDesk();
  const { batch, documentIds, made } = await makePlan(desk, 'send-to-review');
  const plan = valueOf(made);
  expect(plan).toMatchObject({
    counts: { go: documentIds.length, skip: 0, blocked: 0 },
    estimate: { usd: '0' },
  });
  const job = await desk.start(plan);
  const { job: ended } = await desk.ended(job.jobId);
  expect(ended).toMatchObject({ state: 'done', counts: { fixed: documentIds.length } });
  const { tenantId, batchId } = batch;
  const waiting = valueOf(
    await desk.call('documents.byStatus', { tenantId, batchId, status: 'REVIEW_REQUIRED', pageSize: 100 }),
  );
  expect(waiting.rows.map(({ documentId }) => documentId)).toEqual(expect.arrayContaining(documentIds));
  const now = valueOf(await desk.call('batches.byId', { batchId, tenantId }));
  expect(now.counts.FAILED).toBe((batch.counts.FAILED ?? 0) - documentIds.length);
  // Afterwards nothing of it is FAILED any more.
  const again = valueOf(await desk.call('plans.make', { target: plan.target }));
  expect(again).toMatchObject({ counts: { go: 0, skip: documentIds.length } });
  expect(again.cannotStart).not.toBeNull();
});

test(
  'accepting as read is for reviewers and needs a reason; under four eyes a second person decides',
  patience,
  async () => {
    const desk = await aJobsDesk();
    const refused = await makePlan(desk, 'accept-documents');
    expect(refused.made).toMatchObject({ ok: false, failure: { code: 'role-required' } });
    const admin = aSession().personas.find(({ role }) => role === 'admin');
    desk.be({ who: admin ?? null });
    const { documentIds, made } = await makePlan(desk, 'accept-documents');
    const plan = valueOf(made);
    expect(await desk.call('plans.start', { planId: plan.planId, hash: plan.hash })).toMatchObject({
      failure: { code: 'plan-refused', why: 'reason-required' },
    });
    const job = await desk.start(plan, 'Compared with the paper');
    const { job: ended } = await desk.ended(job.jobId);
    expect(ended).toMatchObject({ state: 'done', counts: { fixed: documentIds.length } });
    const page = valueOf(await desk.call('jobs.receipts', { jobId: job.jobId, offset: 0 }));
    // The workflow of these documents asks for two people.
    expect(new Set(page.receipts.map(({ status }) => status))).toEqual(new Set(['REVIEW_REQUIRED']));
    expect(page.receipts[0]?.note).toBe('Waits in Review for a second person.');
  },
);

test(
  'a call whose answer was lost is repeated under its key and changes nothing twice',
  patience,
  async () => {
    let lost = 0;
    const desk = await aJobsDesk({
      through: (dispatch) => async (request, signal) => {
        const answer = await dispatch(request, signal);
        if (request.path.includes('send-to-review') && lost === 0) {
          lost += 1;
          throw new Error('The connection was cut.');
        }
        return answer;
      },
    });
    const { documentIds, made } = await makePlan(desk, 'send-to-review');
    const job = await desk.start(valueOf(made));
    const { job: ended } = await desk.ended(job.jobId);
    expect(lost).toBe(1);
    expect(ended).toMatchObject({ state: 'done', counts: { fixed: documentIds.length, uncertain: 0 } });
  },
);

test('a deployment whose API lacks the calls says so, and makes no plan', patience, async () => {
  const desk = await aJobsDesk();
  const { pipeline } = desk.doors;
  const call = pipeline.call.bind(pipeline);
  Object.assign(pipeline, {
    call: (name: string, ...rest: unknown[]) =>
      name === 'describeApi'
        ? Promise.resolve({ kind: 'answered', value: { paths: { '/me': { get: {} } } } })
        : (call as (...given: unknown[]) => unknown)(name, ...rest),
  });
  const offers = valueOf(await desk.call('plans.offers', {}));
  expect(offers.sendToReview).toContain('Update the pipelines');
  const { made } = await makePlan(desk, 'send-to-review');
  expect(made).toMatchObject({ ok: false, failure: { code: 'plan-refused' } });
});
