import { describe, expect, test } from 'vitest';
import type { MoveTask } from '#shared/contract/dead-letters/queues.ts';
import { activeWords, movedWords, speedWords } from '#renderer/features/dead-letters/move/move-task-words.ts';
import {
  depthWords,
  howLongWords,
  moveErrors,
  moveInputOf,
  whereWords,
  whyNotMove,
} from '#renderer/features/dead-letters/move/move-words.ts';
import { aDeadLetterQueue } from '../a-message-row.ts';

const said = { perSecond: '20', reason: 'The endpoint is back', environment: '', count: '' };

describe('starting a move', () => {
  test('needs a reason, everywhere', () => {
    expect(moveErrors({ ...said, reason: '  ' }, 27, null)).toEqual({
      reason: 'Say why; it is kept in the audit trail.',
    });
    expect(moveInputOf(said, 27, null)).toEqual({ perSecond: 20, reason: 'The endpoint is back' });
  });

  test('in production takes the environment and the count as they were typed', () => {
    expect(moveErrors(said, 27, 'production')).toEqual({
      environment: 'This is production. Type production.',
      count: 'About 27 wait now. Type 27.',
    });
    const typed = { ...said, environment: ' production ', count: '27' };
    expect(moveInputOf(typed, 27, 'production')).toMatchObject({
      typed: { environment: 'production', count: '27' },
    });
    expect(moveInputOf(typed, 28, 'production')).toBeNull();
  });

  test('as fast as SQS thinks fit, or 1 to 500 a second', () => {
    expect(moveInputOf({ ...said, perSecond: ' ' }, 27, null)?.perSecond).toBeNull();
    expect(moveInputOf({ ...said, perSecond: '500' }, 27, null)?.perSecond).toBe(500);
    for (const perSecond of ['0', '501', '2.5', '-1', 'fast', '1e2']) {
      expect(moveInputOf({ ...said, perSecond }, 27, null)).toBeNull();
    }
  });

  test('is not offered where SQS would refuse it', () => {
    expect(whyNotMove(aDeadLetterQueue())).toBeNull();
    expect(whyNotMove(aDeadLetterQueue({ moves: [aMove({ state: 'CANCELLING' })] }))).toContain(
      'one a queue',
    );
    expect(whyNotMove(aDeadLetterQueue({ moves: [aMove({ state: 'COMPLETED' })] }))).toBeNull();
    expect(whyNotMove(aDeadLetterQueue({ sources: [] }))).toContain('nowhere');
    const withDepth = (waiting: number, inFlight: number) =>
      whyNotMove(aDeadLetterQueue({ depth: { waiting, inFlight, delayed: 0 } }));
    expect(withDepth(0, 0)).toContain('Nothing waits');
    expect(withDepth(0, 3)).toContain('Give back what was sampled first');
    expect(withDepth(1, 3)).toBeNull();
  });
});

test('a depth is an estimate, and a time of it as well', () => {
  expect([1, 2_700].map(depthWords)).toEqual(['about 1 message', 'about 2,700 messages']);
  expect(howLongWords(2_700, '20')).toContain('2,700 take about 2 min so.');
  expect(howLongWords(27, '20')).toContain('take about 2 s so.');
  expect(howLongWords(100_000, '1')).toContain('take about 28 h so.');
  expect(howLongWords(27, '')).toBe('Left empty, SQS goes as fast as it thinks fit.');
});

test('a move in words', () => {
  expect(movedWords({ moved: 188, toMove: 205 })).toBe('188 of 205');
  expect(movedWords({ moved: 188, toMove: null })).toBe('188 moved');
  expect(speedWords({ perSecond: null })).toBe('at SQS’s own speed');
  expect(activeWords(aMove({ to: null }))).toBe('SQS moves, 20 a second');
  expect(activeWords(aMove({ state: 'CANCELLING' }))).toBe('The move is being stopped');
  expect(whereWords([])).toBe('where they came from');
});

function aMove(change: Partial<MoveTask> = {}): MoveTask {
  return {
    state: 'RUNNING',
    startedAt: '2026-11-22T09:00:00.000Z',
    perSecond: 20,
    moved: 188,
    toMove: 205,
    to: null,
    failure: null,
    ...change,
  };
}
