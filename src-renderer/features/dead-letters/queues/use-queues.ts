import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { DeadLetterQueue, Queues } from '#shared/contract/dead-letters.ts';
import type { Failure, Receipt } from '#shared/contract/result.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import type { DeadLettersAddress, GoDeadLetters } from '../address.ts';
import { messages } from '../messages.ts';
import { nextOrder, sortQueues, sumDepth, type QueueOrder } from './queue-status.ts';

export interface QueuesReading {
  readonly queues: Queues | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

/** Reads the state of the queues, again and again while the page is shown. It receives no messages. */
export function useQueues(): QueuesReading {
  const query = useQuery({
    ...operationOptions('dead-letters.queues', {}),
    refetchInterval: askAgainMs,
    // The cached answer of the last visit may be an hour old.
    refetchOnMount: 'always',
  });
  return {
    queues: query.data?.value,
    failure: query.error === null ? undefined : toFailure(query.error),
    isReading: query.isFetching,
    readAgain: () => void query.refetch(),
  };
}

const askAgainMs = 15_000;

interface KnownQueue {
  readonly queue: DeadLetterQueue;
  readonly readAt: string;
}

export type KnownQueues = ReadonlyMap<string, KnownQueue>;

/**
 * Keeps what was read last of a queue that cannot be read now, because its pane holds what a person has chosen
 * and typed. A queue that is no longer listed is forgotten.
 */
export function keepLastKnown(before: KnownQueues, { queues, readAt }: Queues): KnownQueues {
  return new Map(
    queues.flatMap(({ name, queue }) => {
      const known = queue === null ? before.get(name) : { queue, readAt };
      return known === undefined ? [] : [[name, known]];
    }),
  );
}

/** Returns the queues as each was read last while the page is shown. */
export function useKnownQueues(queues: Queues | undefined): KnownQueues {
  const [kept, setKept] = useState<{ readonly from: Queues | undefined; readonly known: KnownQueues }>({
    from: undefined,
    known: new Map(),
  });
  if (queues === undefined || queues === kept.from) return kept.known;
  const known = keepLastKnown(kept.known, queues);
  setKept({ from: queues, known });
  return known;
}

/** Marks a queue as read earlier: nothing says whether a move was begun since, so none is started. */
export function markUnread(queue: DeadLetterQueue, why: string): DeadLetterQueue {
  const others = queue.lacks.filter(({ part }) => part !== 'moves');
  return { ...queue, lacks: [...others, { part: 'moves', why }] };
}

/** Sorts the queues as the person has chosen. */
export function useQueueOrder(queues: Queues | undefined) {
  const [order, keep] = useKept<QueueOrder>(['dead-letters.queues.order'], 'expiry');
  return {
    rows: useMemo(() => sortQueues(queues?.queues ?? [], order), [queues, order]),
    order,
    choose: (next: QueueOrder) => keep(() => next),
    chooseNext: () => keep(nextOrder),
  };
}

/**
 * Opens the queue of the address, or else the first that holds messages, which is then written to the
 * address.
 */
export function useOpenQueue(
  rows: Queues['queues'] | undefined,
  { queue }: DeadLettersAddress,
  go: GoDeadLetters,
): string | null {
  const first = rows === undefined ? null : findFirstToOpen(rows);
  const complete = useEffectEvent((name: string) => go({ queue: name }, 'replace'));
  const isOpen = queue !== null;
  useEffect(() => {
    if (!isOpen && first !== null) complete(first);
  }, [isOpen, first]);
  return queue ?? first;
}

export function findFirstToOpen(rows: Queues['queues']): string | null {
  const full = rows.find(({ queue }) => queue !== null && sumDepth(queue.depth) !== 0);
  return (full ?? rows[0])?.name ?? null;
}

/** SQS calls use no read units, so the name of the receipt gives the number of calls. */
export function toQueuesReceipt({ queues, calls, readAt }: Queues): Receipt {
  return {
    pattern: messages.queues.receipt(calls),
    index: 'SQS',
    pages: calls,
    items: queues.length,
    rru: 0,
    bytes: 0,
    ms: 0,
    asOf: readAt,
  };
}
