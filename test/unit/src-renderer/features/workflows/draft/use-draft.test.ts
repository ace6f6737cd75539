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

test('live thresholds are left out of the address, and others are written as a pair', () => {
  expect(toEnds(to(0.56), workflow)).toEqual(atFirst);
  expect(toEnds(to(0.57), workflow)).toEqual({ confidence: 0.57, review: 0.85 });
});

test('a moving handle is ahead of the address until that has caught up', () => {
  const first = moveDraft(to(0.57), null, atFirst);
  expect(isDraftAhead(first, atFirst, workflow)).toBe(true);
  expect(isDraftAhead(first, toEnds(to(0.57), workflow), workflow)).toBe(false);
});

test('a handle that moves on while its last position is written does not jump back', () => {
  const sent = recordWrite(moveDraft(to(0.57), null, atFirst), workflow);
  const second = moveDraft(to(0.58), sent, atFirst);
  expect(isDraftAhead(second, toEnds(to(0.57), workflow), workflow)).toBe(true);
  expect(isDraftAhead(second, toEnds(to(0.58), workflow), workflow)).toBe(false);
});

test('an address from Back or a link replaces the draft', () => {
  const moved = moveDraft(to(0.57), null, atFirst);
  expect(isDraftAhead(moved, { confidence: 0.4, review: 0.9 }, workflow)).toBe(false);
});

test('a handle moved back to its start is not ahead', () => {
  const back = moveDraft(to(0.56), moveDraft(to(0.57), null, atFirst), atFirst);
  expect(isDraftAhead(back, atFirst, workflow)).toBe(false);
});
