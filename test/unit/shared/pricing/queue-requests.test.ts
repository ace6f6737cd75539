import { describe, expect, test } from 'vitest';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { messagesCost, moveCost } from '#shared/pricing/queue-requests.ts';

const [book] = priceBooks;

function small(count: number): number[] {
  return Array.from({ length: count }, () => 500);
}

describe('SQS’s charge for messages', () => {
  const redrive = { kind: 'redrive-messages', queue: 'doc-dlq' } as const;

  test.each([
    [0, 0],
    [1, 3],
    // The job sends one message and then ten.
    [11, 6],
    // The job sends one message, ten, and then twenty in two calls of ten.
    [31, 12],
  ])(
    'is for %i redriven ones %i requests: held, sent and deleted, ten at a time, step by step',
    (count, requests) => {
      expect(messagesCost({ ...redrive, bytes: small(count) }, book).requests).toBe(requests);
    },
  );

  test('includes no sending for those that are discarded', () => {
    const discard = { kind: 'discard-messages', queue: 'doc-dlq' } as const;
    expect(messagesCost({ ...discard, bytes: small(31) }, book).requests).toBe(8);
  });

  test('counts each 64 KB sent, and sends no more than 1 MiB at once', () => {
    expect(messagesCost({ ...redrive, bytes: [65_536] }, book).requests).toBe(3);
    expect(messagesCost({ ...redrive, bytes: [65_537] }, book).requests).toBe(4);
    expect(messagesCost({ ...redrive, bytes: [1, 600_000, 600_000] }, book).requests).toBe(2 + 1 + 2 + 20);
  });

  test('counts FIFO messages one by one, at the price of FIFO', () => {
    const fifo = { ...redrive, queue: 'hooks-dlq.fifo', bytes: small(11) };
    expect(messagesCost(fifo, book)).toEqual({ requests: 15, usd: '0.0000075' });
    expect(messagesCost({ ...fifo, queue: 'hooks-dlq' }, book)).toEqual({ requests: 6, usd: '0.0000024' });
  });

  test('is for its own move at most three requests for each, and one to start', () => {
    expect(moveCost('doc-dlq', 27, book)).toEqual({ requests: 82, usd: '0.0000328' });
    expect(moveCost('doc-dlq', 0, book).requests).toBe(1);
  });

  test('does not treat a missing price as free', () => {
    const { 'sqs.standard': _sqs, ...prices } = book.prices;
    expect(moveCost('doc-dlq', 1, { ...book, prices })).toEqual({ requests: 4, usd: null });
  });
});
