import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LineFile } from '#main/audit/line-file.ts';
import { openJobEngine, type JobEngine } from '#main/jobs/engine.ts';
import { readJournal } from '#main/jobs/journal.ts';
import type { ItemReceipt } from '#shared/contract/jobs.ts';
import type { Pace } from '#shared/contract/pace.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';
import { fakePipeline, type Trouble } from '#test/builders/a-fake-pipeline.ts';
import { aPlan, jobIn } from '#test/builders/a-job-engine.ts';
import { steppedClock } from '#test/builders/a-stepped-clock.ts';

const hour = 3_600_000;
const runs = Number(process.env['SLUICE_CRASHES'] ?? 60);

/** The process dies before its nth line is written, in the middle of the line, or just after it. */
const crash = fc.record({
  line: fc.integer({ min: 1, max: 12 }),
  at: fc.constantFrom('before' as const, 'torn' as const, 'after' as const),
  awayMs: fc.constantFrom(10, 1_000, 10 * 60_000, 2 * hour, 30 * hour),
});
const fate = fc.record({
  end: fc.oneof(
    { weight: 12, arbitrary: fc.constant('fixed' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('failed-again' as const, 'overtaken' as const, 'running' as const),
    },
  ),
  isSkipped: fc.nat(15).map((n) => n === 0),
  isRefused: fc.nat(15).map((n) => n === 0),
});
const trouble = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Trouble>('none') },
  { weight: 2, arbitrary: fc.constantFrom<Trouble>('lost', 'unheard', 'not-sent', 'refused', 'throws') },
);
/** The pace may be changed by a person after a crash; the rate and the number at once never grow. */
const somePace = fc.record({
  steps: fc.constantFrom<Pace['steps']>('usual', 'doubling', [3, 6]),
  perSecond: fc.constantFrom(null, 1, 4, 25),
  atOnce: fc.constantFrom(null, 3, 20),
});
const story = fc.record({
  pace: fc.option(somePace, { freq: 2, nil: null }),
  newSteps: fc.constantFrom<Pace['steps'] | null>(null, null, 'doubling', [2, 2, 2]),
  fates: fc.array(fate, { minLength: 1, maxLength: 70 }),
  troubles: fc.array(trouble, { maxLength: 25 }),
  crashes: fc.array(crash, { maxLength: 6 }),
  isRepeatable: fc.boolean(),
});

describe('a job, whatever happens to its console and its calls', () => {
  it(
    'repeats nothing that it does not list as uncertain, and ends each of its documents once',
    async () => {
      await fc.assert(
        fc.asyncProperty(story, async (told) => {
          const { receipts, effects, calls } = await livedThrough(told);
          expect(mostInASecond(calls)).toBeLessThanOrEqual(told.pace?.perSecond ?? Number.POSITIVE_INFINITY);
          expect(mostInCall(calls)).toBeLessThanOrEqual(told.pace?.atOnce ?? Number.POSITIVE_INFINITY);
          for (const { id, state } of receipts) {
            const times = effects.get(id) ?? 0;
            if (state === 'uncertain') expect(times).toBeLessThanOrEqual(1);
            else expect([id, state, times]).toEqual([id, state, noEffect.has(state) ? 0 : 1]);
            expect(finals).toContain(state);
          }
          expect(receipts.map(({ number }) => number)).toEqual(told.fates.map((_, index) => index + 1));
        }),
        { numRuns: runs },
      );
    },
    runs * 2_000,
  );
});

type Calls = ReturnType<typeof fakePipeline>['calls'];

/** A call that is repeated under its key counts when it was made first. */
function mostInASecond(calls: Calls): number {
  const first = [...new Map(calls.toReversed().map((call) => [call.key, call])).values()];
  const within = (from: number) => first.filter(({ at }) => at >= from && at < from + 1_000);
  return Math.max(0, ...first.map(({ at }) => within(at).reduce((sum, { ids }) => sum + ids.length, 0)));
}

function mostInCall(calls: Calls): number {
  return Math.max(0, ...calls.map(({ ids }) => ids.length));
}

const noEffect = new Set<ItemReceipt['state']>(['skipped', 'refused']);
const finals = ['fixed', 'failed-again', 'still-running', 'skipped', 'refused', 'uncertain', 'overtaken'];

type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

async function livedThrough({ fates, troubles, crashes, isRepeatable, ...told }: Story): Promise<{
  readonly receipts: readonly ItemReceipt[];
  readonly effects: ReadonlyMap<string, number>;
  readonly calls: Calls;
}> {
  const home = mkdtempSync(join(tmpdir(), 'sluice-crashes-'));
  const clock = steppedClock();
  const fateOf = (id: string) => fates[Number(id.slice('document-'.length)) - 1];
  const pipeline = fakePipeline({
    clock,
    // A short time of an item lets the rate alone decide.
    ...(told.pace !== null && { documentMs: 10, firstLookMs: 20 }),
    repeatableForMs: isRepeatable ? 23 * hour : null,
    ends: (id) => fateOf(id)?.end ?? 'fixed',
    skips: (id) => (fateOf(id)?.isSkipped === true ? 'changed' : undefined),
    refuses: (id) => (fateOf(id)?.isRefused === true ? 'no' : undefined),
    trouble: (call) => troubles[call] ?? 'none',
  });
  let keys = 0;
  const open = (lines: (file: string) => LineFile): JobEngine =>
    openJobEngine({
      home,
      action: pipeline.action,
      seen: () => undefined,
      log: { info() {}, warn() {}, error() {}, fatal() {} },
      now: () => clock.now(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
      newKey: () => `key-${(keys += 1)}`,
      open: lines,
    });
  const pace = told.pace === null ? undefined : { ...usualPace, ...told.pace };
  const plan = aPlan(fates.length, pace && { pace });
  const file = join(home, 'jobs', `${plan.planId}.jsonl`);
  try {
    const engine = open(listLines());
    engine.start(plan, { by: 'support', reason: undefined });
    await engine.close();
    for (const { line, at, awayMs } of crashes) {
      const dying = open(listLines(line, at));
      goOn(dying);
      if (told.newSteps !== null) {
        dying.setPace('local', plan.planId, { ...usualPace, ...pace, steps: told.newSteps }, 'a person');
      }
      await clock.advance(3 * hour);
      // The journal matches the engine's own account as long as the engine lives.
      if (at === 'before') sameAsOnDisk(dying);
      await dying.close();
      await clock.advance(awayMs);
    }
    const last = open(listLines());
    for (let turn = 0; turn < 200 && jobIn(last, plan).state !== 'done'; turn += 1) {
      goOn(last);
      await clock.advance(3 * hour);
      sameAsOnDisk(last);
    }
    expect(jobIn(last, plan).state).toBe('done');
    const receipts = last.receipts('local', plan.planId) ?? [];
    await last.close();
    return { receipts, effects: pipeline.effects, calls: pipeline.calls };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }

  function goOn(engine: JobEngine): void {
    engine.resumeInterrupted('local', 'support');
    // A braked job, or one that was interrupted for too long, needs an explicit resume.
    engine.resume('local', plan.planId);
  }

  function sameAsOnDisk(engine: JobEngine): void {
    const counts = readJournal(file)?.record.counts;
    const shown = jobIn(engine, plan).counts;
    expect({ ...shown, uncertain: shown.uncertain + shown.sending, sending: 0 }).toEqual(
      counts && { ...counts, uncertain: counts.uncertain + counts.sending, sending: 0 },
    );
  }
}

/** Skips fsync, because these tests simulate no power cut and write hundreds of journals. */
function listLines(
  dieAt = Number.POSITIVE_INFINITY,
  how: 'before' | 'torn' | 'after' = 'after',
): (file: string) => LineFile {
  let lines = 0;
  return (file) => ({
    append(line) {
      mkdirSync(dirname(file), { recursive: true });
      lines += 1;
      const part =
        lines < dieAt || (lines === dieAt && how === 'after') ? `${line}\n` : line.slice(0, line.length / 2);
      if (lines < dieAt || (lines === dieAt && how !== 'before')) appendFileSync(file, part);
      if (lines >= dieAt) throw new Error('the process is dead');
    },
    close: () => undefined,
  });
}
