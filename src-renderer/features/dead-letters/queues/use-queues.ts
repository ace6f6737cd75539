import { useQuery } from '@tanstack/react-query';
import type { Queues } from '#shared/contract/dead-letters/queues.ts';
import type { Failure } from '#shared/contract/result.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';

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
