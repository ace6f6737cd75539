import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { isTouched } from './use-follow-jobs.ts';

/** Reads again what is shown: of the days the chosen one alone, since a past day seldom changes and each one costs. */
export function useReadShown(day: string | null): {
  readonly readAgain: () => void;
  readonly reading: boolean;
} {
  const client = useQueryClient();
  const days = new Set(day === null ? [] : [day]);
  const predicate = (query: Query): boolean => query.isActive() && isTouched(query, days);
  const reading = useIsFetching({ predicate }) > 0;
  return {
    reading,
    readAgain: () => {
      if (!reading) void client.refetchQueries({ predicate });
    },
  };
}
