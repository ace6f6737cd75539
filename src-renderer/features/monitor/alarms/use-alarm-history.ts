import { useInfiniteQuery } from '@tanstack/react-query';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { pagedOptions } from '#renderer/contract/paged-options.ts';

/** What became of an alarm. Read when it is opened, and again when it has changed: CloudWatch charges nothing by the metric for it. */
export function useAlarmHistory(name: string, since: string | null) {
  const options = pagedOptions('monitor.alarmHistory', { name });
  const query = useInfiniteQuery({ ...options, queryKey: [...options.queryKey, since] });
  return {
    changes: query.data?.pages.flatMap(({ value }) => value.changes),
    isWhole: query.data !== undefined && !query.hasNextPage,
    receipts: query.data?.pages.flatMap(({ receipt }) => receipt ?? []) ?? [],
    failure: query.error === null ? undefined : failureOf(query.error),
    /** What was not read is what is older than the changes that were. */
    isOlderMissing: query.isFetchNextPageError,
    isReading: query.isFetching,
    readOn: () => void query.fetchNextPage(),
    readAgain: () => void query.refetch(),
  };
}
