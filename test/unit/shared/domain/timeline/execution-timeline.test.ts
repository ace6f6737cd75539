import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExecutionEvent } from '#shared/contract/executions.ts';
import {
  executionTimeline,
  TimelineBuilder,
  type Timeline,
} from '#shared/domain/timeline/execution-timeline.ts';
import type { Iteration } from '#shared/domain/timeline/iteration-track.ts';
import {
  AnExecutionHistory,
  aToldRun,
  buildEvents,
  type PlannedRun,
} from '#test/builders/an-execution-history.ts';

const told = (isWanted: (batch: PlannedRun) => boolean) => {
  const run = aToldRun(isWanted);
  return { run, events: buildEvents(run), timeline: executionTimeline(buildEvents(run)) };
};

function overlapping(iterations: readonly Iteration[]): number {
  const ends = iterations.flatMap(({ startedAt, endedAt }) => [
    [startedAt, 1] as const,
    [endedAt ?? Number.POSITIVE_INFINITY, -1] as const,
  ]);
  let [now, most] = [0, 0];
  for (const [, step] of ends.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]))
    most = Math.max(most, (now += step));
  return most;
}

describe('a run of the seeded world', () => {
  test('has an iteration for each document, with its stages and times', () => {
    const { run, timeline } = told(
      ({ story, execution }) => story.defects.throttled === 31 && execution === 'succeeded',
    );
    const { passages } = run.run;
    expect(timeline.iterations).toHaveLength(passages.length);
    for (const iteration of timeline.iterations) {
      const passage = passages[iteration.index];
      if (!passage) throw new Error('An iteration without a document');
      const { reading, begunAt, endedAt, waits } = passage;
      expect(iteration).toMatchObject({
        startedAt: begunAt,
        endedAt,
        state: reading.ok ? 'succeeded' : 'caught',
        retries: waits.length,
      });
      const shown = iteration.stages.filter(({ stage }) => stage !== 'mark-failed');
      expect(shown.map(({ stage }) => stage)).toEqual(
        ['textract', 'gap-fill', 'verify'].slice(0, reading.stageMs.length),
      );
      const failing = reading.ok ? undefined : shown.at(-1);
      expect(failing?.error ?? null).toBe(reading.ok ? null : reading.error.code);
      for (const span of shown.filter((one) => one !== failing)) {
        expect((span.to ?? 0) - span.from).toBe(reading.stageMs[shown.indexOf(span)]);
      }
    }
    expect(timeline.unplaced).toBe(0);
  });

  test('has ten lanes, in which nothing overlaps', () => {
    const { timeline } = told(({ size }) => size === 112);
    expect(timeline.slots).toBe(10);
    for (let slot = 0; slot < timeline.slots; slot += 1) {
      const lane = timeline.iterations.filter((iteration) => iteration.slot === slot);
      for (const [place, { endedAt }] of lane.entries()) {
        expect(endedAt).toBeLessThanOrEqual(lane[place + 1]?.startedAt ?? Number.POSITIVE_INFINITY);
      }
    }
  });

  test('has the states around its Map in their own lane', () => {
    const { timeline } = told(({ execution }) => execution === 'failed in finalise');
    expect(timeline.states.map(({ state }) => state)).toEqual([
      'FindBatch',
      'IsThereABatch',
      'ListDocuments',
      'IsItALargeBatch',
      'Finalise',
    ]);
    expect(timeline.states.at(-1)).toMatchObject({
      error: 'Lambda.TooManyRequestsException',
      isInterrupted: true,
      retries: Array.from({ length: 4 }, () => ({ after: 'Lambda.TooManyRequestsException' })),
    });
    expect(timeline.attempts).toMatchObject([
      { state: 'failed', isRedrive: false, error: 'Lambda.TooManyRequestsException' },
    ]);
  });

  test('that timed out aborts what never came back', () => {
    const { timeline } = told(({ execution }) => execution === 'timed out');
    const stuck = timeline.iterations.filter(({ state }) => state === 'aborted');
    expect(stuck).toHaveLength(1);
    expect(stuck[0]?.stages.at(-1)).toMatchObject({ stage: 'mark-failed', isInterrupted: true });
    expect(timeline.attempts).toMatchObject([{ state: 'timed-out' }]);
    expect(stuck[0]?.endedAt).toBe(timeline.to);
  });

  test('that filled its history aborts what was in work', () => {
    const { run, timeline } = told(({ execution }) => execution === 'failed by its history');
    expect(timeline.events).toBe(25_000);
    const interrupted = run.run.passages.filter((passage) => passage.interrupted);
    expect(timeline.iterations.filter(({ state }) => state === 'aborted')).toHaveLength(interrupted.length);
  });

  test('gives the same result wherever its pages end', () => {
    const { events, timeline } = told(({ story }) => story.defects.throttled === 31);
    fc.assert(
      fc.property(fc.array(fc.nat(events.length), { maxLength: 12 }), (cuts) => {
        const builder = new TimelineBuilder();
        let from = 0;
        for (const cut of [...cuts.toSorted((a, b) => a - b), events.length]) {
          builder.add(events.slice(from, cut));
          builder.read();
          from = cut;
        }
        expect(builder.read()).toEqual(timeline);
      }),
      { numRuns: 20 },
    );
  });

  test('read in part never shows more at once than really ran, and ends later', () => {
    const { events } = told(({ size }) => size === 96);
    fc.assert(
      fc.property(fc.nat(events.length), (cut) => {
        const timeline = executionTimeline(events.slice(0, cut));
        expect(overlapping(timeline.iterations)).toBeLessThanOrEqual(10);
        expect(timeline.slots).toBe(overlapping(timeline.iterations));
      }),
      { numRuns: 50 },
    );
  });

  test('with missing events still shows the others', () => {
    const { events, timeline } = told(({ size }) => size === 96);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(events.length - 1), { maxLength: 200 }),
        fc.boolean(),
        (gone, twice) => {
          const left = events.filter((_, place) => !gone.includes(place));
          const broken = executionTimeline(twice ? [...left, ...left] : left);
          expect(broken.events).toBe(left.length);
          expect(broken.iterations.length).toBeLessThanOrEqual(timeline.iterations.length);
          expect(broken.iterations.length).toBeGreaterThanOrEqual(timeline.iterations.length - gone.length);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('can be drawn from any events', () => {
    const types = [
      'MapIterationStarted',
      'MapIterationSucceeded',
      'MapIterationAborted',
      'MapIterationFailed',
      'TaskStateEntered',
      'TaskScheduled',
      'TaskFailed',
      'TaskStateExited',
      'ExecutionStarted',
      'ExecutionFailed',
      'ExecutionRedriven',
      'MapStateStarted',
      'LambdaFunctionTimedOut',
      'Wondrous',
      '',
    ];
    const event = fc.record<ExecutionEvent>({
      id: fc.integer({ min: -1, max: 60 }),
      previous: fc.integer({ min: -1, max: 60 }),
      at: fc.double({ noNaN: true }),
      type: fc.constantFrom(...types),
      state: fc.option(fc.constantFrom('Textract', 'MarkDocumentFailed', 'Other')),
      index: fc.option(fc.integer({ min: -1, max: 5 })),
      error: fc.option(fc.string()),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const timeline = executionTimeline(events.toSorted((a, b) => a.id - b.id));
        for (const { slot } of timeline.iterations) expect(slot).toBeLessThan(timeline.slots);
        expect(timeline.unplaced).toBeLessThanOrEqual(timeline.events);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a redrive', () => {
  /**
   * The execution is stopped while document 0 is done, 1 is in its second stage and 2 is between two stages.
   * It goes on the next day.
   */
  const redriven = (): AnExecutionHistory =>
    new AnExecutionHistory()
      .say(0, 'ExecutionStarted')
      .say(0, 'MapStateEntered', { state: 'ProcessDocuments', previous: 0 })
      .say(0, 'MapStateStarted')
      .say(0, 'MapIterationStarted', { of: 0 })
      .say(0, 'MapIterationStarted', { of: 1 })
      .say(0, 'MapIterationStarted', { of: 2 })
      .task(1, 'Textract', 0, 14)
      .task(1, 'GapFill', 14)
      .task(0, 'Verify', 0, 15)
      .say(15, 'MapIterationSucceeded', { of: 0 })
      .task(2, 'Textract', 0, 16)
      .say(20, 'ExecutionAborted', { previous: 0 });

  const goesOn = (): Timeline => {
    const history = redriven().say(90_000, 'ExecutionRedriven');
    history.goBackTo(({ state, type }) => state === 'GapFill' && type === 'TaskStateEntered', 1);
    history
      .say(90_000, 'TaskScheduled', { of: 1 })
      .task(2, 'GapFill', 90_000, 90_007)
      .say(90_004, 'TaskFailed', { of: 1, error: 'ThrottlingException' })
      .say(90_006, 'TaskScheduled', { of: 1 })
      .say(90_009, 'TaskSucceeded', { of: 1 })
      .say(90_009, 'TaskStateExited', { of: 1, state: 'GapFill' })
      .say(90_009, 'MapIterationSucceeded', { of: 1 })
      .say(90_009, 'MapIterationStarted', { of: 3, previous: history.events.length - 1 });
    return executionTimeline(history.events);
  };

  test('shows what was in work before as aborted', () => {
    const { iterations, attempts } = executionTimeline(redriven().events);
    expect(iterations.map(({ state, endedAt }) => [state, endedAt])).toEqual([
      ['succeeded', 15_000],
      ['aborted', 20_000],
      ['aborted', 20_000],
    ]);
    expect(attempts).toEqual([{ from: 0, to: 20_000, state: 'aborted', error: null, isRedrive: false }]);
  });

  test('resumes in its lane what was in work, at the same stage', () => {
    const { iterations, attempts, slots } = goesOn();
    expect(attempts.map(({ from, to, state, isRedrive }) => [from, to, state, isRedrive])).toEqual([
      [0, 20_000, 'aborted', false],
      [90_000_000, null, 'running', true],
    ]);
    const [, second, third] = iterations;
    expect(second).toMatchObject({ state: 'succeeded', endedAt: 90_009_000, retries: 1 });
    expect(
      second?.stages.map(({ stage, from, to, isInterrupted }) => [stage, from, to, isInterrupted]),
    ).toEqual([
      ['textract', 0, 14_000, false],
      ['gap-fill', 14_000, 20_000, true],
      ['gap-fill', 90_000_000, 90_009_000, false],
    ]);
    expect(second?.stages.at(-1)?.retries).toEqual([{ at: 90_006_000, after: 'ThrottlingException' }]);
    expect(third).toMatchObject({ state: 'running', endedAt: null });
    expect(slots).toBe(3);
    expect(iterations.map(({ slot }) => slot)).toEqual([0, 1, 2, 0]);
  });
});

test('an iteration that fails fails its Map, and the others are aborted', () => {
  const history = new AnExecutionHistory()
    .say(0, 'ExecutionStarted')
    .say(0, 'MapIterationStarted', { of: 0 })
    .say(0, 'MapIterationStarted', { of: 1 })
    .task(0, 'Textract', 0)
    .task(1, 'Textract', 0)
    .say(3, 'LambdaFunctionFailed', { of: 0, error: 'Broken' })
    .say(3, 'MapIterationFailed', { of: 0 })
    .say(3, 'MapIterationAborted', { of: 1 })
    .say(3, 'MapStateFailed')
    .say(3, 'ExecutionFailed', { error: 'Broken' });
  const { iterations } = executionTimeline(history.events);
  expect(iterations.map(({ state, stages }) => [state, stages[0]?.to, stages[0]?.error])).toEqual([
    ['failed', 3_000, 'Broken'],
    ['aborted', 3_000, null],
  ]);
});

test('2,000 documents are 2,000 iterations in ten lanes', () => {
  const history = new AnExecutionHistory().say(0, 'ExecutionStarted').documents(2_000);
  const { iterations, slots } = executionTimeline(history.events);
  expect([iterations.length, slots, history.events.length]).toEqual([2_000, 10, 28_001]);
});
