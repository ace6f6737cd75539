import { expect, test } from 'vitest';
import { aJobEngine, aPlan, jobIn } from '#test/builders/a-job-engine.ts';
import { startOfJobs } from '#test/builders/a-stepped-clock.ts';
import { compareWithJobs } from '#main/jobs/plans/other-jobs.ts';

const minute = 60_000;
const inAnHour = new Date(startOfJobs + 60 * minute).toISOString();
const go = { verdict: 'go', why: 'FAILED', needsReason: false } as const;

function startLater(desk: ReturnType<typeof aJobEngine>, plan = aPlan(3), beginsAt = inAnHour) {
  const started = desk.engine.start(plan, { by: 'support', reason: undefined, beginsAt });
  if (!started.ok) throw new Error(started.failure.message);
  return { plan, job: started.value };
}

test('a job sends nothing before its time, and begins then', async () => {
  const desk = aJobEngine();
  const { plan, job } = startLater(desk);
  expect(job).toMatchObject({ state: 'scheduled', beginsAt: inAnHour, secondsLeft: null });
  await desk.clock.advance(59 * minute);
  expect(desk.pipeline.calls).toEqual([]);
  expect(desk.job(plan).state).toBe('scheduled');
  await desk.clock.advance(2 * minute);
  expect(desk.pipeline.calls.length).toBeGreaterThan(0);
  expect(desk.job(plan).state).not.toBe('scheduled');
});

test('a restarted console holds the same job until its time', async () => {
  const desk = aJobEngine();
  const { plan } = startLater(desk, aPlan(1), new Date(startOfJobs + 5 * 60 * minute).toISOString());
  await desk.clock.advance(minute);
  await desk.engine.close();
  await desk.clock.advance(3 * 60 * minute);
  const next = desk.another();
  expect(jobIn(next, plan)).toMatchObject({ state: 'interrupted' });
  next.resumeInterrupted('local', 'support');
  expect(jobIn(next, plan).state).toBe('scheduled');
  await desk.clock.advance(110 * minute);
  expect(desk.pipeline.calls).toEqual([]);
  await desk.clock.advance(15 * minute);
  expect(desk.pipeline.calls).toHaveLength(1);
});

test('a console that was closed for more than an hour past the time leaves the decision to a person', async () => {
  const desk = aJobEngine();
  const { plan } = startLater(desk);
  await desk.engine.close();
  await desk.clock.advance(3 * 60 * minute);
  const next = desk.another();
  next.resumeInterrupted('local', 'support');
  expect(jobIn(next, plan)).toMatchObject({ state: 'interrupted' });
  expect(jobIn(next, plan).because).toContain('Nothing was sent');
  expect(next.resume('local', plan.planId, 'support').ok).toBe(true);
  await desk.clock.advance(minute);
  expect(desk.pipeline.calls.length).toBeGreaterThan(0);
});

test('a job that waits can be cancelled, and then never sends anything', async () => {
  const desk = aJobEngine();
  const { plan } = startLater(desk);
  const ended = desk.engine.end('local', plan.planId, 'Mira');
  expect(ended).toMatchObject({ ok: true, value: { state: 'stopped', because: 'Ended by Mira.' } });
  await desk.clock.advance(120 * minute);
  expect(desk.pipeline.calls).toEqual([]);
  expect(desk.job(plan).counts.skipped).toBe(3);
});

test('a job that waits can begin at once', async () => {
  const desk = aJobEngine();
  const { plan } = startLater(desk);
  expect(desk.engine.resume('local', plan.planId, 'support')).toMatchObject({ value: { state: 'running' } });
  await desk.clock.advance(minute);
  expect(desk.pipeline.calls.length).toBeGreaterThan(0);
});

test.each([
  ['before its time, holds until then', 10, 'scheduled'],
  ['after its time, begins at once', 70, 'running'],
])('a job that was braked before its time and is resumed %s', async (_when, minutes, state) => {
  const desk = aJobEngine();
  const { plan } = startLater(desk);
  await desk.clock.advance(minute);
  desk.engine.brakeWithoutRight('local', 'another', () => 'Another person has lost the role.');
  expect(desk.job(plan).state).toBe('scheduled');
  desk.engine.brakeWithoutRight('local', 'support', () => 'Mira has lost the role.');
  await desk.clock.advance(minutes * minute);
  expect(desk.pipeline.calls).toEqual([]);
  expect(desk.job(plan)).toMatchObject({ state: 'braked', because: 'Mira has lost the role.' });
  desk.engine.resumeInterrupted('local', 'support');
  expect(desk.job(plan).state).toBe('braked');
  expect(desk.engine.resume('local', plan.planId, 'support')).toMatchObject({ ok: true });
  await desk.clock.advance(1_000);
  expect(desk.job(plan).state).toBe(state);
  await desk.clock.advance(60 * minute);
  expect(desk.pipeline.calls.length).toBeGreaterThan(0);
});

test('a plan blocks the documents of a job that will send them, and says which job', () => {
  const desk = aJobEngine();
  const { plan } = startLater(desk);
  const others = compareWithJobs(desk.engine.open('local'));
  const place = { tenantId: 'northwind', batchId: 'batch-1' };
  expect(others.judge({ ...place, documentId: 'document-1' }, go)).toMatchObject({ verdict: 'blocked' });
  expect(others.judge({ ...place, documentId: 'document-9' }, go)).toBe(go);
  // The same id of another tenant is another document.
  expect(others.judge({ ...place, tenantId: 'another', documentId: 'document-1' }, go)).toBe(go);
  expect(others.list()).toMatchObject([{ jobId: plan.planId, state: 'scheduled', same: 1, blocked: 1 }]);
});

test('a job at rest leaves its documents to the plan, apart from those that it may have sent', () => {
  const desk = aJobEngine();
  const { plan } = startLater(desk);
  const [open] = desk.engine.open('local');
  if (open === undefined) throw new Error('There is no open job.');
  const place = { tenantId: 'northwind', batchId: 'batch-1' };
  const job = { ...open.job, state: 'braked' as const };
  const items = [
    { id: 'document-1', state: 'waiting' as const },
    { id: 'document-2', state: 'sending' as const },
  ];
  const others = compareWithJobs([{ job, plan, items }]);
  expect(others.judge({ ...place, documentId: 'document-1' }, go)).toBe(go);
  expect(others.judge({ ...place, documentId: 'document-2' }, go).why).toContain('may have sent it');
  expect(others.list()).toMatchObject([{ state: 'braked', same: 2, blocked: 1 }]);
});

test('a job that has ended is no longer open', async () => {
  const desk = aJobEngine();
  desk.start(aPlan(1));
  expect(desk.engine.open('local')).toHaveLength(1);
  await desk.clock.advance(60 * minute);
  expect(desk.engine.open('local')).toEqual([]);
});
