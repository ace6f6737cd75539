import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLineFile } from '#main/audit/line-file.ts';
import { aJobEngine, aPlan } from '#test/builders/a-job-engine.ts';

const hour = 3_600_000;

describe('a full disk', () => {
  function withRoomFor(lines: number) {
    const room = { lines };
    const open = (file: string) =>
      openLineFile(file, (to, bytes) => {
        room.lines -= 1;
        if (room.lines < 0) throw new Error('no space left on device');
        return writeTo(to, bytes);
      });
    return { room, open };
  }

  it('starts nothing', () => {
    const { open } = withRoomFor(0);
    const { engine, home, job } = aJobEngine({ parts: { open } });
    const plan = aPlan(3);
    expect(engine.start(plan, { by: 'support', reason: undefined })).toMatchObject({
      ok: false,
      failure: { code: 'storage-failed' },
    });
    expect(() => job(plan)).toThrow('There is no job');
    expect(readdirSync(join(home, 'jobs'))).toEqual([]);
  });

  it('sends nothing whose intent is not on disk', async () => {
    const { open, room } = withRoomFor(1);
    const { start, clock, job, engine, pipeline } = aJobEngine({ parts: { open } });
    const plan = aPlan(3);
    start(plan);
    await clock.advance(hour);
    expect(pipeline.calls).toEqual([]);
    expect(job(plan)).toMatchObject({
      state: 'stopped',
      because: expect.stringMatching(/^Storage/),
      counts: { waiting: 3 },
    });
    expect(engine.resume('local', plan.planId)).toMatchObject({
      ok: false,
      failure: { code: 'storage-failed' },
    });
    room.lines = 100;
    expect(engine.resume('local', plan.planId)).toMatchObject({ ok: true });
    await clock.advance(hour);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 3 } });
  });

  it.each([2, 3, 4, 5, 6])(
    'after line %i loses nothing that is known, even if nothing may be repeated',
    async (lines) => {
      const { open, room } = withRoomFor(lines);
      const { start, clock, job, engine, pipeline } = aJobEngine({ parts: { open }, repeatableForMs: null });
      const plan = aPlan(3);
      start(plan);
      await clock.advance(hour);
      expect(job(plan).because).toMatch(/^Storage/);
      room.lines = 100;
      engine.resume('local', plan.planId);
      await clock.advance(hour);
      expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 3 } });
      expect([...pipeline.effects.values()]).toEqual([1, 1, 1]);
    },
  );

  it('that has room again when the job is stopped still follows what was sent', async () => {
    const { open, room } = withRoomFor(2);
    const { start, clock, job, engine, pipeline } = aJobEngine({ parts: { open }, repeatableForMs: null });
    const plan = aPlan(3);
    start(plan);
    await clock.advance(1_000);
    room.lines = 100;
    engine.brake('local', plan.planId);
    await clock.advance(hour);
    expect(job(plan)).toMatchObject({ state: 'stopped', counts: { fixed: 1, waiting: 2 } });
    expect(pipeline.calls).toHaveLength(1);
  });

  it('does not keep a person from stopping a job', async () => {
    const { open } = withRoomFor(3);
    const { start, clock, job, engine, pipeline } = aJobEngine({ parts: { open } });
    const plan = aPlan(3);
    start(plan);
    await clock.advance(5_000);
    expect(engine.brake('local', plan.planId)).toMatchObject({
      ok: true,
      value: { state: 'stopped', because: expect.stringMatching(/Storage/) },
    });
    await clock.advance(hour);
    expect(pipeline.calls).toHaveLength(1);
    expect(job(plan).state).toBe('stopped');
  });
});

function writeTo(descriptor: number, bytes: Uint8Array): number {
  appendFileSync(descriptor, bytes);
  return bytes.length;
}
