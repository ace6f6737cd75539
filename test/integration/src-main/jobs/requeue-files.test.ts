import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DownloadFile } from '#shared/contract/downloads.ts';
import type { JobDetail } from '#shared/contract/jobs.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aJobsDesk, type JobsDesk } from './a-jobs-desk.ts';
import { anApiThat, busy } from './an-api-that.ts';
import { openDownloads } from './downloads-of.ts';

const secrets = /X-Amz|Signature|https?:|hushhush/;

function buildPlan(desk: JobsDesk, files: readonly Pick<DownloadFile, 'fileId'>[]) {
  const fileIds = files.map(({ fileId }) => fileId);
  return desk.call('plans.make', { target: { kind: 'requeue-files', fileIds } });
}

async function requeued(desk: JobsDesk, files: readonly DownloadFile[]): Promise<JobDetail> {
  const { jobId } = await desk.start(valueOf(await buildPlan(desk, files)));
  return desk.ended(jobId);
}

describe('requeueing files in the sandbox', { timeout: 60_000 }, () => {
  it('takes stuck files from the plan to the proof that they have arrived', async () => {
    const desk = await aJobsDesk();
    const downloads = openDownloads(desk);
    const stuck = await downloads.stuck();
    expect(stuck.length).toBeGreaterThan(1);
    const plan = valueOf(await buildPlan(desk, stuck));
    expect(plan).toMatchObject({ tenantId: null, counts: { go: stuck.length, skip: 0, blocked: 0 } });
    expect(plan.items[0]?.why).toMatch(/^downloading for \d+ (min|h|days)/);
    expect(Number(plan.estimate.usd)).toBeGreaterThan(0);
    expect(plan.estimate.lines.map(({ what }) => what.replace(/^[\d,]+ /, ''))).toEqual([
      'requests to SQS',
      'write units',
      'read units',
    ]);

    const job = await desk.start(plan, 'The downloader was restarted.');
    expect(job).toMatchObject({ kind: 'requeue-files', downloads: { date: null, batchId: null } });
    const { job: ended, latest } = await desk.ended(job.jobId);
    expect(ended).toMatchObject({ state: 'done', because: null, counts: { fixed: stuck.length } });
    for (const { fileId, batchId } of stuck) {
      expect(await downloads.file(fileId)).toMatchObject({
        status: 'completed',
        batchId,
        lastEvent: { what: 'requeued', by: 'support', reason: 'The downloader was restarted.' },
      });
      expect(latest.find(({ id }) => id === fileId)?.downloadBatchId).toBe(batchId);
    }
    const told = desk.changes.flatMap((change) => change.downloads?.files ?? []);
    expect(told.some(({ status }) => status === 'available')).toBe(true);
    expect(told.some(({ status }) => status === 'completed')).toBe(true);
    expect(JSON.stringify([desk.changes, plan, ended, latest])).not.toMatch(secrets);
    const journal = readFileSync(join(desk.home, 'jobs', `${job.jobId}.jsonl`), 'utf8');
    expect(journal).toContain('"downloadBatches"');
    expect(journal).not.toMatch(secrets);
  });

  it('reports that a file whose key cannot be decrypted has failed again, in the downloader’s words', async () => {
    const desk = await aJobsDesk();
    const downloads = openDownloads(desk);
    const [file] = await downloads.inStatus('error');
    if (file === undefined) throw new Error('No file of the past has a key that is not ours');
    const { job, latest } = await requeued(desk, [file]);
    expect(job).toMatchObject({ state: 'done', counts: { 'failed-again': 1 } });
    expect(latest[0]?.note).toBe('error: The key could not be unwrapped.');
    expect(Date.parse(latest[0]?.endedAt ?? '')).toBeGreaterThan(Date.parse(latest[0]?.sentAt ?? ''));
  });

  it('requeues each once, whatever answers are lost', async () => {
    const api = anApiThat();
    const desk = await aJobsDesk(api);
    const stuck = await openDownloads(desk).stuck();
    let calls = 0;
    api.answers(async (real) => {
      calls += 1;
      if (calls % 3 === 0) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
      const answer = await real();
      if (calls % 2 === 0) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
      return answer;
    });
    const { job } = await requeued(desk, stuck);
    expect(job).toMatchObject({ state: 'done', counts: { fixed: stuck.length, uncertain: 0 } });
    expect([...api.done.values()]).toEqual(stuck.map(() => 1));
    expect(calls).toBeGreaterThan(stuck.length);
  });

  it('requeues all others if the provider cannot offer one, and reports only that one as uncertain', async () => {
    const api = anApiThat();
    const desk = await aJobsDesk(api);
    const downloads = openDownloads(desk);
    const files = await downloads.four();
    const unoffered = files[2]?.fileId ?? 'none';
    const asked: { readonly path: string; readonly key: string | undefined }[] = [];
    api.answers((real, path, key) => {
      asked.push({ path, key });
      return path.includes(unoffered) ? Promise.resolve(busy()) : real();
    });
    const { job, latest } = await requeued(desk, files);
    expect(job).toMatchObject({ state: 'done', counts: { fixed: 3, uncertain: 1 } });
    expect(latest.find(({ id }) => id === unoffered)).toMatchObject({
      state: 'uncertain',
      note: expect.stringMatching(/^It may have been sent: 10 tries .*The provider does not answer/),
    });
    expect([...api.done.values()]).toEqual([1, 1, 1]);
    const tried = asked.filter(({ path }) => path.includes(unoffered));
    expect([tried.length, new Set(tried.map(({ key }) => key)).size, asked.length]).toEqual([10, 1, 13]);
    expect(await downloads.file(unoffered)).toMatchObject({ status: files[2]?.status });
  });

  it('leaves alone files that were requeued since the plan, before their turn or at the very moment', async () => {
    const api = anApiThat();
    const desk = await aJobsDesk(api);
    const downloads = openDownloads(desk);
    const [one, two] = await downloads.stuck();
    if (one === undefined || two === undefined) throw new Error('Two are not stuck');
    const late = valueOf(await buildPlan(desk, [one, two]));
    await requeued(desk, [one]);
    api.answers(async (real, path) => {
      // The file changes between the last look and the call.
      if (path.includes(two.fileId)) {
        await downloads.put({
          FileID: two.fileId,
          Status: 'downloading',
          StatusUpdatedAt: desk.world.clock.now(),
        });
      }
      return real();
    });
    const { jobId } = await desk.start(late);
    const { job, latest } = await desk.ended(jobId);
    expect(job).toMatchObject({ state: 'done', counts: { skipped: 2, fixed: 0 } });
    const notes = new Map(latest.map(({ id, note }) => [id, note]));
    expect(notes.get(one.fileId)).toMatch(/^Changed since the plan: completed since \d\d:\d\d:\d\d UTC\.$/);
    expect(notes.get(two.fileId)).toMatch(/has changed since you read it/);
  });

  it('reports a file as taken over if a later batch of its day has it', async () => {
    const desk = await aJobsDesk();
    const downloads = openDownloads(desk);
    const [file] = await downloads.stuck();
    if (file === undefined) throw new Error('None is stuck');
    const { jobId } = await desk.start(valueOf(await buildPlan(desk, [file])));
    while (desk.detail(jobId).job.counts.running === 0) await desk.pass(1);
    await downloads.put({ FileID: file.fileId, BatchID: 'batch-later', Status: 'completed' });
    const { latest } = await desk.ended(jobId);
    expect(latest[0]).toMatchObject({
      state: 'overtaken',
      note: 'Taken over by batch-later, where it is completed.',
    });
  });

  it('offers nothing for files that cannot or need not be requeued, and says why', async () => {
    const desk = await aJobsDesk();
    const downloads = openDownloads(desk);
    const now = desk.world.clock.now();
    const completed = (await downloads.inStatus('completed')).find(
      ({ timeToLive }) => timeToLive.kind === 'until',
    );
    await downloads.put({ FileID: 'over-1', TTL: Math.floor(now / 1_000) - 60 });
    await downloads.put({ FileID: 'young-1', Status: 'available', StatusUpdatedAt: now - 29 * 60_000 });
    await downloads.put({ FileID: 'odd-1', Status: 'lost' as 'failed' });
    await downloads.put({
      FileID: 'failed-1',
      Status: 'failed',
      ErrorMessage: 'https://x.example/a?X-Amz-Signature=1',
    });
    const ids = [completed?.fileId ?? '', 'over-1', 'young-1', 'odd-1', 'never-was', 'a#b', 'failed-1'];
    const plan = valueOf(
      await buildPlan(
        desk,
        ids.map((fileId) => ({ fileId })),
      ),
    );
    expect(plan.items.map(({ verdict, why }) => `${verdict}: ${why}`)).toEqual([
      expect.stringMatching(/^skip: Already completed, 20/),
      expect.stringMatching(/^blocked: Expired, awaiting deletion/),
      expect.stringMatching(/^skip: available for less than 30 minutes/),
      expect.stringMatching(/^blocked: Unknown status\./),
      expect.stringMatching(/^skip: Not found/),
      expect.stringMatching(/^blocked: The pipeline API cannot be called about an id/),
      expect.stringMatching(/^go: failed: /),
    ]);
    expect(JSON.stringify(plan)).not.toMatch(/Signature=1|hushhush/);
    expect(plan.checks.map(({ says }) => says)).toContainEqual(
      expect.stringMatching(/^Failed downloads are not grouped by cause/),
    );
  });
});
