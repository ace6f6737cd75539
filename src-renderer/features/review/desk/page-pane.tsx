import { memo, useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { PageViewer } from '../viewer/page-viewer.tsx';
import type { PageViewerProps } from '../viewer/page-viewer.tsx';
import type { PageStore } from '../viewer/page-store.ts';
import { boxPlace, boxesOf } from './boxes-of.ts';
import type { FlowState, ReviewFlow } from './flow/flow-state.ts';
import { HoldToasts } from './hold-toasts.tsx';
import styles from './review-desk.module.css';

export interface PagePaneProps {
  readonly mode: ReviewMode;
  readonly flow: ReviewFlow;
  readonly state: FlowState;
  readonly store: PageStore;
}

/** The page with a box for each field, and over it what can still be taken back. */
export const PagePane = memo(function PagePane({ mode, flow, state, store }: PagePaneProps) {
  const { open, sent } = state;
  const { document, edits } = open ?? {};
  const boxes = useMemo(
    () => (document === undefined || edits === undefined ? [] : boxesOf(document, edits, mode)),
    [document, edits, mode],
  );
  return (
    <div className={styles.page}>
      {open === undefined ? null : (
        <FocusedPage
          flow={flow}
          store={store}
          document={open.key}
          fileName={open.fileName}
          boxes={boxes}
          onPick={flow.focus}
        />
      )}
      <HoldToasts sent={sent} onUndo={flow.undo} />
    </div>
  );
});

interface FocusedPageProps extends Omit<PageViewerProps, 'focused'> {
  readonly flow: ReviewFlow;
}

/** The page goes where the keyboard is, behind it: what lays out a page does not hold up a key. */
function FocusedPage({ flow, ...page }: FocusedPageProps) {
  const { document } = page;
  const place = boxPlace(useSyncExternalStore(flow.subscribe, flow.focused));
  const isSame = useDeferredValue(document) === document;
  const behind = useDeferredValue(place);
  // Of another document it is there at once.
  return <StillPage {...page} focused={isSame ? behind : place} />;
}

const StillPage = memo(PageViewer);
