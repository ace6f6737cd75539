import { describe, expect, test } from 'vitest';
import { formatDuration, describeIteration } from '#renderer/features/triage/timeline/iteration-text.ts';
import { executionTimeline } from '#shared/domain/timeline/execution-timeline.ts';
import { AnExecutionHistory } from '#test/builders/an-execution-history.ts';

describe('the description of an iteration', () => {
  test('says everything that its bar shows', () => {
    const { iterations } = executionTimeline(
      new AnExecutionHistory()
        .say(0, 'ExecutionStarted')
        .say(2, 'MapIterationStarted', { of: 0 })
        .task(0, 'Textract', 2, 8.012)
        .task(0, 'GapFill', 8.012)
        .say(9, 'TaskFailed', { of: 0, error: 'ThrottlingException' })
        .say(11, 'TaskScheduled', { of: 0 })
        .say(12, 'TaskFailed', { of: 0, error: 'ThrottlingException' })
        .say(12, 'TaskStateExited', { of: 0, state: 'GapFill' })
        .task(0, 'MarkDocumentFailed', 12, 12.06)
        .say(12.06, 'MapIterationSucceeded', { of: 0 }).events,
    );
    const [iteration] = iterations;
    if (!iteration) throw new Error('There is no iteration');
    expect(describeIteration(iteration, 0)).toBe(
      'Iteration 0, lane 1, document failed, marked as failed; began after 2.000 s; took 10.060 s; ' +
        'Textract 6.012 s; Gap-fill 3.988 s, 1 retry, failed with ThrottlingException; Marked as failed 60 ms',
    );
  });

  test('does not mention an end that was not read', () => {
    const { iterations } = executionTimeline(
      new AnExecutionHistory().say(0, 'MapIterationStarted', { of: 3 }).task(3, 'Textract', 0).events,
    );
    const [iteration] = iterations;
    if (!iteration) throw new Error('There is no iteration');
    expect(describeIteration(iteration, 0)).toBe(
      'Iteration 3, lane 1, no end read yet; began after 0 ms; Textract not ended',
    );
  });
});

test.each([
  [0, '0 ms'],
  [999.6, '1.000 s'],
  [59_999, '59.999 s'],
  [60_000, '1 min 0.0 s'],
  [119_980, '2 min 0.0 s'],
  [3_599_940, '59 min 59.9 s'],
  [3_599_960, '1 h 0 min'],
  [86_400_000, '24 h 0 min'],
])('%d ms is %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
