import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import type { ReviewDocument, ReviewKey } from '#shared/contract/review/document.ts';
import { placesToDecide, type ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { cellOf } from '#shared/domain/review/places.ts';
import { afterPaint } from '#renderer/ui/after-paint.ts';
import type { PageStore } from '../viewer/page-store.ts';
import { documentId, onlyKey } from './flow/document-id.ts';
import type { FlowState } from './flow/flow-state.ts';
import { mostKept } from './flow/read-ahead.ts';

/** Has the pages of the open one and the next two drawn; answers which documents would be there at once. */
export function useReadyPages(
  store: PageStore,
  { open, upcoming, ahead }: FlowState,
  mode: ReviewMode,
): ReadonlySet<string> {
  const keys: readonly ReviewKey[] =
    open === undefined ? [] : [open.key, ...upcoming.slice(0, mostKept - 1).map(onlyKey)];
  const wanted = JSON.stringify(keys);
  // What is let go of, and what is drawn next, does not hold up what is there already.
  useLayoutEffect(
    () => afterPaint(() => store.keep(JSON.parse(wanted) as readonly ReviewKey[])),
    [store, wanted],
  );
  useLayoutEffect(
    () =>
      // Behind the keeping, which has to know the file first.
      afterPaint(() => {
        // The page that is looked at first is the one to draw ahead.
        for (const document of ahead) {
          const page = firstPage(document, mode);
          if (page > 1) store.startAt(document, page);
        }
      }),
    [store, ahead, mode],
  );
  const drawn = useSyncExternalStore(store.subscribe, () =>
    keys
      .filter((key) => store.state(key).kind === 'ready')
      .map(documentId)
      .join('\n'),
  );
  return useMemo(() => {
    const read = new Set(ahead.map(documentId));
    return new Set(drawn.split('\n').filter((id) => read.has(id)));
  }, [drawn, ahead]);
}

function firstPage(document: ReviewDocument, mode: ReviewMode): number {
  const [place] = placesToDecide(document, mode);
  if (place === undefined) return 1;
  const cell = cellOf(place);
  const where = cell ? document.lines[cell.line] : document.fields.find(({ name }) => name === place);
  return where?.page ?? 1;
}
