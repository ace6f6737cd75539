import { expect, test } from 'vitest';
import { executionTimeline } from '#shared/domain/timeline/execution-timeline.ts';

test('the documents of a Map Run are not iterations, and the timeline says that there is one', () => {
  const types = [
    'ExecutionStarted',
    'MapStateEntered',
    'MapStateStarted',
    'MapRunStarted',
    'MapRunSucceeded',
    'MapStateSucceeded',
    'MapStateExited',
    'ExecutionSucceeded',
  ];
  const events = types.map((type, at) => ({
    id: at + 1,
    previous: at < 2 ? 0 : at,
    at: at * 1_000,
    type,
    state: type.startsWith('MapStateE') ? 'ProcessManyDocuments' : null,
    index: null,
    error: null,
  }));
  const timeline = executionTimeline(events);
  expect(timeline).toMatchObject({ hasMapRun: true, iterations: [], unplaced: 0 });
  expect(timeline.attempts).toMatchObject([{ state: 'succeeded' }]);
  expect(executionTimeline(events.slice(0, 3)).hasMapRun).toBe(false);
});
