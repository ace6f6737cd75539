import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSealed, seal } from '#main/audit/line-file.ts';
import { chooseRuns } from '#test/setup/choose-runs.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';
import { aJobEngine, aPlan, jobIn } from '#test/builders/a-job-engine.ts';
import { injectFileFaults } from '#test/builders/faulty-files.ts';
import type { Plan } from '#shared/contract/plans.ts';

const hour = 3_600_000;
const fileOf = (home: string, { planId }: Plan): string => join(home, 'jobs', `${planId}.jsonl`);

/** Where the damage begins and how long it is, as shares of the file after its plan. */
const damage = fc.record({
  from: fc.double({ min: 0, max: 0.999, noNaN: true }),
  length: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
  kind: fc.constantFrom('zeroed', 'garbage', 'one bit', 'cut'),
  ranForMs: fc.integer({ min: 1_000, max: 120_000 }),
  documents: fc.integer({ min: 1, max: 60 }),
});

describe('a journal that was damaged while no console had it open', () => {
  it('never leads to a second sending, whichever bytes are damaged', async () => {
    let resumed = 0;
    await fc.assert(
      fc.asyncProperty(damage, async ({ from, length, kind, ranForMs, documents }) => {
        const { start, clock, engine, another, home, pipeline } = aJobEngine();
        const plan = aPlan(documents);
        start(plan);
        await clock.advance(ranForMs);
        await engine.close();
        const file = fileOf(home, plan);
        const bytes = readFileSync(file);
        const begin = bytes.indexOf('\n') + 1;
        const first = begin + Math.floor(from * (bytes.length - begin));
        const end = Math.min(bytes.length - 1, first + Math.floor(length * (bytes.length - first)));
        for (let at = first; at <= end && at < bytes.length; at += 1) {
          bytes[at] = kind === 'zeroed' ? 0 : kind === 'garbage' ? (at * 131) % 256 : (bytes[at] ?? 0) ^ 1;
        }
        writeFileSync(file, kind === 'cut' ? bytes.subarray(0, first) : bytes);

        const next = another();
        next.resumeInterrupted('local', 'support');
        await clock.advance(hour);
        const job = jobIn(next, plan);
        if (job.state === 'interrupted') {
          expect(next.resume('local', plan.planId, 'Ines')).toMatchObject({ ok: true });
          resumed += 1;
          await clock.advance(hour);
        }
        for (const [id, times] of pipeline.effects) expect([id, times]).toEqual([id, 1]);
        const sentTwice = (next.receipts('local', plan.planId) ?? []).filter(
          ({ id, state }) => state === 'fixed' && pipeline.effects.get(id) !== 1,
        );
        expect(sentTwice).toEqual([]);
        await next.close();
      }),
      { numRuns: chooseRuns({ short: 60, long: 1_000 }) },
    );
    expect(resumed).toBeGreaterThan(10);
  }, 300_000);

  it('stays listed, says which line is damaged, and goes on only when a person resumes it', async () => {
    const { start, clock, engine, another, home, pipeline } = aJobEngine();
    const plan = aPlan(30);
    start(plan);
    await clock.advance(15_000);
    await engine.close();
    const file = fileOf(home, plan);
    const lines = readFileSync(file, 'utf8').split('\n');
    const at = lines.findLastIndex((line) => line.startsWith('{"event":"intent"'));
    writeFileSync(file, lines.with(at, (lines[at] ?? '').replace('"step"', '"stop"')).join('\n'));

    const next = another();
    next.resumeInterrupted('local', 'support');
    const calls = pipeline.calls.length;
    await clock.advance(hour);
    expect(pipeline.calls).toHaveLength(calls);
    const { state, because, counts } = jobIn(next, plan);
    expect(state).toBe('interrupted');
    expect(because).toContain(`Line ${String(at + 1)} of its journal is damaged`);
    expect(counts.uncertain).toBeGreaterThan(0);
    expect(counts.fixed).toBe(1);
    const uncertain = next.receipts('local', plan.planId)?.filter((one) => one.state === 'uncertain') ?? [];
    expect(uncertain.map(({ id }) => id)).toEqual(
      expect.arrayContaining([...(pipeline.calls.at(-1)?.ids ?? [])]),
    );
    expect(uncertain[0]?.note).toMatch(/may have been sent/);

    expect(next.resume('local', plan.planId, 'Ines')).toMatchObject({ ok: true });
    await clock.advance(hour);
    expect(jobIn(next, plan)).toMatchObject({ state: 'done', counts: { uncertain: counts.uncertain } });
    expect(Math.max(...pipeline.effects.values())).toBe(1);
    // The damaged file is evidence and stays beside the new one.
    expect(readdirSync(join(home, 'jobs')).toSorted()).toEqual([
      `${plan.planId}.damaged-1`,
      `${plan.planId}.jsonl`,
      `${plan.planId}.length`,
    ]);
    await next.close();
    expect(jobIn(another(), plan)).toMatchObject({ state: 'done', counts: { uncertain: counts.uncertain } });
  });

  it('that was cut short still counts as damaged if the machine stops while it is mended', async () => {
    const { start, clock, engine, another, home, pipeline } = aJobEngine();
    const plan = aPlan(30);
    start(plan);
    await clock.advance(15_000);
    await engine.close();
    const file = fileOf(home, plan);
    const lines = readFileSync(file, 'utf8').split('\n');
    const at = lines.findLastIndex((line) => line.startsWith('{"event":"intent"'));
    writeFileSync(file, `${lines.slice(0, at).join('\n')}\n`);
    const stopped = another();
    const endFaults = injectFileFaults((call, path) =>
      call === 'copy' && path === file ? 'EIO' : undefined,
    );
    expect(stopped.resume('local', plan.planId, 'Ines')).toMatchObject({ ok: false });
    endFaults();
    await stopped.close();
    const next = another();
    next.resumeInterrupted('local', 'support');
    await clock.advance(hour);
    expect(jobIn(next, plan).state).toBe('interrupted');
    expect(next.resume('local', plan.planId, 'Ines')).toMatchObject({ ok: true });
    await clock.advance(hour);
    expect(Math.max(...pipeline.effects.values())).toBe(1);
  });

  it('can be ended by a person, who sends nothing more', async () => {
    const { start, clock, engine, another, home, pipeline } = aJobEngine();
    const plan = aPlan(12);
    start(plan);
    await clock.advance(1_000);
    engine.brake('local', plan.planId, 'Ines');
    await clock.advance(hour);
    await engine.close();
    const file = fileOf(home, plan);
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.toSpliced(1, 0, 'not a line').join('\n'));
    const next = another();
    expect(next.end('local', plan.planId, 'Ines')).toMatchObject({ ok: true });
    await clock.advance(hour);
    expect(jobIn(next, plan)).toMatchObject({ state: 'stopped', counts: { fixed: 1 } });
    expect(pipeline.calls).toHaveLength(1);
  });

  it.each([
    ['a change of its pace', true],
    ['a try to end it while items are followed up', false],
  ])('sends nothing after %s until a person resumes it', async (_change, isPaced) => {
    const { start, clock, engine, another, home, pipeline } = aJobEngine();
    const plan = aPlan(30);
    start(plan);
    await clock.advance(15_000);
    await engine.close();
    const file = fileOf(home, plan);
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.toSpliced(1, 0, 'not a line').join('\n'));
    const calls = pipeline.calls.length;

    const next = another();
    const slower = { ...usualPace, perSecond: 1 };
    if (isPaced) {
      expect(next.setPace('local', plan.planId, slower, 'Ines')).toMatchObject({ ok: true });
    } else expect(next.end('local', plan.planId, 'Ines')).toMatchObject({ ok: false });
    expect(jobIn(next, plan)).toMatchObject({
      state: 'braked',
      because: 'The console ended while it ran. Resume it to continue with the rest.',
    });
    next.resumeInterrupted('local', 'support');
    await clock.advance(hour);
    expect(pipeline.calls).toHaveLength(calls);
    expect(jobIn(next, plan).state).toBe('braked');
    expect(next.resume('local', plan.planId, 'Ines')).toMatchObject({ ok: true });
    await clock.advance(hour);
    expect(jobIn(next, plan).state).toBe('done');
    expect(Math.max(...pipeline.effects.values())).toBe(1);
  });

  it.each([
    ['empty', () => '', 'It is empty.', 0],
    ['cut in its plan', (text: string) => text.slice(0, 40), 'Line 1, which holds the plan, is damaged.', 0],
    [
      'with one bad byte in its plan',
      (text: string) => text.replace('"northwind"', '"northwinD"'),
      'Line 1, which holds the plan, is damaged.',
      1,
    ],
  ])('%s is named as lost, with the items that may have been sent', async (_, change, why, idsTotal) => {
    const { start, clock, engine, another, home } = aJobEngine();
    const [plan, other] = [aPlan(12), aPlan(2)];
    start(plan);
    start(other);
    await clock.advance(1_000);
    await engine.close();
    const file = fileOf(home, plan);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    const next = another();
    expect(next.jobs('local').map(({ jobId }) => jobId)).toEqual([other.planId]);
    expect(next.lost('local')).toMatchObject([{ jobId: plan.planId, file, why, idsTotal }]);
    expect(next.lost('elsewhere')).toHaveLength(idsTotal === 1 ? 0 : 1);
  });
});

describe('a sealed line', () => {
  it('is read as it was written, and not at all when any of its bytes has changed', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.nat(),
        fc.integer({ min: 1, max: 127 }),
        (value, at, bits) => {
          const line = seal(JSON.stringify({ event: 'x', ...value }));
          expect(readSealed(line)).toEqual(JSON.parse(JSON.stringify({ event: 'x', ...value })));
          const bytes = Buffer.from(line);
          const place = at % bytes.length;
          bytes[place] = (bytes[place] ?? 0) ^ bits;
          const changed = readSealed(bytes.toString('utf8'));
          // A damaged end is no checksum any more, and then the line is only accepted if it still fits its schema.
          if (place < bytes.length - 17) expect(changed).toBeUndefined();
        },
      ),
    );
  });

  it('of an older version has no checksum and is read too', () => {
    expect(readSealed('{"event":"stopped"}')).toEqual({ event: 'stopped' });
  });
});
