import { describe, expect, it } from 'vitest';
import { findFailure, toEventRows } from '#shared/domain/timeline/event-rows.ts';
import { AnExecutionHistory } from '#test/builders/an-execution-history.ts';

/** A document whose first state is tried three times. */
function retried(): AnExecutionHistory {
  const history = new AnExecutionHistory()
    .say(0, 'ExecutionStarted')
    .say(0, 'MapStateEntered', { state: 'ProcessDocuments' })
    .say(0, 'MapStateStarted')
    .say(1, 'MapIterationStarted', { of: 0 })
    .say(1, 'TaskStateEntered', { of: 0, state: 'Textract' });
  for (const [at, error] of [
    [1, 'Throttled'],
    [5, 'Throttled'],
  ] as const) {
    history.say(at, 'TaskScheduled', { of: 0 }).say(at + 1, 'TaskFailed', { of: 0, error });
  }
  return history.say(10, 'TaskScheduled', { of: 0 });
}

describe('the events of an execution', () => {
  it('have their state, their iteration and the time since the event before', () => {
    const { rows } = toEventRows(retried().events);
    expect(rows[0]).toMatchObject({ type: 'ExecutionStarted', state: null, iteration: null, sinceMs: null });
    expect(rows[1]).toMatchObject({ state: 'ProcessDocuments', iteration: null });
    expect(rows[3]).toMatchObject({ type: 'MapIterationStarted', iteration: 0, sinceMs: 1_000 });
    expect(rows[6]).toMatchObject({
      type: 'TaskFailed',
      state: 'Textract',
      iteration: 0,
      error: 'Throttled',
    });
  });

  it('show retries as attempts, each with its error and the wait before it', () => {
    const { attempts, rows } = toEventRows(retried().events);
    expect(
      attempts.map(({ number, total, waitedMs, outcome }) => [number, total, waitedMs, outcome]),
    ).toEqual([
      [1, 3, null, 'failed'],
      [2, 3, 3_000, 'failed'],
      [3, 3, 4_000, 'running'],
    ]);
    expect(rows.at(-1)?.attempt?.number).toBe(3);
  });

  it('say that an attempt was cut off by the end of the execution, and which one a redrive began', () => {
    const history = retried().say(20, 'ExecutionAborted', { error: 'Stopped' });
    expect(toEventRows(history.events).attempts.at(-1)).toMatchObject({ outcome: 'cut-off', to: 20_000 });
    history
      .say(90, 'ExecutionRedriven')
      .goBackTo(({ type }) => type === 'TaskStateEntered', 0)
      .say(91, 'TaskScheduled', { of: 0 });
    expect(toEventRows(history.events).attempts.at(-1)).toMatchObject({ number: 4, isRedrive: true });
  });

  it('are counted once if a page was read twice', () => {
    const { events } = retried();
    expect(toEventRows([...events, ...events]).rows).toHaveLength(events.length);
  });

  it('are placed in well under a second, 25,000 of them', () => {
    const { events } = new AnExecutionHistory().documents(1_800);
    const begun = performance.now();
    const { rows } = toEventRows(events);
    expect(rows.length).toBeGreaterThan(25_000);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});

describe('the failure of an execution', () => {
  it('names the state, the error and the attempts', () => {
    const history = new AnExecutionHistory()
      .say(0, 'ExecutionStarted')
      .say(1, 'TaskStateEntered', { state: 'Finalise' })
      .say(1, 'TaskScheduled')
      .say(2, 'TaskFailed', { error: 'Throttled' })
      .say(4, 'TaskScheduled')
      .say(5, 'TaskFailed', { error: 'Throttled' })
      .say(5, 'ExecutionFailed', { error: 'Throttled' });
    expect(findFailure(toEventRows(history.events))).toEqual({
      how: 'failed',
      state: 'Finalise',
      iteration: null,
      error: 'Throttled',
      attempts: 2,
      eventId: 6,
    });
  });

  it('is none while the execution runs again', () => {
    const history = retried().say(20, 'ExecutionAborted').say(90, 'ExecutionRedriven');
    expect(findFailure(toEventRows(history.events))).toBeNull();
  });

  it('names the state of the execution that was under way when it was stopped', () => {
    const failure = findFailure(
      toEventRows(retried().say(20, 'ExecutionAborted', { error: 'Stopped' }).events),
    );
    expect(failure).toMatchObject({ how: 'aborted', state: 'ProcessDocuments', error: 'Stopped' });
  });
});
