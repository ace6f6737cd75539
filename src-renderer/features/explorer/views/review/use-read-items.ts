import { useQueryClient } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { SampledItems } from '#shared/catalogue/review/finding.ts';
import type { Question, Reading } from '#shared/contract/explorer.ts';
import type { Answer } from '#renderer/contract/operation-options.ts';
import { sampledItems } from './sampled-items.ts';

interface ReadItems {
  readonly items: SampledItems;
  /** When the latest of them were read; undefined before any were. */
  readonly at: number | undefined;
}

/** What the answers that are still here hold: reviewing them costs no further read. */
export function useReadItems(system: SystemDeclaration): ReadItems {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const answers = () =>
    cache.findAll({ queryKey: ['explorer.ask'] }).filter(({ state }) => state.data !== undefined);
  const sign = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () =>
      answers()
        .map(({ queryHash, state }) => `${queryHash} ${String(state.dataUpdatedAt)}`)
        .join('\n'),
  );
  return useMemo(() => {
    if (sign === '') return nothingRead;
    const found = answers();
    const asked = found.map(({ queryKey, state }) => ({
      question: queryKey[1] as Question,
      readings: (state.data as InfiniteData<Answer<Reading>>).pages.map(({ value }) => value),
    }));
    const items = sampledItems(system, asked);
    if (Object.keys(items).length === 0) return nothingRead;
    return { items, at: Math.max(...found.map(({ state }) => state.dataUpdatedAt)) };
    // The sign stands for the cache, which is the same object for ever.
    // oxlint-disable-next-line react/exhaustive-deps -- `answers` only reads what the sign stands for
  }, [system, sign]);
}

const nothingRead: ReadItems = { items: {}, at: undefined };
