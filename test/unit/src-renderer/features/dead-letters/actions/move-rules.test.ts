import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { MoveTask } from '#shared/contract/dead-letters.ts';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import {
  describeActiveMove,
  formatWaiting,
  listEndedSince,
  estimateDuration,
  replaceQueue,
  describeMoveCost,
  formatMoved,
  findMoveErrors,
  toMoveInput,
  toMoveNews,
  formatSpeed,
  describeDestination,
  whyNotMove,
} from '#renderer/features/dead-letters/actions/move-rules.ts';
import { aDeadLetterQueue } from '../a-message-row.ts';

const said = { perSecond: '20', reason: 'The endpoint is back', environment: '', count: '' };

describe('starting a move', () => {
  test('requires a reason in every environment', () => {
    expect(findMoveErrors({ ...said, reason: '  ' }, 27, null)).toEqual({
      reason: 'Reason required. It is kept in the audit trail.',
    });
    expect(toMoveInput(said, 27, null)).toEqual({ perSecond: 20, reason: 'The endpoint is back' });
  });

  test('requires the environment and the count in production', () => {
    expect(findMoveErrors(said, 27, 'production')).toEqual({
      environment: 'This is production. Type production.',
      count: 'About 27 waiting now. Type 27.',
    });
    const typed = { ...said, environment: ' production ', count: '27' };
    expect(toMoveInput(typed, 27, 'production')).toMatchObject({
      typed: { environment: 'production', count: '27' },
    });
    expect(toMoveInput(typed, 28, 'production')).toBeNull();
  });

  test('accepts 1 to 500 a second, or leaves the speed to SQS', () => {
    expect(toMoveInput({ ...said, perSecond: ' ' }, 27, null)?.perSecond).toBeNull();
    expect(toMoveInput({ ...said, perSecond: '500' }, 27, null)?.perSecond).toBe(500);
    for (const perSecond of ['0', '501', '2.5', '-1', 'fast', '1e2']) {
      expect(toMoveInput({ ...said, perSecond }, 27, null)).toBeNull();
    }
  });

  test('is not offered if SQS would refuse it', () => {
    expect(whyNotMove(aDeadLetterQueue())).toBeNull();
    expect(whyNotMove(aDeadLetterQueue({ moves: [aMove({ state: 'CANCELLING' })] }))).toContain(
      'one per queue',
    );
    expect(whyNotMove(aDeadLetterQueue({ moves: [aMove({ state: 'COMPLETED' })] }))).toBeNull();
    expect(whyNotMove(aDeadLetterQueue({ sources: [] }))).toContain("can't move them back");
    const withDepth = (waiting: number, inFlight: number) =>
      whyNotMove(aDeadLetterQueue({ depth: { waiting, inFlight, delayed: 0 } }));
    expect(withDepth(0, 0)).toContain('No messages waiting');
    expect(withDepth(0, 3)).toContain('Give back the sampled messages first');
    expect(withDepth(1, 3)).toBeNull();
  });
});

test('a duration is an estimate because the depth is one', () => {
  expect([1, 2_700].map(formatWaiting)).toEqual(['about 1 message', 'about 2,700 messages']);
  expect(estimateDuration(2_700, '20')).toContain('2,700 messages take about 2 min.');
  expect(estimateDuration(27, '20')).toContain('take about 2 s.');
  expect(estimateDuration(100_000, '1')).toContain('take about 28 h.');
  expect(estimateDuration(27, '')).toBe('If empty, SQS chooses the speed.');
});

test('describes a move', () => {
  expect(formatMoved({ moved: 188, toMove: 205 })).toBe('188 of 205');
  expect(formatMoved({ moved: 188, toMove: null })).toBe('188 moved');
  expect(formatSpeed({ perSecond: null })).toBe('speed chosen by SQS');
  expect(describeActiveMove(aMove({ to: null }))).toBe('SQS moves, 20 per second');
  expect(describeActiveMove(aMove({ state: 'CANCELLING' }))).toBe('Stopping the move');
  expect(describeDestination([])).toBe('their source queues');
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

test('states the price of a move, its price book, and what is not included', () => {
  expect(describeMoveCost('doc-dlq', 27)).toBe(
    'Costs at most about 82 SQS requests, three per message, less than $0.0001 by us-east-1 list, since 1 Nov 2024. Processing by the pipelines is not included.',
  );
  expect(describeMoveCost('doc-dlq', 1_000_000)).toContain('3,000,001 SQS requests');
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

test('reports moves that have ended since, not earlier ones', () => {
  const old = aFinishedMove({ startedAt: at(0) });
  const running = aFinishedMove({ state: 'RUNNING', moved: 12 });
  expect(listEndedSince([running, old], [aFinishedMove(), old])).toEqual([aFinishedMove()]);
  expect(listEndedSince([aFinishedMove(), old], [aFinishedMove(), old])).toEqual([]);
});

test('reports a move that began and ended between two looks, not one that is running', () => {
  expect(listEndedSince([], [aFinishedMove()])).toEqual([aFinishedMove()]);
  expect(listEndedSince([], [aFinishedMove({ state: 'RUNNING' })])).toEqual([]);
  const stopping = aFinishedMove({ state: 'CANCELLING' });
  expect(listEndedSince([aFinishedMove({ state: 'RUNNING' })], [stopping])).toEqual([]);
});

test('says how many messages were moved out of the estimate', () => {
  expect(toMoveNews(aFinishedMove(), 'doc-dlq')).toMatchObject({ message: 'Moved 207 of about 207' });
  expect(toMoveNews(aFinishedMove({ toMove: null }), 'doc-dlq')).toMatchObject({ message: 'Moved 207' });
  expect(toMoveNews(aFinishedMove({ state: 'CANCELLED', moved: 12 }), 'doc-dlq')).toMatchObject({
    message: 'Stopped: 12 of about 207 were moved',
    detail: expect.stringContaining('Moved messages stay moved.') as string,
  });
  expect(toMoveNews(aFinishedMove({ state: 'CANCELLED', moved: 1, toMove: null }), 'doc-dlq').message).toBe(
    'Stopped: 1 was moved',
  );
});

test('says why a move has failed', () => {
  const failed = aFinishedMove({ state: 'FAILED', moved: 3, failure: 'AccessDenied' });
  expect(toMoveNews(failed, 'doc-dlq')).toEqual({
    message: 'Move failed: 3 of about 207 were moved',
    tone: 'failed',
    detail: 'Move of doc-dlq: AccessDenied',
  });
});

const { queryKey } = operationOptions('dead-letters.queues', {});

test('shows the result of a command at once and leaves other queues alone', () => {
  const client = new QueryClient();
  const other = aDeadLetterQueue({ name: 'webhook-dlq' });
  const queues = [aDeadLetterQueue(), other].map((queue) => ({ name: queue.name, queue, failure: null }));
  client.setQueryData(queryKey, answered({ queues, calls: 6, readAt: '2026-11-22T09:00:00.000Z' }));
  const after = aDeadLetterQueue({ depth: { waiting: 3, inFlight: 0, delayed: 0 } });

  replaceQueue(client, after);

  const shown = client.getQueryData(queryKey)?.value.queues.map(({ queue }) => queue);
  expect(shown).toEqual([after, other]);
});

test('does nothing if the list was not read yet', () => {
  const client = new QueryClient();
  replaceQueue(client, aDeadLetterQueue());
  expect(client.getQueryData(queryKey)).toBeUndefined();
});
