import { describe, expect, it } from 'vitest';
import type { JobAction } from '#main/jobs/job-action.ts';
import { fakePipeline } from '#test/builders/a-fake-pipeline.ts';
import { aJobEngine, aPlan } from '#test/builders/a-job-engine.ts';
import { steppedClock } from '#test/builders/a-stepped-clock.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('a clock that is set while a job runs', () => {
  it.each([-5 * hour, 5 * minute])('by %i ms keeps no job waiting', async (by) => {
    const clock = steppedClock();
    let moved = 0;
    const { start, job } = aJobEngine({ clock, parts: { now: () => clock.now() + moved } });
    const plan = aPlan(30);
    start(plan);
    await clock.advance(1_000);
    moved = by;
    await clock.advance(10 * minute);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 30 } });
  });
});

describe('a laptop that sleeps', () => {
  it('for hours, and has no network when it wakes, gives up nothing that it has not seen', async () => {
    const clock = steppedClock();
    let asleep = 0;
    let isUnreadable = false;
    const { start, job } = aJobEngine({
      clock,
      unreadable: () => isUnreadable,
      parts: { now: () => clock.now() + asleep },
    });
    const plan = aPlan(3);
    start(plan);
    await clock.advance(5_000);
    asleep = 8 * hour;
    isUnreadable = true;
    await clock.advance(30_000);
    expect(job(plan)).toMatchObject({ state: 'running', counts: { running: 1 } });
    isUnreadable = false;
    await clock.advance(5 * minute);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 3 } });
  });

  it('looks no longer than needed for what can never be read again', async () => {
    const clock = steppedClock();
    let isUnreadable = false;
    const { engine, start, job } = aJobEngine({ clock, unreadable: () => isUnreadable });
    const plan = aPlan(3);
    start(plan);
    await clock.advance(5_000);
    isUnreadable = true;
    await clock.advance(3 * hour);
    expect(job(plan)).toMatchObject({ state: 'braked', counts: { 'still-running': 1, waiting: 2 } });
    expect(JSON.stringify(engine.receipts(plan.connection.id, plan.planId))).toMatch(
      /Unknown whether it ended/,
    );
  });

  it.each([
    ['redrive-messages', 20 * minute, 9 * minute],
    ['reprocess', 8 * hour, 119 * minute],
  ] as const)(
    'and cannot read for a while before and after gives up no %s for the time that it slept',
    async (kind, sleeps, unreadFor) => {
      const clock = steppedClock();
      let asleep = 0;
      let isUnreadable = false;
      const now = () => clock.now() + asleep;
      const { start, job } = aJobEngine({ clock, unreadable: () => isUnreadable, parts: { now } });
      const plan = aPlan(1, { kind });
      start(plan);
      await clock.advance(1_000);
      isUnreadable = true;
      await clock.advance(20_000);
      asleep = sleeps;
      await clock.advance(unreadFor);
      expect(job(plan)).toMatchObject({ state: 'running', counts: { running: 1 } });
      isUnreadable = false;
      await clock.advance(minute);
      expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 1 } });
    },
  );

  it('gives a message up once nothing could be read for ten minutes, however long ago it was sent', async () => {
    const clock = steppedClock();
    let isUnreadable = false;
    const { engine, start, job } = aJobEngine({
      clock,
      documentMs: hour,
      firstLookMs: 20,
      unreadable: () => isUnreadable,
    });
    const plan = aPlan(1, { kind: 'redrive-messages' });
    start(plan);
    await clock.advance(30 * minute);
    isUnreadable = true;
    await clock.advance(9 * minute);
    expect(job(plan)).toMatchObject({ counts: { running: 1 } });
    await clock.advance(2 * minute);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { unconfirmed: 1 } });
    expect(engine.receipts(plan.connection.id, plan.planId)?.[0]?.note).toMatch(
      /not be read for ten minutes/,
    );
  });

  it('sends nothing that was not read again just before, even in consecutive calls', async () => {
    const clock = steppedClock();
    const refuses = (id: string) => (Number(id.split('-')[1]) > 11 ? 'no' : undefined);
    const pipeline = fakePipeline({ clock, refuses });
    const inner = pipeline.action('reprocess');
    const waits: number[] = [];
    let readAt = 0;
    const action: JobAction = {
      ...inner,
      recheck(plan, ids) {
        readAt = clock.now();
        return inner.recheck(plan, ids);
      },
      send(job, sending) {
        waits.push(clock.now() - readAt);
        return inner.send(job, sending);
      },
    };
    const { start } = aJobEngine({ clock, pipeline, parts: { action: () => action } });
    start(aPlan(70));
    await clock.advance(hour);
    expect(waits).toEqual([0, 0, 0, 0]);
  });
});
