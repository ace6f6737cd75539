import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { MoveTask } from '#shared/contract/dead-letters.ts';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import {
  describeActiveMove,
  formatWaiting,
  endedSince,
  estimateDuration,
  replaceQueue,
  describeMoveCost,
  formatMoved,
  moveErrors,
  toMoveInput,
  newsOfMove,
  formatSpeed,
  describeDestination,
  whyNotMove,
} from '#renderer/features/dead-letters/actions/move-rules.ts';
import { aDeadLetterQueue } from '../a-message-row.ts';

const said = { perSecond: '20', reason: 'The endpoint is back', environment: '', count: '' };

describe('starting a move', () => {
  test('needs a reason, everywhere', () => {
    expect(moveErrors({ ...said, reason: '  ' }, 27, null)).toEqual({
      reason: 'Say why; it is kept in the audit trail.',
    });
    expect(toMoveInput(said, 27, null)).toEqual({ perSecond: 20, reason: 'The endpoint is back' });
  });

  test('in production takes the environment and the count as they were typed', () => {
    expect(moveErrors(said, 27, 'production')).toEqual({
      environment: 'This is production. Type production.',
      count: 'About 27 wait now. Type 27.',
    });
    const typed = { ...said, environment: ' production ', count: '27' };
    expect(toMoveInput(typed, 27, 'production')).toMatchObject({
      typed: { environment: 'production', count: '27' },
    });
    expect(toMoveInput(typed, 28, 'production')).toBeNull();
  });

  test('as fast as SQS thinks fit, or 1 to 500 a second', () => {
    expect(toMoveInput({ ...said, perSecond: ' ' }, 27, null)?.perSecond).toBeNull();
    expect(toMoveInput({ ...said, perSecond: '500' }, 27, null)?.perSecond).toBe(500);
    for (const perSecond of ['0', '501', '2.5', '-1', 'fast', '1e2']) {
      expect(toMoveInput({ ...said, perSecond }, 27, null)).toBeNull();
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
  expect([1, 2_700].map(formatWaiting)).toEqual(['about 1 message', 'about 2,700 messages']);
  expect(estimateDuration(2_700, '20')).toContain('2,700 take about 2 min so.');
  expect(estimateDuration(27, '20')).toContain('take about 2 s so.');
  expect(estimateDuration(100_000, '1')).toContain('take about 28 h so.');
  expect(estimateDuration(27, '')).toBe('Left empty, SQS goes as fast as it thinks fit.');
});

test('a move in words', () => {
  expect(formatMoved({ moved: 188, toMove: 205 })).toBe('188 of 205');
  expect(formatMoved({ moved: 188, toMove: null })).toBe('188 moved');
  expect(formatSpeed({ perSecond: null })).toBe('at SQS’s own speed');
  expect(describeActiveMove(aMove({ to: null }))).toBe('SQS moves, 20 a second');
  expect(describeActiveMove(aMove({ state: 'CANCELLING' }))).toBe('The move is being stopped');
  expect(describeDestination([])).toBe('where they came from');
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

test('a move says what SQS charges for it, by which prices, and what is not in it', () => {
  expect(describeMoveCost('doc-dlq', 27)).toBe(
    'It costs at most about 82 requests to SQS, three for each message, less than $0.0001 by us-east-1 list, since 1 Nov 2024. What the pipelines then make of the messages is not in it.',
  );
  expect(describeMoveCost('doc-dlq', 1_000_000)).toContain('3,000,001 requests to SQS');
  expect(describeMoveCost('doc-dlq', 1_000_000)).toContain('$1.20 by');
  expect(describeMoveCost('hooks-dlq.fifo', 1_000_000)).toContain('$1.50 by');
});

const at = (minute: number): string => `2026-11-22T09:0${String(minute)}:00.000Z`;

function aFinishedMove(change: Partial<MoveTask> = {}): MoveTask {
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
  const old = aFinishedMove({ startedAt: at(0) });
  const running = aFinishedMove({ state: 'RUNNING', moved: 12 });
  expect(endedSince([running, old], [aFinishedMove(), old])).toEqual([aFinishedMove()]);
  expect(endedSince([aFinishedMove(), old], [aFinishedMove(), old])).toEqual([]);
});

test('one that was begun and ended between two looks is news, and one that goes on is none', () => {
  expect(endedSince([], [aFinishedMove()])).toEqual([aFinishedMove()]);
  expect(endedSince([], [aFinishedMove({ state: 'RUNNING' })])).toEqual([]);
  const stopping = aFinishedMove({ state: 'CANCELLING' });
  expect(endedSince([aFinishedMove({ state: 'RUNNING' })], [stopping])).toEqual([]);
});

test('says how many were moved, and of about how many', () => {
  expect(newsOfMove(aFinishedMove(), 'doc-dlq')).toMatchObject({ message: 'Moved 207 of about 207' });
  expect(newsOfMove(aFinishedMove({ toMove: null }), 'doc-dlq')).toMatchObject({ message: 'Moved 207' });
  expect(newsOfMove(aFinishedMove({ state: 'CANCELLED', moved: 12 }), 'doc-dlq')).toMatchObject({
    message: 'Stopped: 12 of about 207 were moved',
    detail: expect.stringContaining('What has been moved stays moved.') as string,
  });
  expect(newsOfMove(aFinishedMove({ state: 'CANCELLED', moved: 1, toMove: null }), 'doc-dlq').message).toBe(
    'Stopped: 1 was moved',
  );
});

test('of one that has failed, why', () => {
  const failed = aFinishedMove({ state: 'FAILED', moved: 3, failure: 'AccessDenied' });
  expect(newsOfMove(failed, 'doc-dlq')).toEqual({
    message: 'The move has failed: 3 of about 207 were moved',
    tone: 'failed',
    detail: 'The move of doc-dlq: AccessDenied',
  });
});

const { queryKey } = operationOptions('dead-letters.queues', {});

test('what a move has made of a queue is shown at once, and the others stay', () => {
  const client = new QueryClient();
  const other = aDeadLetterQueue({ name: 'webhook-dlq' });
  const queues = [aDeadLetterQueue(), other].map((queue) => ({ name: queue.name, queue, failure: null }));
  client.setQueryData(queryKey, answered({ queues, calls: 6, readAt: '2026-11-22T09:00:00.000Z' }));
  const after = aDeadLetterQueue({ depth: { waiting: 3, inFlight: 0, delayed: 0 } });

  replaceQueue(client, after);

  const shown = client.getQueryData(queryKey)?.value.queues.map(({ queue }) => queue);
  expect(shown).toEqual([after, other]);
});

test('where nobody has asked for the list yet, nothing is made up', () => {
  const client = new QueryClient();
  replaceQueue(client, aDeadLetterQueue());
  expect(client.getQueryData(queryKey)).toBeUndefined();
});
