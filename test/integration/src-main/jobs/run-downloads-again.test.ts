import { describe, expect, it } from 'vitest';
import type { Plan } from '#shared/contract/plans.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { newestFirst } from '#shared/domain/download-days.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aJobsDesk, type JobsDesk } from './a-jobs-desk.ts';
import { anApiThat } from './an-api-that.ts';
import { openDownloads } from './downloads-of.ts';

const make = async (desk: JobsDesk, target: PlanTarget): Promise<Plan> =>
  valueOf(await desk.call('plans.make', { target }));
const trigger = (date: string) => ({ kind: 'trigger-downloads', date }) as const;
const close = (batchId: string) => ({ kind: 'close-downloads', batchId }) as const;
/**
 * These are days ago in the sandbox's past. On the first nothing was ever queued, and on the second two files
 * are stuck.
 */
const neverQueued = 19;
const withStuck = 8;

describe('running the downloads of a day again', { timeout: 60_000 }, () => {
  it.each([neverQueued, withStuck, 1])(
    '%i days ago, is fixed when its new batch completes, and only then',
    async (ago) => {
      const desk = await aJobsDesk();
      const downloads = openDownloads(desk);
      const date = downloads.daysAgo(ago);
      const [before] = newestFirst((await downloads.day(date)).batches);
      const plan = await make(desk, trigger(date));
      expect(plan.items).toMatchObject([{ id: date, verdict: 'go', stamp: before?.batchId }]);
      expect(plan.items[0]?.why).toContain(`${before?.batchId} is ${before?.status}`);
      const job = await desk.start(plan, 'The poller ended before it had queued anything.');
      expect(job).toMatchObject({ downloads: { date, batchId: null }, total: 1 });
      const { job: ended, latest } = await desk.ended(job.jobId);
      const [newest] = newestFirst((await downloads.day(date)).batches);
      expect(newest?.batchId).not.toBe(before?.batchId);
      expect(newest).toMatchObject({
        triggeredBy: 'support',
        triggerReason: 'The poller ended before it had queued anything.',
      });
      expect(latest[0]).toMatchObject({
        state: newest?.status === 'completed' ? 'fixed' : 'failed-again',
        downloadBatchId: newest?.batchId,
      });
      expect(latest[0]?.note).toContain(newest?.batchId);
      expect(ended.state).toBe('done');
      const told = desk.changes.flatMap((change) => change.downloads?.batches ?? []);
      expect(
        told.some(({ batchId, status }) => batchId === newest?.batchId && status === newest.status),
      ).toBe(true);
    },
  );

  it('starts one batch, however many answers are lost', async () => {
    const api = anApiThat();
    const desk = await aJobsDesk(api);
    const downloads = openDownloads(desk);
    const date = downloads.daysAgo(neverQueued);
    const { batches } = await downloads.day(date);
    let calls = 0;
    api.answers(async (real) => {
      const answer = await real();
      if ((calls += 1) < 4) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
      return answer;
    });
    const { jobId } = await desk.start(await make(desk, trigger(date)), 'Nothing came.');
    const { job } = await desk.ended(jobId);
    expect(job.counts.uncertain).toBe(0);
    expect(calls).toBe(4);
    expect((await downloads.day(date)).batches).toHaveLength(batches.length + 1);
  });

  it('leaves alone a day on which another batch has started since the plan', async () => {
    const desk = await aJobsDesk();
    const target = trigger(openDownloads(desk).daysAgo(neverQueued));
    const [first, second] = [await make(desk, target), await make(desk, target)];
    await desk.ended((await desk.start(first, 'Once.')).jobId);
    const { latest } = await desk.ended((await desk.start(second, 'Twice.')).jobId);
    expect(latest[0]).toMatchObject({ state: 'skipped' });
    expect(latest[0]?.note).toMatch(/^Another batch of this day started after the plan: batch-/);
  });

  it('requires a reason, and offers only days whose files are kept', async () => {
    const desk = await aJobsDesk();
    const downloads = openDownloads(desk);
    const { planId, hash } = await make(desk, trigger(downloads.daysAgo(neverQueued)));
    expect(await desk.call('plans.start', { planId, hash })).toMatchObject({
      failure: { code: 'plan-refused', why: 'reason-required' },
    });
    for (const [ago, verdict] of [
      [-1, 'blocked'],
      [0, 'go'],
      [29, 'go'],
      [30, 'blocked'],
    ] as const) {
      const { items, cannotStart } = await make(desk, trigger(downloads.daysAgo(ago)));
      expect([ago, items[0]?.verdict, cannotStart === null]).toEqual([ago, verdict, verdict === 'go']);
    }
  });
});

describe('closing a download batch', { timeout: 60_000 }, () => {
  async function anOpenBatch(api = anApiThat()) {
    const desk = await aJobsDesk(api);
    const downloads = openDownloads(desk);
    const [batch] = (await downloads.day(downloads.daysAgo(neverQueued))).batches;
    if (batch?.status !== 'initiated') throw new Error('It is not as it is told');
    return { desk, downloads, batch, api };
  }

  it('is fixed when it is read as ended, also if the answer was lost', async () => {
    const { desk, downloads, batch, api } = await anOpenBatch();
    let calls = 0;
    api.answers(async (real) => {
      const answer = await real();
      if ((calls += 1) === 1) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
      return answer;
    });
    const plan = await make(desk, close(batch.batchId));
    expect(plan.items).toMatchObject([{ id: batch.batchId, verdict: 'go', stamp: batch.updatedAt }]);
    expect(plan.checks.at(-1)?.says).toContain('will not end automatically');
    const { planId, hash } = plan;
    expect(await desk.call('plans.start', { planId, hash })).toMatchObject({
      failure: { why: 'reason-required' },
    });
    const job = await desk.start(plan, 'Its poller is gone.');
    expect(job.downloads).toEqual({ date: batch.date, batchId: batch.batchId });
    const { latest } = await desk.ended(job.jobId);
    expect(latest[0]).toMatchObject({ state: 'fixed', note: 'failed: no files expected.' });
    expect([...api.done.values()]).toEqual([1]);
    expect(await downloads.batch(batch.batchId)).toMatchObject({
      status: 'failed',
      closedBy: 'support',
      closeReason: 'Its poller is gone.',
    });
    expect((await make(desk, close(batch.batchId))).items).toMatchObject([
      { verdict: 'skip', why: 'Already ended: failed.' },
    ]);
  });

  it('leaves alone one that was closed since the plan, before its turn or at the very moment', async () => {
    const { desk, batch, api } = await anOpenBatch();
    const [first, second] = [await make(desk, close(batch.batchId)), await make(desk, close(batch.batchId))];
    let isFirst = true;
    api.answers(async (real) => {
      if (!isFirst) return real();
      isFirst = false;
      const other = await desk.start(second, 'Quicker.');
      await desk.ended(other.jobId);
      return real();
    });
    const { latest } = await desk.ended((await desk.start(first, 'Slower.')).jobId);
    expect(latest[0]).toMatchObject({ state: 'skipped' });
  });

  it('reports a batch that does not exist', async () => {
    const desk = await aJobsDesk();
    expect(await desk.call('plans.make', { target: close('batch-unknown') })).toMatchObject({
      failure: { code: 'not-found', what: 'download batch' },
    });
  });
});

describe('a person with access to some tenants only', { timeout: 60_000 }, () => {
  it('plans nothing about downloads, sees no job about them, and hears of none', async () => {
    const desk = await aJobsDesk();
    const downloads = openDownloads(desk);
    const [file] = await downloads.stuck();
    const target: PlanTarget = { kind: 'requeue-files', fileIds: [file?.fileId ?? ''] };
    const { jobId } = await desk.start(await make(desk, target));
    await desk.pass(2);
    const heard = desk.changes.length;
    desk.be({ who: { id: 'limited', name: 'Jonas', role: 'support', tenants: ['northwind'] } });
    await desk.pass(60);
    expect(desk.changes.slice(heard).flatMap((change) => change.downloads ?? [])).toEqual([]);
    expect(() => desk.detail(jobId)).toThrow('There is no job');
    desk.sent.length = 0;
    const date = downloads.today();
    for (const refusedTarget of [target, trigger(date), close(file?.batchId ?? '')]) {
      expect(await desk.call('plans.make', { target: refusedTarget })).toMatchObject({
        failure: { code: 'tenant-out-of-scope', tenantId: '*' },
      });
    }
    expect(desk.sent.length).toBeLessThanOrEqual(1);
  });
});
