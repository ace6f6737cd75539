import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { DownloadDay } from '#shared/contract/downloads/downloads.ts';
import type { Answer } from '#renderer/contract/operation-options.ts';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';

/**
 * The time where the pipeline is, to the ten seconds: as far from this computer's as the newest answer was. A wrong
 * clock here must not say which day it is there.
 */
export function usePipelineNow(): number {
  const client = useQueryClient();
  const now = useNow(10_000);
  const ahead = useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => aheadOf(client),
  );
  return now + ahead;
}

function aheadOf(client: QueryClient): number {
  let newest = 0;
  let ahead = 0;
  for (const { state } of client.getQueryCache().findAll({ queryKey: ['downloads.day'] })) {
    const data = state.data as Answer<DownloadDay> | undefined;
    if (data === undefined || state.dataUpdatedAt <= newest) continue;
    newest = state.dataUpdatedAt;
    ahead = clockAhead(data.value.asOf, state.dataUpdatedAt);
  }
  return ahead;
}

/** Milliseconds; what an answer takes on its way is no other clock. */
export function clockAhead(asOf: string, receivedAt: number): number {
  const ahead = Date.parse(asOf) - receivedAt;
  return Number.isNaN(ahead) || Math.abs(ahead) < onItsWay ? 0 : ahead;
}

const onItsWay = 15_000;
