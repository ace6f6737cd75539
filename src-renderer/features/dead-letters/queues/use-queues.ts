import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Queues } from '#shared/contract/dead-letters.ts';
import type { Failure, Receipt } from '#shared/contract/result.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { failureOf } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import type { DeadLettersAddress, GoDeadLetters } from '../dead-letters-address.ts';
import { sumDepth } from './queue-status.ts';

export interface QueuesReading {
  readonly queues: Queues | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

/** How the queues stand, asked again while somebody looks. Nothing is received for it, and no message is read. */
export function useQueues(): QueuesReading {
  const query = useQuery({
    ...operationOptions('dead-letters.queues', {}),
    refetchInterval: askAgainMs,
    // What was read when somebody was last here may be an hour old.
    refetchOnMount: 'always',
  });
  return {
    queues: query.data?.value,
    failure: query.error === null ? undefined : failureOf(query.error),
    isReading: query.isFetching,
    readAgain: () => void query.refetch(),
  };
}

const askAgainMs = 15_000;

/** The queue of the address; without one the first that holds messages, which is then in the address and stays. */
export function useOpenQueue(
  rows: Queues['queues'] | undefined,
  { queue }: DeadLettersAddress,
  go: GoDeadLetters,
): string | null {
  const first = rows === undefined ? null : firstToOpen(rows);
  const complete = useEffectEvent((name: string) => go({ queue: name }, 'replace'));
  const isOpen = queue !== null;
  useEffect(() => {
    if (!isOpen && first !== null) complete(first);
  }, [isOpen, first]);
  return queue ?? first;
}

export function firstToOpen(rows: Queues['queues']): string | null {
  const full = rows.find(({ queue }) => queue !== null && sumDepth(queue.depth) !== 0);
  return (full ?? rows[0])?.name ?? null;
}

/** Asking SQS takes no read units; what it takes is calls, and the receipt's name says how many. */
export function queuesReceipt({ queues, calls, readAt }: Queues): Receipt {
  return {
    pattern: `How queues stand, ${calls === 1 ? '1 call' : `${grouped(calls)} calls`}`,
    index: 'SQS',
    pages: calls,
    items: queues.length,
    rru: 0,
    bytes: 0,
    ms: 0,
    asOf: readAt,
  };
}
