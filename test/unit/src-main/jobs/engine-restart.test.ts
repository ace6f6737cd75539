import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Plan } from '#shared/contract/plans.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';
import { aJobEngine, aPlan, jobIn } from '#test/builders/a-job-engine.ts';

const minute = 60_000;
const hour = 60 * minute;
const fileOf = (home: string, { planId }: Plan): string => join(home, 'jobs', `${planId}.jsonl`);

describe('a console that ends and starts again', () => {
  it('continues automatically with what is left, after a short while, for the same person', async () => {
    const { start, clock, engine, another, pipeline } = aJobEngine();
    const plan = aPlan(30);
    start(plan);
    await clock.advance(20_000);
    await engine.close();
    await clock.advance(20 * minute);
    expect(pipeline.calls).toHaveLength(2);

    const next = another();
    expect(jobIn(next, plan)).toMatchObject({
      state: 'interrupted',
      counts: { fixed: 1, running: 10, waiting: 19 },
    });
    next.resumeInterrupted('staging', 'support');
    next.resumeInterrupted('local', 'admin');
    expect(jobIn(next, plan).state).toBe('interrupted');
    next.resumeInterrupted('local', 'support');
    expect(jobIn(next, plan)).toMatchObject({ state: 'running', because: null });
    await clock.advance(hour);
    expect(jobIn(next, plan)).toMatchObject({ state: 'done', counts: { fixed: 30 } });
    expect([...pipeline.effects.values()].every((times) => times === 1)).toBe(true);
  });

  it('waits for a person after an hour', async () => {
    const { start, clock, engine, another } = aJobEngine();
    const plan = aPlan(30);
    start(plan);
    await clock.advance(20_000);
    await engine.close();
    await clock.advance(hour);
    const next = another();
    next.resumeInterrupted('local', 'support');
    await clock.advance(hour);
    expect(jobIn(next, plan)).toMatchObject({
      state: 'interrupted',
      because: expect.stringMatching(/Resume it/),
    });
    expect(next.resume('local', plan.planId, 'Ines')).toMatchObject({ ok: true });
    await clock.advance(hour);
    expect(jobIn(next, plan)).toMatchObject({ state: 'done', counts: { fixed: 30 } });
  });

  it('waits for a person after an hour although its pace was changed meanwhile', async () => {
    const { start, clock, engine, another, pipeline } = aJobEngine();
    const plan = aPlan(30);
    start(plan);
    await clock.advance(20_000);
    await engine.close();
    await clock.advance(3 * hour);
    const next = another();
    const slower = { ...usualPace, perSecond: 1 };
    expect(next.setPace('local', plan.planId, slower, 'Ines')).toMatchObject({ ok: true });
    next.resumeInterrupted('local', 'support');
    await clock.advance(minute);
    expect(jobIn(next, plan).state).toBe('interrupted');
    await next.close();
    const last = another();
    last.resumeInterrupted('local', 'support');
    await clock.advance(hour);
    expect(jobIn(last, plan).state).toBe('interrupted');
    expect(pipeline.calls).toHaveLength(2);
    expect(last.paceOf('local', plan.planId)?.pace).toEqual(slower);
  });

  it('is not ended while sent items are open, and says that nothing tracks them until it is resumed', async () => {
    const { start, clock, engine, another } = aJobEngine();
    const plan = aPlan(30);
    start(plan);
    await clock.advance(20_000);
    expect(engine.end('local', plan.planId, 'Ines')).toMatchObject({
      failure: { message: expect.stringContaining('sent items are still being tracked') },
    });
    await engine.close();
    await clock.advance(3 * hour);
    const next = another();
    next.resumeInterrupted('local', 'support');
    expect(jobIn(next, plan)).toMatchObject({ state: 'interrupted', counts: { running: 10 } });
    expect(next.end('local', plan.planId, 'Ines')).toMatchObject({
      failure: { message: expect.stringContaining('not tracked until the job is resumed') },
    });
  });

  it('starts nothing of a stopped job, but follows what was sent', async () => {
    const { start, clock, engine, another, pipeline } = aJobEngine();
    const plan = aPlan(30);
    start(plan);
    await clock.advance(15_000);
    engine.brake('local', plan.planId);
    await engine.close();
    const next = another();
    next.resumeInterrupted('local', 'support');
    await clock.advance(hour);
    expect(jobIn(next, plan)).toMatchObject({ state: 'stopped', counts: { fixed: 11, waiting: 19 } });
    expect(pipeline.calls).toHaveLength(2);
  });

  it('lets a person stop an interrupted job, so that it does not continue automatically', async () => {
    const { start, clock, engine, another } = aJobEngine();
    const plan = aPlan(30);
    start(plan);
    await clock.advance(1_000);
    await engine.close();
    const next = another();
    expect(next.brake('local', plan.planId)).toMatchObject({ ok: true, value: { state: 'stopped' } });
    next.resumeInterrupted('local', 'support');
    await clock.advance(hour);
    expect(jobIn(next, plan)).toMatchObject({ state: 'stopped', counts: { fixed: 1, waiting: 29 } });
  });

  it('follows what an interrupted job has sent, even if it is only stopped', async () => {
    const { start, clock, engine, another } = aJobEngine();
    const plan = aPlan(30);
    start(plan);
    await clock.advance(1_000);
    await engine.close();
    const next = another();
    next.brake('local', plan.planId);
    await clock.advance(hour);
    expect(jobIn(next, plan)).toMatchObject({ state: 'stopped', counts: { fixed: 1, waiting: 29 } });
  });

  it('waits for the answer to a call under way, and sends nothing after it', async () => {
    let answer = (): void => undefined;
    const held = new Promise<'none'>((resolve) => (answer = () => resolve('none')));
    const { start, clock, engine, another, pipeline } = aJobEngine({ trouble: () => held });
    const plan = aPlan(3);
    start(plan);
    await clock.advance(1_000);
    const closed = engine.close();
    await clock.advance(1_000);
    answer();
    await closed;
    await clock.advance(hour);
    expect(pipeline.calls).toHaveLength(1);
    expect(jobIn(another(), plan).counts).toMatchObject({ running: 1, waiting: 2 });
  });

  it('does not wait for ever: an unanswered call is repeated under its key', async () => {
    let isHanging = true;
    const forever = new Promise<'none'>(() => undefined);
    const { start, clock, engine, another, pipeline } = aJobEngine({
      trouble: () => (isHanging ? forever : 'none'),
    });
    const plan = aPlan(1);
    start(plan);
    await clock.advance(1_000);
    const closed = engine.close();
    await clock.advance(6_000);
    await closed;
    const next = another();
    expect(jobIn(next, plan)).toMatchObject({ state: 'interrupted', counts: { uncertain: 1 } });
    isHanging = false;
    next.resumeInterrupted('local', 'support');
    await clock.advance(minute);
    expect(jobIn(next, plan)).toMatchObject({ state: 'done', counts: { fixed: 1 } });
    expect([...pipeline.effects.values()]).toEqual([1]);
  });

  it('lists what may have been sent if its kind may not be repeated', async () => {
    const forever = new Promise<'none'>(() => undefined);
    const { start, clock, home } = aJobEngine({
      trouble: (call) => (call === 0 ? forever : 'none'),
      repeatableForMs: null,
    });
    const plan = aPlan(2);
    start(plan);
    await clock.advance(1_000);
    const journal = readFileSync(fileOf(home, plan), 'utf8');
    const elsewhere = aJobEngine({ clock, repeatableForMs: null });
    elsewhere.start(aPlan(1));
    writeFileSync(fileOf(elsewhere.home, plan), journal);
    const next = elsewhere.another();
    next.resumeInterrupted('local', 'support');
    await clock.advance(hour);
    expect(jobIn(next, plan)).toMatchObject({ state: 'braked', counts: { uncertain: 1, waiting: 1 } });
  });

  it('cuts off an incomplete line, and writes whole ones after it', async () => {
    const { start, clock, engine, another, home } = aJobEngine();
    const plan = aPlan(12);
    start(plan);
    await clock.advance(1_000);
    await engine.close();
    appendFileSync(fileOf(home, plan), '{"event":"outcomes","at":"2026-11-20T14:2');
    const next = another();
    next.resumeInterrupted('local');
    await clock.advance(hour);
    expect(jobIn(next, plan)).toMatchObject({ state: 'done', counts: { fixed: 12 } });
    const lines = readFileSync(fileOf(home, plan), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event).at(-1)).toBe('ended');
  });

  it.each([
    ['a line that is no JSON', 'what is this'],
    ['an event of another version', '{"event":"paused","at":"2026-11-20T14:25:00.000Z"}'],
    [
      'an event that cannot follow',
      '{"event":"sent","at":"2026-11-20T14:25:00.000Z","call":9,"run":1,"refused":[]}',
    ],
  ])('does not trust a journal with %s, and says why', async (_, line) => {
    const { start, clock, engine, another, home, pipeline } = aJobEngine();
    const plan = aPlan(12);
    start(plan);
    await clock.advance(15_000);
    await engine.close();
    const file = fileOf(home, plan);
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.toSpliced(4, 0, line).join('\n'));
    const calls = pipeline.calls.length;
    const next = another();
    next.resumeInterrupted('local', 'support');
    await clock.advance(hour);
    expect(jobIn(next, plan)).toMatchObject({
      state: 'interrupted',
      because: expect.stringMatching(/Line 5 of its journal is damaged/),
      counts: { fixed: 1 },
    });
    expect(pipeline.calls).toHaveLength(calls);
  });

  it('lists no job for a journal without a plan', () => {
    const { start, another, home, engine } = aJobEngine();
    start(aPlan(1));
    writeFileSync(join(home, 'jobs', 'half.jsonl'), '{"event":"pl');
    writeFileSync(join(home, 'jobs', 'other.jsonl'), '{"event":"stopped"}\n');
    expect(another().jobs('local')).toHaveLength(1);
    expect(engine.jobs('local')).toHaveLength(1);
  });
});
