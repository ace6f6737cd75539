import { describe, expect, it } from 'vitest';
import { openConditionReader, type ConditionReader } from '#main/jobs/pace-conditions.ts';
import type { Pace } from '#shared/contract/pace.ts';
import { ok, refused } from '#shared/contract/result.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';
import { aJobEngine, aPlan } from '#test/builders/a-job-engine.ts';
import { startOfJobs } from '#test/builders/a-stepped-clock.ts';

const minute = 60_000;
const paced = (pace: Partial<Pace>): { readonly pace: Pace } => ({ pace: { ...usualPace, ...pace } });

interface World {
  alarm: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA' | 'unread';
  waiting: number | 'unread';
}

function readConditionsIn(world: World): () => ConditionReader {
  const unread = refused({ code: 'throttled', message: 'AWS asks to go slower', attempts: 4 });
  return () => ({
    alarm: () => Promise.resolve(world.alarm === 'unread' ? unread : ok(world.alarm)),
    waiting: () => Promise.resolve(world.waiting === 'unread' ? unread : ok(world.waiting)),
  });
}

describe('a condition', () => {
  const stopWhen = [{ alarm: 'throttles' }, { queue: 'document-queue', over: 100 }];

  it('stops the job before the next call once its alarm fires, and says which', async () => {
    const world: World = { alarm: 'OK', waiting: 0 };
    const desk = aJobEngine({ parts: { conditions: readConditionsIn(world) } });
    const plan = aPlan(40, paced({ stopWhen }));
    desk.start(plan);
    await desk.clock.advance(5_000);
    world.alarm = 'ALARM';
    await desk.clock.advance(5 * minute);
    expect(desk.pipeline.calls).toHaveLength(1);
    expect(desk.job(plan)).toMatchObject({ state: 'braked' });
    expect(desk.job(plan).because).toMatch(/^The alarm throttles fires\. Nothing more was sent/);
    // It stops again as long as the alarm fires, and goes on when it is quiet.
    desk.engine.resume('local', plan.planId, 'Mira');
    await desk.clock.advance(minute);
    expect(desk.job(plan).state).toBe('braked');
    world.alarm = 'OK';
    desk.engine.resume('local', plan.planId, 'Mira');
    await desk.clock.advance(10 * minute);
    expect(desk.job(plan).state).toBe('done');
  });

  it('stops the job when a queue has grown', async () => {
    const world: World = { alarm: 'INSUFFICIENT_DATA', waiting: 101 };
    const desk = aJobEngine({ parts: { conditions: readConditionsIn(world) } });
    const plan = aPlan(4, paced({ stopWhen }));
    desk.start(plan);
    await desk.clock.advance(minute);
    expect(desk.pipeline.calls).toEqual([]);
    expect(desk.job(plan).because).toContain('document-queue has 101 messages, more than 100');
  });

  it('that cannot be read holds the job, says so, and lets it go on when it can be read', async () => {
    const world: World = { alarm: 'unread', waiting: 0 };
    const desk = aJobEngine({ parts: { conditions: readConditionsIn(world) } });
    const plan = aPlan(4, paced({ stopWhen }));
    desk.start(plan);
    await desk.clock.advance(20 * minute);
    expect(desk.pipeline.calls).toEqual([]);
    expect(desk.job(plan)).toMatchObject({ state: 'running' });
    expect(desk.job(plan).because).toMatch(/^Holding: The alarm throttles can't be read/);
    const marks = () => desk.engine.detail('local', plan.planId)?.pace.marks.map(({ kind }) => kind);
    expect(marks()).toEqual(['held']);
    world.alarm = 'OK';
    await desk.clock.advance(2 * minute);
    expect(desk.job(plan).state).toBe('done');
    expect(marks()).toEqual(['held', 'released']);
  });

  it('that cannot be read is passed over if a person says so', async () => {
    const world: World = { alarm: 'OK', waiting: 'unread' };
    const desk = aJobEngine({ parts: { conditions: readConditionsIn(world) } });
    const plan = aPlan(20, paced({ stopWhen }));
    desk.start(plan);
    await desk.clock.advance(minute);
    expect(desk.pipeline.calls).toEqual([]);
    expect(desk.engine.resume('local', plan.planId, 'Mira').ok).toBe(true);
    await desk.clock.advance(15_000);
    expect(desk.pipeline.calls.length).toBeGreaterThan(0);
    // The others still hold.
    world.alarm = 'ALARM';
    await desk.clock.advance(5 * minute);
    expect(desk.job(plan)).toMatchObject({ state: 'braked' });
  });

  it('to begin keeps the job back until the alarm is quiet', async () => {
    const world: World = { alarm: 'ALARM', waiting: 0 };
    const desk = aJobEngine({ parts: { conditions: readConditionsIn(world) } });
    const plan = aPlan(4, paced({ beginWhen: { alarm: 'throttles' } }));
    expect(desk.start(plan)).toMatchObject({ state: 'scheduled', beginsWhenQuiet: 'throttles' });
    await desk.clock.advance(40 * minute);
    // An alarm without data is not known to be quiet.
    world.alarm = 'INSUFFICIENT_DATA';
    await desk.clock.advance(minute);
    expect(desk.pipeline.calls).toEqual([]);
    expect(desk.job(plan).because).toContain('has no data');
    world.alarm = 'OK';
    await desk.clock.advance(35_000);
    expect(desk.pipeline.calls.length).toBeGreaterThan(0);
    world.alarm = 'ALARM';
    await desk.clock.advance(2 * minute);
    expect(desk.job(plan).state).toBe('done');
  });

  it('to begin can be passed over by a person, and such a job can be cancelled', async () => {
    const desk = aJobEngine({ parts: { conditions: readConditionsIn({ alarm: 'ALARM', waiting: 0 }) } });
    const [begun, cancelled] = [
      aPlan(1, paced({ beginWhen: { alarm: 'throttles' } })),
      aPlan(3, paced({ beginWhen: { alarm: 'throttles' } })),
    ];
    desk.start(begun);
    desk.start(cancelled);
    await desk.clock.advance(minute);
    expect(desk.engine.resume('local', begun.planId, 'Mira').ok).toBe(true);
    expect(desk.engine.end('local', cancelled.planId, 'Mira').ok).toBe(true);
    await desk.clock.advance(minute);
    expect(desk.job(begun).state).toBe('done');
    expect(desk.job(cancelled)).toMatchObject({ state: 'stopped', counts: { skipped: 3 } });
  });

  it('to begin that is added while the job runs holds what waits', async () => {
    const world: World = { alarm: 'ALARM', waiting: 0 };
    const desk = aJobEngine({ parts: { conditions: readConditionsIn(world) } });
    const plan = aPlan(40);
    desk.start(plan);
    await desk.clock.advance(2_000);
    desk.engine.setPace('local', plan.planId, { ...usualPace, beginWhen: { alarm: 'throttles' } }, 'Mira');
    await desk.clock.advance(5 * minute);
    expect(desk.pipeline.calls).toHaveLength(1);
    expect(desk.job(plan)).toMatchObject({ state: 'running', counts: { fixed: 1, waiting: 39 } });
    world.alarm = 'OK';
    await desk.clock.advance(10 * minute);
    expect(desk.job(plan).state).toBe('done');
  });

  it('to begin that holds two jobs lets others go meanwhile', async () => {
    const world: World = { alarm: 'ALARM', waiting: 0 };
    const desk = aJobEngine({ parts: { conditions: readConditionsIn(world) } });
    const held = [aPlan(40), aPlan(40)];
    for (const plan of held) desk.start(plan);
    await desk.clock.advance(2_000);
    for (const { planId } of held)
      desk.engine.setPace('local', planId, { ...usualPace, beginWhen: { alarm: 'throttles' } }, 'Mira');
    const other = aPlan(4);
    desk.start(other);
    await desk.clock.advance(5 * minute);
    expect(desk.job(other).state).toBe('done');
    for (const plan of held) expect(desk.job(plan).counts.fixed).toBe(1);
    world.alarm = 'OK';
    await desk.clock.advance(20 * minute);
    for (const plan of held) expect(desk.job(plan).state).toBe('done');
  });

  it('keeps back a call without an answer as well, which goes under its own key later', async () => {
    const world: World = { alarm: 'OK', waiting: 0 };
    const desk = aJobEngine({
      parts: { conditions: readConditionsIn(world) },
      trouble: (call) => {
        if (call > 0) return 'none';
        world.alarm = 'ALARM';
        return 'unheard';
      },
    });
    const plan = aPlan(4, paced({ stopWhen }));
    desk.start(plan);
    await desk.clock.advance(5 * minute);
    expect(desk.pipeline.calls).toHaveLength(1);
    expect(desk.job(plan)).toMatchObject({ state: 'braked', counts: { uncertain: 1, waiting: 3 } });
    world.alarm = 'OK';
    desk.engine.resume('local', plan.planId, 'Mira');
    await desk.clock.advance(5 * minute);
    expect(desk.job(plan)).toMatchObject({ state: 'done', counts: { fixed: 4 } });
    expect(desk.pipeline.calls[1]?.key).toBe(desk.pipeline.calls[0]?.key);
  });

  it('is asked of AWS at most once in 15 seconds, whichever job asks', async () => {
    let [lists, depths, now] = [0, 0, startOfJobs];
    const alarms = { list: () => Promise.resolve(ok({ alarms: [{ name: 'throttles', state: 'OK' }] })) };
    const queues = { attributes: () => Promise.resolve(ok({ waiting: 7 })) };
    const reader = openConditionReader({
      now: () => now,
      doors: () =>
        ({
          alarms: { list: () => ((lists += 1), alarms.list()) },
          queues: { attributes: () => ((depths += 1), queues.attributes()) },
        }) as never,
    });
    for (let second = 0; second < 60; second += 1) {
      expect(await reader.alarm('throttles')).toMatchObject({ value: 'OK' });
      expect(await reader.waiting('document-queue')).toMatchObject({ value: 7 });
      expect((await reader.alarm('unknown')).ok).toBe(false);
      now += 1_000;
    }
    expect([lists, depths]).toEqual([4, 4]);
  });
});
