import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bridgeOf } from '#renderer/contract/query-client.ts';
import { openPageStore } from './open-page-store.ts';
import type { PageStore } from './page-store.ts';
import { pdfjsEngine } from './pdfjs-engine.ts';

/** One for a desk. Files are not kept in the query cache: what is let go has to be gone. */
export function usePageStore(): PageStore {
  const client = useQueryClient();
  const [store] = useState(() =>
    openPageStore(pdfjsEngine, (key) => bridgeOf(client).call('review.file', key)),
  );
  useEffect(() => {
    pdfjsEngine.warm();
    return () => store.close();
  }, [store]);
  return store;
}
