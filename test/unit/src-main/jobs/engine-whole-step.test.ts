import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobAction, Look, Looked, RunningJob, Sent } from '#main/jobs/job-action.ts';
import { NotWritten } from '#main/jobs/journal.ts';
import type { EngineParts } from '#main/jobs/working-jobs.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { ok } from '#shared/contract/result.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';
import { aFixedLook } from '#test/builders/a-fixed-look.ts';
import { aJobEngine, aPlan } from '#test/builders/a-job-engine.ts';
import { steppedClock, type SteppedClock } from '#test/builders/a-stepped-clock.ts';

const minute = 60_000;
const accepted = { kind: 'accepted', run: null, refused: new Map() } as const;

function aMessagePlan(go: number): Plan {
  const plan = aPlan(go);
  const messageIds = plan.items.map(({ id }) => id);
  return {
    ...plan,
    kind: 'redrive-messages',
    target: { kind: 'redrive-messages', queue: 'dead', messageIds },
  };
}

/**
 * Returns an engine whose action accounts for each item separately. By default, everything sent is fixed at
 * the first look.
 */
function withAccount(
  send: (ids: readonly string[], call: number, job: RunningJob) => Sent | Promise<Sent>,
  {
    look = (ids) => ({ looks: new Map(ids.map((id) => [id, aFixedLook])) }),
    clock = steppedClock(),
    parts = {},
  }: {
    readonly look?: (ids: readonly string[]) => Omit<Looked, 'seen'>;
    readonly clock?: SteppedClock;
    readonly parts?: Partial<EngineParts>;
  } = {},
) {
  const calls: { readonly ids: readonly string[]; readonly key: string }[] = [];
  const action: JobAction = {
    kind: 'redrive-messages',
    repeatableForMs: Number.POSITIVE_INFINITY,
    firstLookAfter: () => 20,
    mostInCall: 10_000,
    recheck: () => Promise.resolve(ok({ skip: new Map(), seen: { documents: [], batches: [] } })),
    async send(job, { ids, idempotencyKey }) {
      calls.push({ ids, key: idempotencyKey });
      return send(ids, calls.length, job);
    },
    look: (_job, sent) =>
      Promise.resolve(ok({ ...look(sent.map(({ id }) => id)), seen: { documents: [], batches: [] } })),
  };
  return { ...aJobEngine({ clock, parts: { ...parts, action: () => action } }), calls, clock };
}

describe('a job on messages that nothing confirms', () => {
  const unconfirmed: Look = { ...aFixedLook, state: 'unconfirmed', status: null, endedAt: null };
  const unheard = (ids: readonly string[]) => ({ looks: new Map(ids.map((id) => [id, unconfirmed])) });

  it('waits for a person after the first, who lets the rest go in one call', async () => {
    const { engine, start, job, clock, calls } = withAccount(() => accepted, { look: unheard });
    const plan = aMessagePlan(500);
    start(plan);
    await clock.advance(minute);
    expect(job(plan)).toMatchObject({
      state: 'braked',
      confirmation: 'lacking',
      counts: { unconfirmed: 1, waiting: 499 },
    });
    engine.resume('local', plan.planId, 'Ines');
    await clock.advance(minute);
    expect(calls.map(({ ids }) => ids.length)).toEqual([1, 499]);
    expect(job(plan)).toMatchObject({ state: 'done', confirmation: 'waived', counts: { unconfirmed: 500 } });
  });

  it('knows after a restart that a person lets it continue without confirmation', async () => {
    const { engine, start, clock, another, calls } = withAccount(() => accepted, { look: unheard });
    const plan = aMessagePlan(500);
    start(plan);
    await clock.advance(minute);
    engine.resume('local', plan.planId, 'Ines');
    void engine.close();
    await clock.advance(minute);
    const next = another();
    next.resumeInterrupted('local', 'support');
    await clock.advance(minute);
    expect(next.jobs('local')[0]).toMatchObject({ state: 'done', counts: { unconfirmed: 500 } });
    expect(calls.at(-1)?.ids).toHaveLength(499);
  });

  it('brakes for one that comes back although it had ended, and counts it as returned', async () => {
    const returned = new Map([['document-1', 'Back in the queue: seen there']]);
    const { engine, start, job, clock } = withAccount(
      (ids, call) =>
        call < 3
          ? { ...accepted, left: new Set(ids.slice(5)) }
          : { ...accepted, left: new Set(ids), returned },
      { look: unheard },
    );
    const plan = aMessagePlan(40);
    start(plan);
    await clock.advance(minute);
    engine.resume('local', plan.planId, 'Ines');
    await clock.advance(10 * minute);
    expect(job(plan)).toMatchObject({ state: 'braked', counts: { 'failed-again': 1 } });
    expect(job(plan).because).toMatch(/failed again: nothing more starts/);
    expect(engine.receipts('local', plan.planId)?.[0]).toMatchObject({
      state: 'failed-again',
      note: 'Back in the queue: seen there',
    });
  });

  it('reads journals from before the state had a name', async () => {
    const { engine, start, clock, home, another } = withAccount(() => accepted, { look: unheard });
    const plan = aMessagePlan(1);
    start(plan);
    await clock.advance(minute);
    await engine.close();
    const file = join(home, 'jobs', `${plan.planId}.jsonl`);
    const old = readFileSync(file, 'utf8')
      .replaceAll('"state":"unconfirmed"', '"state":"still-running"')
      .replace('"unconfirmed":1,', '')
      .replace('"still-running":0', '"still-running":1')
      .replaceAll(/,"sum":"[0-9a-f]{8}"\}$/gm, '}');
    expect(old).not.toContain('unconfirmed');
    writeFileSync(file, old);
    const next = another();
    expect(next.jobs('local')[0]).toMatchObject({
      state: 'done',
      counts: { unconfirmed: 1, 'still-running': 0 },
    });
    expect(next.receipts('local', plan.planId)?.[0]?.state).toBe('unconfirmed');
  });
});

describe('a job whose action keeps account of each item', () => {
  it('sends a whole step in one call: one, ten, and all the rest', async () => {
    const { start, job, clock, calls } = withAccount(() => accepted);
    const plan = aMessagePlan(500);
    start(plan);
    await clock.advance(10 * minute);
    expect(calls.map(({ ids }) => ids.length)).toEqual([1, 10, 489]);
    expect(job(plan)).toMatchObject({ state: 'done', queue: 'dead', batchId: null, counts: { fixed: 500 } });
  });

  it('separates items that may have been sent, are gone or were refused from those that were accepted', async () => {
    const { engine, start, job, clock } = withAccount((ids, call) =>
      call < 3
        ? accepted
        : {
            ...accepted,
            refused: new Map([[ids[0] ?? '', 'too large']]),
            uncertain: new Map([[ids[1] ?? '', 'the connection broke']]),
            skipped: new Map([[ids[2] ?? '', 'it is gone']]),
          },
    );
    const plan = aMessagePlan(40);
    start(plan);
    await clock.advance(10 * minute);
    expect(job(plan)).toMatchObject({
      state: 'done',
      counts: { fixed: 37, refused: 1, uncertain: 1, skipped: 1 },
    });
    const notes = engine
      .receipts('local', plan.planId)
      ?.slice(11, 14)
      .map(({ state, note }) => [state, note]);
    expect(notes).toEqual([
      ['refused', 'too large'],
      ['uncertain', 'the connection broke'],
      ['skipped', 'it is gone'],
    ]);
  });

  it('brakes if one of the first eleven may have been sent', async () => {
    const { start, job, clock } = withAccount((ids, call) =>
      call === 2 ? { ...accepted, uncertain: new Map([[ids[4] ?? '', 'the connection broke']]) } : accepted,
    );
    const plan = aMessagePlan(40);
    start(plan);
    await clock.advance(10 * minute);
    expect(job(plan)).toMatchObject({ state: 'braked', counts: { fixed: 10, uncertain: 1, waiting: 29 } });
  });

  it('is stopped in the middle of a step: unsent ones wait, and go when it is resumed', async () => {
    const under = withAccount((ids, call, running) => {
      if (call !== 3) return accepted;
      expect(running.isOver()).toBe(false);
      under.engine.brake('local', plan.planId, 'Ines');
      expect(running.isOver()).toBe(true);
      return { ...accepted, left: new Set(ids.slice(20)) };
    });
    const { engine, start, job, clock, calls } = under;
    const plan = aMessagePlan(60);
    start(plan);
    await clock.advance(10 * minute);
    expect(job(plan)).toMatchObject({ state: 'stopped', counts: { fixed: 31, waiting: 29 } });
    engine.resume('local', plan.planId, 'Ines');
    await clock.advance(10 * minute);
    expect(calls.slice(3).map(({ ids }) => ids.length)).toEqual([1, 10, 18]);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 60 } });
  });

  it('repeats an interrupted call, however long ago it was', async () => {
    const under = withAccount((_ids, call) => {
      if (call === 2) return new Promise<Sent>(() => {});
      return accepted;
    });
    const { engine, start, clock, calls, another } = under;
    const plan = aMessagePlan(20);
    start(plan);
    await clock.advance(minute);
    void engine.close();
    await clock.advance(minute);
    await clock.advance(400 * 24 * 60 * minute);
    const next = another();
    next.resume('local', plan.planId, 'Ines');
    await clock.advance(10 * minute);
    expect(calls[2]).toEqual(calls[1]);
    expect(next.jobs('local')[0]).toMatchObject({ state: 'done', counts: { fixed: 20 } });
  });

  it('halts if its action cannot record what it does, and says that nothing more was sent', async () => {
    let isFull = true;
    const { engine, start, job, clock } = withAccount(() => {
      if (isFull) throw new NotWritten('the disk is full');
      return accepted;
    });
    const plan = aMessagePlan(3);
    start(plan);
    await clock.advance(minute);
    expect(job(plan)).toMatchObject({ state: 'stopped', because: expect.stringMatching(/the disk is full/) });
    isFull = false;
    engine.resume('local', plan.planId, 'Ines');
    await clock.advance(10 * minute);
    expect(job(plan)).toMatchObject({ state: 'done', counts: { fixed: 3 } });
  });
});

describe('the pace of a job whose calls take thousands of messages', () => {
  const gone = (sent: ReadonlyMap<string, number>, ids: readonly string[]): Sent => ({
    ...accepted,
    left: new Set(ids.filter((id) => !sent.has(id))),
  });

  it('stops a call that is under way when an alarm fires', async () => {
    let alarm: 'OK' | 'ALARM' = 'OK';
    const clock = steppedClock();
    const sent = new Map<string, number>();
    const desk = withAccount(
      async (ids, _call, job) => {
        for (const id of ids) {
          if (sent.has(id)) continue;
          if (job.isOver()) break;
          sent.set(id, clock.now());
          await clock.sleep(1_000, new AbortController().signal);
        }
        return gone(sent, ids);
      },
      {
        clock,
        parts: {
          conditions: () => ({
            alarm: () => Promise.resolve(ok(alarm)),
            waiting: () => Promise.resolve(ok(0)),
          }),
        },
      },
    );
    const plan = { ...aMessagePlan(500), pace: { ...usualPace, stopWhen: [{ alarm: 'throttles' }] } };
    desk.start(plan);
    await clock.advance(2 * minute);
    const before = sent.size;
    expect(before).toBeGreaterThan(50);
    alarm = 'ALARM';
    await clock.advance(5 * minute);
    expect(sent.size - before).toBeLessThan(20);
    expect(desk.job(plan)).toMatchObject({ state: 'braked', counts: { waiting: 500 - sent.size } });
    expect(desk.job(plan).because).toMatch(/^The alarm throttles fires/);
    alarm = 'OK';
    desk.engine.resume('local', plan.planId, 'Ines');
    await clock.advance(20 * minute);
    expect(desk.job(plan)).toMatchObject({ state: 'done', counts: { fixed: 500 } });
  });

  it('holds for the rest of a call that was interrupted', async () => {
    const clock = steppedClock();
    const sent = new Map<string, number>();
    let hangs = true;
    const desk = withAccount(
      async (ids, _call, job) => {
        for (const id of ids) {
          if (sent.has(id)) continue;
          if (job.isOver()) break;
          // The process ends in the middle of the call for the rest.
          if (hangs && sent.size === 60) await new Promise(() => undefined);
          sent.set(id, clock.now());
        }
        return gone(sent, ids);
      },
      { clock },
    );
    const plan = aMessagePlan(200);
    desk.start(plan);
    await clock.advance(minute);
    expect(sent.size).toBe(60);
    void desk.engine.close();
    await clock.advance(minute);
    hangs = false;
    const next = desk.another();
    next.setPace('local', plan.planId, { ...usualPace, perSecond: 5 }, 'Ines');
    const resumedAt = clock.now();
    next.resumeInterrupted('local', 'support');
    await clock.advance(5 * minute);
    expect(next.jobs('local')[0]).toMatchObject({ state: 'done', counts: { fixed: 200 } });
    const later = [...sent.values()].filter((at) => at >= resumedAt);
    expect(later).toHaveLength(140);
    for (const at of later)
      expect(later.filter((one) => one >= at && one < at + 1_000).length).toBeLessThanOrEqual(5);
  });
});
