import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { requeueFilesAction } from '#main/jobs/actions/requeue-files.ts';
import { openJobEngine } from '#main/jobs/engine.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { aHome } from '#test/builders/a-home.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aJobsDesk, type JobsDesk } from './a-jobs-desk.ts';
import { anApiThat, busy } from './an-api-that.ts';
import { openDownloads } from './downloads-of.ts';

/** Opens another console on the files that the first one left on disk. */
function nextLife(desk: JobsDesk, { planId, by }: Plan) {
  const { clock } = desk.world;
  const home = aHome();
  mkdirSync(join(home, 'jobs'));
  copyFileSync(join(desk.home, 'jobs', `${planId}.jsonl`), join(home, 'jobs', `${planId}.jsonl`));
  let keys = 0;
  const engine = openJobEngine({
    home,
    action: () =>
      requeueFilesAction({
        doors: () => desk.doors,
        now: () => clock.now(),
        seen: () => undefined,
      }),
    seen: () => undefined,
    log: { info() {}, warn() {}, error() {}, fatal() {} },
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    newKey: () => `second-life-${(keys += 1)}`,
  });
  onTestFinished(() => engine.close());
  engine.resumeInterrupted('local', by);
  return {
    async ended() {
      for (let minutes = 0; minutes < 60; minutes += 1) {
        const job = engine.jobs('local').find(({ jobId }) => jobId === planId);
        if (job?.state === 'done') return { job, receipts: engine.receipts('local', planId) ?? [] };
        await desk.pass(30);
      }
      throw new Error('The job did not end');
    },
  };
}

/** The first file goes alone, and the others go in one step. */
const moments = [1, 2, 3, 4].flatMap((call) => [
  { call, when: 'before' as const },
  { call, when: 'after' as const },
]);

describe('a console that ends while it requeues files', { timeout: 60_000 }, () => {
  it.each(moments)(
    'has requeued each once when it starts again: $when call $call has happened',
    async ({ call, when }) => {
      const api = anApiThat();
      const desk = await aJobsDesk(api);
      const fileIds = (await openDownloads(desk).four()).map(({ fileId }) => fileId);
      const plan = valueOf(await desk.call('plans.make', { target: { kind: 'requeue-files', fileIds } }));
      let calls = 0;
      const dead = { is: false };
      let giveUp: (() => void)[] = [];
      const never = () => new Promise<never>((_, reject) => giveUp.push(() => reject(new Error('dead'))));
      api.answers(async (real) => {
        if (dead.is) return never();
        calls += 1;
        if (calls < call) return real();
        dead.is = true;
        if (when === 'after') await real();
        return never();
      });
      await desk.start(plan);
      for (let seconds = 0; !dead.is && seconds < 600; seconds += 1) await desk.pass(1);
      expect(dead.is).toBe(true);
      api.answers(undefined);
      const life = nextLife(desk, plan);
      const { job, receipts } = await life.ended();
      expect(job.counts).toMatchObject({ fixed: 4, uncertain: 0 });
      expect(receipts.map(({ state }) => state)).toEqual(['fixed', 'fixed', 'fixed', 'fixed']);
      expect([...api.done.values()]).toEqual([1, 1, 1, 1]);
      for (const release of giveUp) release();
      giveUp = [];
    },
  );

  it('continues only with the one that had no clear answer, under the key that it had', async () => {
    const api = anApiThat();
    const desk = await aJobsDesk(api);
    const fileIds = (await openDownloads(desk).four()).map(({ fileId }) => fileId);
    const plan = valueOf(await desk.call('plans.make', { target: { kind: 'requeue-files', fileIds } }));
    let isBusy = true;
    const last: { die?: () => void } = {};
    const asked: { readonly path: string; readonly key: string | undefined }[] = [];
    api.answers(async (real, path, key) => {
      asked.push({ path, key });
      // The console dies during its next attempt, so it never gets the answer.
      if (isBusy && asked.length > 5)
        return new Promise<never>((_, reject) => (last.die = () => reject(new Error('dead'))));
      return isBusy && path.includes(fileIds[2] ?? 'none') ? busy() : real();
    });
    const { jobId } = await desk.start(plan);
    for (let seconds = 0; last.die === undefined && seconds < 600; seconds += 1) await desk.pass(1);
    expect(desk.detail(jobId).job.counts).toMatchObject({ sending: 1, waiting: 0 });
    isBusy = false;
    const { job } = await nextLife(desk, plan).ended();
    expect(job.counts).toMatchObject({ fixed: 4, uncertain: 0 });
    const tried = asked.slice(4);
    expect(tried).toEqual(tried.map(() => asked.find(({ path }) => path.includes(fileIds[2] ?? 'none'))));
    expect(tried).toHaveLength(3);
    expect([...api.done.values()]).toEqual([1, 1, 1, 1]);
    last.die?.();
  });
});
