import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { ReviewKey } from '#shared/contract/review/document.ts';
import type { PageStore } from '../viewer/page-store.ts';
import { documentId, onlyKey } from './flow/document-id.ts';
import type { FlowState } from './flow/flow-state.ts';
import { mostKept } from './flow/read-ahead.ts';

/** Has the pages of the open one and the next two drawn; answers which documents would be there at once. */
export function useReadyPages(store: PageStore, { open, upcoming, ahead }: FlowState): ReadonlySet<string> {
  const keys: readonly ReviewKey[] =
    open === undefined ? [] : [open.key, ...upcoming.slice(0, mostKept - 1).map(onlyKey)];
  const wanted = JSON.stringify(keys);
  useLayoutEffect(() => store.keep(JSON.parse(wanted) as readonly ReviewKey[]), [store, wanted]);
  const drawn = useSyncExternalStore(store.subscribe, () =>
    keys
      .filter((key) => store.state(key).kind === 'ready')
      .map(documentId)
      .join('\n'),
  );
  const read = new Set(ahead);
  return new Set(drawn.split('\n').filter((id) => read.has(id)));
}
