import { useEffect, useEffectEvent } from 'react';
import type { Queues } from '#shared/contract/dead-letters/queues.ts';
import { depthOf } from '../queues/queue-words.ts';
import type { DeadLettersAddress, GoDeadLetters } from '../dead-letters-address.ts';

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
  const full = rows.find(({ queue }) => queue !== null && depthOf(queue.depth) !== 0);
  return (full ?? rows[0])?.name ?? null;
}
