import { useQueries, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { DownloadDay } from '#shared/contract/downloads.ts';
import type { Failure, Receipt } from '#shared/contract/result.ts';
import { dayBounds, newestFirst, reachOfDay, standingOfDay } from '#shared/domain/download-days.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions, type Answer } from '#renderer/contract/operation-options.ts';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { isLongInProgress } from '../batch/batch-text.ts';
import type { CellStanding } from './day-text.ts';

export interface DayReading {
  readonly read: DownloadDay | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly receipt: Receipt | undefined;
  readonly readAgain: () => void;
}

/** Each day has its own query, which runs when the day becomes visible and then only on request. */
function dayOptions(date: string, today: string) {
  return {
    ...operationOptions('downloads.day', { date }),
    gcTime: cacheMs,
    // A day that was read before its end may have changed since.
    staleTime: ({
      state,
    }: {
      readonly state: { readonly data?: { readonly value: DownloadDay } | undefined };
    }) => {
      const { data } = state;
      const wasUnderWay = data !== undefined && Date.parse(data.value.asOf) < dayBounds(date).until;
      return wasUnderWay && date < today ? 0 : Number.POSITIVE_INFINITY;
    },
  };
}

const cacheMs = 24 * 3_600_000;

export function useDay(date: string, today: string): DayReading {
  const reach = reachOfDay(date, today);
  const query = useQuery({ ...dayOptions(date, today), enabled: reach !== 'nothing' && reach !== 'ahead' });
  return toReading(query);
}

/** Reads the days of the strip. The chosen day is read first, by `useDay`. */
export function useDays(
  days: readonly string[],
  {
    today,
    chosen,
    isWanted,
  }: { readonly today: string; readonly chosen: string; readonly isWanted: boolean },
): readonly DayReading[] {
  return useQueries({
    queries: days.map((date) => ({ ...dayOptions(date, today), enabled: isWanted && date !== chosen })),
  }).map(toReading);
}

interface DayQuery {
  readonly data: { readonly value: DownloadDay; readonly receipt: Receipt | undefined } | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

function toReading({ data, error, isFetching, refetch }: DayQuery): DayReading {
  return {
    read: data?.value,
    failure: error === null ? undefined : toFailure(error),
    isReading: isFetching,
    receipt: data?.receipt,
    readAgain: () => void refetch(),
  };
}

/**
 * A batch that was running for hours when it was read counts as stuck. The time since the reading does not
 * count, because the batch may have ended meanwhile.
 */
export function getStanding({ read, failure }: Pick<DayReading, 'read' | 'failure'>): CellStanding {
  if (read === undefined) return failure === undefined ? 'not read' : 'could not be read';
  const standing = standingOfDay(read.batches);
  const [newest] = newestFirst(read.batches);
  const isLong = newest !== undefined && isLongInProgress(newest, Date.parse(read.asOf));
  return standing === 'in progress' && isLong ? 'not ended' : standing;
}

/**
 * Returns the pipeline's time, rounded to ten seconds and corrected by the newest answer, because a wrong
 * local clock must not decide which day it is there.
 */
export function usePipelineNow(): number {
  const client = useQueryClient();
  const now = useNow(10_000);
  const ahead = useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => measureClockAhead(client),
  );
  return now + ahead;
}

function measureClockAhead(client: QueryClient): number {
  let newest = 0;
  let ahead = 0;
  for (const { state } of client.getQueryCache().findAll({ queryKey: ['downloads.day'] })) {
    const data = state.data as Answer<DownloadDay> | undefined;
    if (data === undefined || state.dataUpdatedAt <= newest) continue;
    newest = state.dataUpdatedAt;
    ahead = compareClocks(data.value.asOf, state.dataUpdatedAt);
  }
  return ahead;
}

/** Returns milliseconds. A small difference is the latency of the answer and not a clock that is ahead. */
export function compareClocks(asOf: string, receivedAt: number): number {
  const ahead = Date.parse(asOf) - receivedAt;
  return Number.isNaN(ahead) || Math.abs(ahead) < onItsWay ? 0 : ahead;
}

const onItsWay = 15_000;
