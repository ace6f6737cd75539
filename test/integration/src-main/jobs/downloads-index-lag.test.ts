import { expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aJobsDesk } from './a-jobs-desk.ts';
import { openDownloads } from './downloads-of.ts';

it('never lists a requeued file as stuck again, while indexes are minutes behind', async () => {
  const desk = await aJobsDesk();
  const downloads = openDownloads(desk);
  const fileIds = (await downloads.stuck()).map(({ fileId }) => fileId);
  const target = { kind: 'requeue-files' as const, fileIds };
  const plan = valueOf(await desk.call('plans.make', { target }));
  desk.world.sandbox.aws.world.faults.set([{ id: 'lag', kind: 'index-lag', ms: 120_000 }]);
  const { jobId } = await desk.start(plan);
  let known = 0;
  for (let second = 0; second < 60; second += 1) {
    await desk.pass(1);
    const requeued = new Set(
      desk.changes
        .flatMap((change) => change.downloads?.files ?? [])
        .filter(({ lastEvent }) => lastEvent?.what === 'requeued')
        .map(({ fileId }) => fileId),
    );
    const stuck = await downloads.stuck();
    expect(stuck.filter(({ fileId }) => requeued.has(fileId))).toEqual([]);
    known += requeued.size;
  }
  expect(desk.detail(jobId).job).toMatchObject({ state: 'done', counts: { fixed: fileIds.length } });
  expect(known).toBeGreaterThan(30);
}, 60_000);
