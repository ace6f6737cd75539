import { expect, test } from 'vitest';
import type { MoveTask } from '#shared/contract/dead-letters/queues.ts';
import { endedSince, newsOfMove } from '#renderer/features/dead-letters/move/move-news.ts';

const at = (minute: number): string => `2026-11-22T09:0${String(minute)}:00.000Z`;

function aMove(change: Partial<MoveTask> = {}): MoveTask {
  return {
    state: 'COMPLETED',
    startedAt: at(1),
    perSecond: 20,
    moved: 207,
    toMove: 207,
    to: null,
    failure: null,
    ...change,
  };
}

test('a move that has ended since is news, and those that had before are not', () => {
  const old = aMove({ startedAt: at(0) });
  const running = aMove({ state: 'RUNNING', moved: 12 });
  expect(endedSince([running, old], [aMove(), old])).toEqual([aMove()]);
  expect(endedSince([aMove(), old], [aMove(), old])).toEqual([]);
});

test('one that was begun and ended between two looks is news, and one that goes on is none', () => {
  expect(endedSince([], [aMove()])).toEqual([aMove()]);
  expect(endedSince([], [aMove({ state: 'RUNNING' })])).toEqual([]);
  const stopping = aMove({ state: 'CANCELLING' });
  expect(endedSince([aMove({ state: 'RUNNING' })], [stopping])).toEqual([]);
});

test('says how many were moved, and of about how many', () => {
  expect(newsOfMove(aMove(), 'doc-dlq')).toMatchObject({ message: 'Moved 207 of about 207' });
  expect(newsOfMove(aMove({ toMove: null }), 'doc-dlq')).toMatchObject({ message: 'Moved 207' });
  expect(newsOfMove(aMove({ state: 'CANCELLED', moved: 12 }), 'doc-dlq')).toMatchObject({
    message: 'Stopped: 12 of about 207 were moved',
    detail: expect.stringContaining('What has been moved stays moved.') as string,
  });
  expect(newsOfMove(aMove({ state: 'CANCELLED', moved: 1, toMove: null }), 'doc-dlq').message).toBe(
    'Stopped: 1 was moved',
  );
});

test('of one that has failed, why', () => {
  const failed = aMove({ state: 'FAILED', moved: 3, failure: 'AccessDenied' });
  expect(newsOfMove(failed, 'doc-dlq')).toEqual({
    message: 'The move has failed: 3 of about 207 were moved',
    tone: 'failed',
    detail: 'The move of doc-dlq: AccessDenied',
  });
});
