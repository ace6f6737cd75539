import { appendFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLineFile } from '#main/audit/line-file.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { aJobEngine, aPlan, jobIn } from '#test/builders/a-job-engine.ts';

const minute = 60_000;
const hour = 60 * minute;
const fileOf = (home: string, { planId }: Plan): string => join(home, 'jobs', `${planId}.jsonl`);

describe('two consoles on one home folder', () => {
  it('never run the same job, and the other one shows its progress', async () => {
    const { start, clock, engine, another, pipeline } = aJobEngine();
    const plan = aPlan(30);
    start(plan);
    await clock.advance(1_000);
    const other = another();
    other.resumeInterrupted('local', 'support');
    expect(jobIn(other, plan)).toMatchObject({ state: 'running', counts: { running: 1 } });
    for (const change of ['brake', 'resume'] as const) {
      expect(other[change]('local', plan.planId)).toMatchObject({
        ok: false,
        failure: { code: 'job-refused' },
      });
    }
    await clock.advance(30_000);
    expect(jobIn(other, plan).counts).toMatchObject({ fixed: 11 });
    await clock.advance(hour);
    expect(jobIn(other, plan)).toEqual(jobIn(engine, plan));
    expect([...pipeline.effects.values()].every((times) => times === 1)).toBe(true);
  });

  it('do not resume what a person has stopped in the other', async () => {
    const { start, clock, engine, another, pipeline } = aJobEngine();
    const plan = aPlan(30);
    start(plan);
    await clock.advance(1_000);
    const other = another();
    other.resumeInterrupted('local', 'support');
    engine.brake('local', plan.planId, 'support');
    await engine.close();
    other.resumeInterrupted('local', 'support');
    await clock.advance(hour);
    expect(jobIn(other, plan)).toMatchObject({ state: 'stopped', counts: { fixed: 1, waiting: 29 } });
    expect(pipeline.calls).toHaveLength(1);
  });

  it('take over from one that was killed', async () => {
    const { start, clock, engine, another, home } = aJobEngine();
    const plan = aPlan(3);
    start(plan);
    await engine.close();
    writeFileSync(
      join(home, 'jobs', `${plan.planId}.lock`),
      JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1', token: 'x' }),
    );
    const next = another();
    next.resumeInterrupted('local', 'support');
    await clock.advance(hour);
    expect(jobIn(next, plan).state).toBe('done');
    expect(readdirSync(join(home, 'jobs'))).toEqual([`${plan.planId}.jsonl`, `${plan.planId}.length`]);
  });

  it('send nothing more once the lock belongs to another', async () => {
    const { start, clock, home, pipeline, job } = aJobEngine();
    const plan = aPlan(3);
    start(plan);
    await clock.advance(1_000);
    writeFileSync(
      join(home, 'jobs', `${plan.planId}.lock`),
      JSON.stringify({ pid: process.ppid, startedAt: '', token: 'x' }),
    );
    await clock.advance(hour);
    expect(pipeline.calls).toHaveLength(1);
    expect(job(plan).counts).toMatchObject({ fixed: 1, waiting: 2 });
    expect(job(plan).because).toMatch(/Another console has taken this job over/);
  });
});

describe('a call without an answer', () => {
  it('is not repeated by a console that has lost the job', async () => {
    const { start, clock, home, pipeline } = aJobEngine({ trouble: () => 'lost' });
    const plan = aPlan(1);
    start(plan);
    await clock.advance(1_000);
    const holder = JSON.stringify({ pid: process.ppid, startedAt: '', token: 'x' });
    writeFileSync(join(home, 'jobs', `${plan.planId}.lock`), holder);
    await clock.advance(hour);
    expect(pipeline.calls).toHaveLength(1);
  });
});

describe('two consoles, one of which had a full disk', () => {
  it('do not write the outcome of a call twice', async () => {
    let room = 2;
    const open = (file: string) =>
      openLineFile(file, (to, bytes) => {
        if ((room -= 1) < 0) throw new Error('no space left on device');
        appendFileSync(to, bytes);
        return bytes.length;
      });
    const { start, clock, engine, another, pipeline, job } = aJobEngine({ parts: { open } });
    const plan = aPlan(3);
    start(plan);
    await clock.advance(1_000);
    expect(job(plan).because).toMatch(/^Storage/);
    room = 100;
    const other = another();
    expect(other.resume('local', plan.planId)).toMatchObject({ ok: true });
    await clock.advance(1_000);
    other.brake('local', plan.planId);
    await other.close();
    expect(engine.resume('local', plan.planId)).toMatchObject({ ok: true });
    await clock.advance(hour);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 3 } });
    expect([...pipeline.effects.values()]).toEqual([1, 1, 1]);
  });
});

describe('a world that is reset', () => {
  it('ends its jobs, with the reason, whatever they were doing', async () => {
    const { start, clock, engine, another, pipeline, job } = aJobEngine();
    const [plan, other, elsewhere] = [
      aPlan(30),
      aPlan(1),
      aPlan(3, { connection: { id: 'staging', name: 'Staging', environment: 'staging' } }),
    ];
    for (const one of [plan, other, elsewhere]) start(one);
    await clock.advance(16_000);
    engine.voidAll('local', 'The sandbox was reset.');
    expect(job(plan)).toMatchObject({
      state: 'stopped',
      because: 'The sandbox was reset.',
      counts: { fixed: 1, 'still-running': 10, waiting: 19 },
    });
    expect(job(other).state).toBe('done');
    expect(engine.resume('local', plan.planId)).toMatchObject({
      ok: false,
      failure: { code: 'job-refused', state: 'stopped' },
    });
    const calls = pipeline.calls.length;
    await clock.advance(hour);
    expect(pipeline.calls).toHaveLength(calls);
    expect(job(elsewhere).state).toBe('done');
    expect(jobIn(another(), plan)).toEqual(job(plan));
  });
});

describe('the list of ended jobs', () => {
  it('shows those of earlier consoles by their last line, the newest first, and opens one on request', async () => {
    const { start, clock, engine, another, home } = aJobEngine();
    const plans = [aPlan(2), aPlan(2), aPlan(2)];
    for (const plan of plans) {
      start(plan);
      await clock.advance(minute);
    }
    await engine.close();
    const before = engine.detail('local', plans[0]?.planId ?? '');
    const next = another();
    expect(next.jobs('local').map(({ jobId }) => jobId)).toEqual(
      plans.map(({ planId }) => planId).toReversed(),
    );
    expect(next.detail('local', plans[0]?.planId ?? '')).toEqual(before);
    expect(next.receipts('local', plans[0]?.planId ?? '')).toHaveLength(2);
    expect(statSync(fileOf(home, plans[0] ?? aPlan(1))).mode & 0o777).toBe(0o600);
  });
});
