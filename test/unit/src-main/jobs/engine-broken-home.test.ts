import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Plan } from '#shared/contract/plans.ts';
import { aJobEngine, aPlan, jobIn } from '#test/builders/a-job-engine.ts';
import { aHome } from '#test/builders/a-home.ts';

const minute = 60_000;
const hour = 60 * minute;
const pathOf = (home: string, { planId }: Plan, ends = 'jsonl'): string =>
  join(home, 'jobs', `${planId}.${ends}`);

describe('a faulty home folder', () => {
  it('without a folder for jobs has none, and starts none', () => {
    const home = aHome();
    writeFileSync(join(home, 'jobs'), 'this is a file');
    const { engine } = aJobEngine({ home });
    engine.resumeInterrupted('local', 'support');
    expect(engine.jobs('local')).toEqual([]);
    expect(engine.start(aPlan(1), { by: 'support', reason: undefined })).toMatchObject({
      ok: false,
      failure: { code: 'storage-failed' },
    });
  });

  it('keeps its other jobs if one cannot be read', async () => {
    const { start, engine, another, home } = aJobEngine();
    const plan = aPlan(1);
    start(plan);
    await engine.close();
    symlinkSync('/nowhere/at/all', join(home, 'jobs', 'a-link.jsonl'));
    mkdirSync(join(home, 'jobs', 'a-folder.jsonl'));
    const next = another();
    next.resumeInterrupted('local', 'support');
    expect(next.jobs('local').map(({ jobId }) => jobId)).toEqual([plan.planId]);
  });

  it('continues automatically with what can be read', async () => {
    const { start, clock, engine, another, home } = aJobEngine();
    const [gone, other] = [aPlan(12), aPlan(12)];
    for (const plan of [gone, other]) start(plan);
    await clock.advance(1_000);
    await engine.close();
    const next = another();
    next.jobs('local');
    rmSync(pathOf(home, gone));
    next.resumeInterrupted('local', 'support');
    expect(next.resume('local', gone.planId)).toMatchObject({ ok: false });
    await clock.advance(hour);
    expect(jobIn(next, other).state).toBe('done');
    expect(readdirSync(join(home, 'jobs')).filter((name) => name.endsWith('.jsonl'))).toEqual([
      `${other.planId}.jsonl`,
    ]);
  });

  it('shows nothing of an ended job whose journal was deleted', async () => {
    const { start, clock, engine, home, job } = aJobEngine();
    const plan = aPlan(3);
    start(plan);
    await clock.advance(hour);
    rmSync(pathOf(home, plan));
    expect(engine.detail('local', plan.planId)).toBeNull();
    expect(engine.receipts('local', plan.planId)).toBeNull();
    expect(job(plan).state).toBe('done');
  });

  it('does not end the console because of a lock that can be neither read nor removed', async () => {
    const { start, clock, home, job, pipeline } = aJobEngine();
    const plan = aPlan(3);
    start(plan);
    await clock.advance(1_000);
    rmSync(pathOf(home, plan, 'lock'));
    mkdirSync(pathOf(home, plan, 'lock'));
    await clock.advance(hour);
    rmSync(pathOf(home, plan, 'lock'), { recursive: true });
    expect(job(plan)).toMatchObject({ state: 'stopped', counts: { fixed: 1, waiting: 2 } });
    expect(pipeline.calls).toHaveLength(1);
  });
});

describe('a listener to changes', () => {
  it('ends no job by an error of its own, and does not stop other listeners', async () => {
    const seen = () => {
      throw new Error('a list that cannot be told');
    };
    const { start, clock, engine, job } = aJobEngine({ parts: { seen } });
    const heard: string[] = [];
    engine.onChange(() => {
      throw new Error('a page that cannot be told');
    });
    engine.onChange((_, jobId) => heard.push(jobId));
    const plan = aPlan(3);
    start(plan);
    await clock.advance(hour);
    expect(job(plan).state).toBe('done');
    expect(heard.length).toBeGreaterThan(2);
  });
});
