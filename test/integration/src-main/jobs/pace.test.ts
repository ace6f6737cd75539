import { expect, it } from 'vitest';
import type { Pace } from '#shared/contract/pace.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aJobsDesk } from './a-jobs-desk.ts';

it('goes at the chosen pace in the sandbox, and reads its alarm and its queue while it goes', async () => {
  const desk = await aJobsDesk();
  const { alarms, queues, alarmsUnread } = valueOf(await desk.call('plans.paceChoices', {}));
  expect(alarmsUnread).toBeNull();
  const quiet = alarms.find(({ state }) => state === 'OK');
  const [queue] = queues;
  if (quiet === undefined || queue === undefined)
    throw new Error('The sandbox has no quiet alarm or no queue.');
  const { batch, documents } = await desk.failedBatch('northwind/carrier-invoices', 'ThrottlingException');
  const made = await desk.plan(batch, documents);
  const pace: Pace = {
    ...usualPace,
    first: 3,
    steps: 'doubling',
    perSecond: 1,
    stopWhen: [{ alarm: quiet.name }, { queue, over: 1_000_000 }],
  };
  const plan = valueOf(await desk.call('plans.setPace', { planId: made.planId, pace }));
  expect(plan).toMatchObject({ ramp: [1, 2], pace, counts: made.counts });
  const started = await desk.start(plan);
  const { job, pace: shown } = await desk.ended(started.jobId);
  expect(job).toMatchObject({ state: 'done', total: 3, counts: { fixed: 3 } });
  expect(shown.chart.real.at(-1)).toBe(3);
  const { receipts } = valueOf(await desk.call('jobs.receipts', { jobId: job.jobId, offset: 0 }));
  const times = receipts.map(({ sentAt }) => Date.parse(sentAt ?? '')).toSorted((a, b) => a - b);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1_000);
  expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(1_000);
  // A new plan begins with the usual pace.
  const next = await desk.plan(batch, documents);
  expect(next.pace).toEqual(usualPace);
}, 60_000);

it('stops before the first call when its queue is too full', async () => {
  const desk = await aJobsDesk();
  const { queues } = valueOf(await desk.call('plans.paceChoices', {}));
  const depths = await Promise.all(
    queues.map(async (queue) => ({
      queue,
      waiting: valueOf(await desk.doors.queues.attributes(queue)).waiting ?? 0,
    })),
  );
  const full = depths.find(({ waiting }) => waiting > 0);
  if (full === undefined) throw new Error('The sandbox has no queue with messages.');
  const { batch, documents } = await desk.failedBatch('northwind/carrier-invoices', 'ThrottlingException');
  const made = await desk.plan(batch, documents);
  const pace: Pace = { ...usualPace, stopWhen: [{ queue: full.queue, over: 0 }] };
  const plan = valueOf(await desk.call('plans.setPace', { planId: made.planId, pace }));
  const started = await desk.start(plan);
  const { job } = await desk.ended(started.jobId);
  expect(job).toMatchObject({ state: 'braked', counts: { waiting: plan.counts.go } });
  expect(job.because).toContain(`${full.queue} has`);
  const slower = { jobId: job.jobId, pace: { ...pace, first: 2 } };
  expect((await desk.call('jobs.setPace', slower)).ok).toBe(true);
  expect(desk.detail(job.jobId).job.counts).toMatchObject({ waiting: 2, skipped: plan.counts.go - 2 });
}, 60_000);
