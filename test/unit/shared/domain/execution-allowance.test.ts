import { expect, it } from 'vitest';
import { redriveReason } from '#shared/domain/execution-allowance.ts';

it.each([
  ['Execution is RUNNING and cannot be redriven', 'It is still running. Wait for its end, or stop it first.'],
  ['Execution is SUCCEEDED and cannot be redriven', 'It has succeeded, so there is nothing to go on with.'],
  ['Execution redrivable period exceeded', 'It ended more than 14 days ago'],
  ['Execution history event limit exceeded', 'Its history is full'],
  ['State machine is in DELETING status', 'Its state machine is being deleted.'],
  ['Something new', 'AWS says: "Something new".'],
])('%s', (said, why) => {
  expect(redriveReason(said)).toContain(why);
  const isOver = !said.includes('RUNNING');
  expect(redriveReason(said).includes('that is a new run')).toBe(isOver);
});
