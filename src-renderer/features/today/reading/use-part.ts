import { useQuery } from '@tanstack/react-query';
import type { InputOf, OutputOf, QueryName } from '#shared/contract/contract.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import type { Failure } from '#shared/contract/result.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { turnOptions } from './turn-options.ts';

/** One of the things that Today is read from: each comes, fails and is tried again by itself. */
export interface Part<T> {
  readonly value: T | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly readAgain: () => void;
  /** When this page got it, by its own clock. */
  readonly gotAt: number;
  readonly hasAnswered: boolean;
}

export function usePart<N extends QueryName>(
  operation: N,
  input: InputOf<N>,
  { isWanted, isFirst = false, name, receipt }: PartOptions<OutputOf<N>>,
): Part<OutputOf<N>> {
  const query = useQuery({
    ...(isFirst ? operationOptions(operation, input) : turnOptions(operation, input)),
    enabled: isWanted,
    // Whoever comes back after a minute finds what is now, and nobody who stays pays for that.
    staleTime: freshMs,
  });
  const answer = isWanted ? query.data : undefined;
  useShowReceipt(name ?? operation, answer?.receipt ?? (answer && receipt?.(answer.value)));
  return {
    value: answer?.value,
    failure: query.error === null || !isWanted ? undefined : failureOf(query.error),
    isReading: query.isFetching,
    readAgain: () => void query.refetch(),
    gotAt: query.dataUpdatedAt,
    hasAnswered: query.isFetched,
  };
}

export interface PartOptions<T> {
  readonly isWanted: boolean;
  /** The page waits for it; everything else takes turns. */
  readonly isFirst?: boolean | undefined;
  /** Tells it from others of the same operation. */
  readonly name?: string | undefined;
  /** Where the answer brings none of its own. */
  readonly receipt?: ((value: T) => Receipt) | undefined;
}

const freshMs = 60_000;
