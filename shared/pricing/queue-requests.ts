import { messageBatches, mostEntries } from '../domain/dead-letters/queue-messages.ts';
import { planRamp } from '../domain/pipeline-limits.ts';
import type { PriceBook } from './price-book.ts';
import { usdFor } from './price-names.ts';

interface QueueCost {
  readonly requests: number;
  /** Exact dollars; null if the book does not price them. */
  readonly usd: string | null;
}

interface Messages {
  readonly kind: 'redrive-messages' | 'discard-messages' | 'resend-messages';
  readonly queue: string;
  /** The size of each message, in the order in which they go. */
  readonly bytes: readonly number[];
}

const chargedBytes = 65_536;

/**
 * Computes what SQS charges when this console handles messages: they are held, sent and deleted in tens, and a request
 * is 64 KB or part of it. For a FIFO queue the result is a maximum, because messages of one group go one by one.
 */
export function messagesCost({ kind, queue, bytes }: Messages, book: PriceBook): QueueCost {
  let from = 0;
  let requests = 0;
  for (const size of planRamp(bytes.length)) {
    const step = bytes.slice(from, from + size);
    // Messages from a file are neither held nor deleted.
    if (kind !== 'resend-messages') requests += 2 * Math.ceil(step.length / mostEntries);
    if (kind !== 'discard-messages') requests += sendRequests(step, isFifo(queue));
    from += size;
  }
  return { requests, usd: computeUsd(queue, requests, book) };
}

/**
 * Computes the most that SQS charges for its own move: one request to begin, then a receive, a send and a delete for
 * each message. AWS does not say how many messages it takes at once.
 */
export function moveCost(queue: string, messages: number, book: PriceBook): QueueCost {
  const requests = 1 + 3 * messages;
  return { requests, usd: computeUsd(queue, requests, book) };
}

function sendRequests(bytes: readonly number[], isOneByOne: boolean): number {
  const batches = isOneByOne ? bytes.map((one) => [one]) : messageBatches(bytes, (one) => one);
  return batches.reduce((sum, batch) => {
    const size = batch.reduce((all, one) => all + one, 0);
    return sum + Math.max(1, Math.ceil(size / chargedBytes));
  }, 0);
}

function isFifo(queue: string): boolean {
  return queue.endsWith('.fifo');
}

function computeUsd(queue: string, requests: number, book: PriceBook): string | null {
  return usdFor(book, isFifo(queue) ? 'sqs.fifo' : 'sqs.standard', requests);
}
