import { useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { Receipt } from '#shared/contract/receipt.ts';
import { addedUp } from './added-up.ts';

/** What the answers that are still here have cost, the latest first. */
export function useReceipts(): readonly Receipt[] {
  const client = useQueryClient();
  const [store] = useState(() => receiptStore(client));
  return useSyncExternalStore(store.subscribe, store.read);
}

function receiptStore(client: QueryClient) {
  const cache = client.getQueryCache();
  let known: { readonly sign: string; readonly receipts: readonly Receipt[] } = { sign: '', receipts: [] };
  return {
    subscribe: (listener: () => void) => cache.subscribe(listener),
    read: (): readonly Receipt[] => {
      const queries = cache
        .findAll({ queryKey: ['explorer.ask'] })
        .filter(({ state }) => state.data !== undefined)
        .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
      const sign = queries
        .map(({ queryHash, state }) => `${queryHash} ${String(state.dataUpdatedAt)}`)
        .join('\n');
      if (sign !== known.sign) {
        const receipts = queries.flatMap(({ state }) => {
          const { pages } = state.data as InfiniteData<{ readonly receipt: Receipt | undefined }>;
          return addedUp(pages.flatMap(({ receipt }) => receipt ?? [])) ?? [];
        });
        known = { sign, receipts };
      }
      return known.receipts;
    },
  };
}
