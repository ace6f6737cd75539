import { expect, test } from 'vitest';
import {
  toEnds,
  isDraftAhead,
  moveDraft,
  recordWrite,
} from '#renderer/features/workflows/draft/use-draft.ts';
import { aWorkflow } from '#test/builders/a-workflow.ts';

const workflow = aWorkflow();
const atFirst = { confidence: null, review: null };
const to = (confidenceThreshold: number, reviewThreshold = 0.85) => ({
  confidenceThreshold,
  reviewThreshold,
});

test('what is live has no place in the address, anything else has both ends', () => {
  expect(toEnds(to(0.56), workflow)).toEqual(atFirst);
  expect(toEnds(to(0.57), workflow)).toEqual({ confidence: 0.57, review: 0.85 });
});

test('a handle in motion is ahead of the address until that has caught up', () => {
  const first = moveDraft(to(0.57), null, atFirst);
  expect(isDraftAhead(first, atFirst, workflow)).toBe(true);
  expect(isDraftAhead(first, toEnds(to(0.57), workflow), workflow)).toBe(false);
});

test('moved on while its last place is being written, it does not jump back to it', () => {
  const sent = recordWrite(moveDraft(to(0.57), null, atFirst), workflow);
  const second = moveDraft(to(0.58), sent, atFirst);
  expect(isDraftAhead(second, toEnds(to(0.57), workflow), workflow)).toBe(true);
  expect(isDraftAhead(second, toEnds(to(0.58), workflow), workflow)).toBe(false);
});

test('an address that it never came from is where Back or a link leads, and is right', () => {
  const moved = moveDraft(to(0.57), null, atFirst);
  expect(isDraftAhead(moved, { confidence: 0.4, review: 0.9 }, workflow)).toBe(false);
});

test('moved back to where it began, nothing is ahead', () => {
  const back = moveDraft(to(0.56), moveDraft(to(0.57), null, atFirst), atFirst);
  expect(isDraftAhead(back, atFirst, workflow)).toBe(false);
});
